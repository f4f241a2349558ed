-- Imported sessions are another world: an account says for good what place it is, and its world is that of its session.
create function players_account_is_fixed() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and (
        new.room_id, new.kind, new.holds_cash, new.player_id, new.sitting_id, new.session_id, new.drawer_id,
        new.case_id, new.hand_id, new.is_import
    ) is distinct from (
        old.room_id, old.kind, old.holds_cash, old.player_id, old.sitting_id, old.session_id, old.drawer_id,
        old.case_id, old.hand_id, old.is_import
    ) then
        raise exception 'an account does not become another' using errcode = 'check_violation';
    end if;
    if new.session_id is not null and new.is_import <> (
        select source = 'import' from tables_tablesession where id = new.session_id
    ) then
        raise exception 'an account is not of the world of its session' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger players_account_fixed
    before insert or update of room_id, kind, holds_cash, player_id, sitting_id, session_id, drawer_id, case_id,
        hand_id, is_import
    on players_account for each row execute function players_account_is_fixed();

create function players_session_is_fixed() returns trigger language plpgsql as $$
begin
    if new.source is distinct from old.source then
        raise exception 'a session does not go from files to the floor, nor back' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger tables_tablesession_world before update of source on tables_tablesession
    for each row execute function players_session_is_fixed();

-- What is owed is owed to the room's own racks and boxes.
create function players_check_debt() returns trigger language plpgsql as $$
begin
    perform 1 from players_account where id = new.goes_to_id and is_import;
    if found then
        raise exception 'nothing is owed to an imported session' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger players_debt_world before insert on players_debt
    for each row execute function players_check_debt();
