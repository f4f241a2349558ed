-- Barred is barred from the commit of the ban on (I-14), whichever record of the person plays. A ban locks the
-- records, in the order of their ids as players.services.people.lock_player does; a seat, a place on a list
-- and, in the cage, a buy-in share them.
-- Every record of the person whom this record is about.
create function players_records(player bigint) returns setof bigint language sql stable as $$
    select id from players_player
    where coalesce(same_as_id, id) = (select coalesce(same_as_id, id) from players_player where id = player)
    order by id
$$;

create function players_lock_for_ban() returns trigger language plpgsql as $$
begin
    perform 1 from players_player
    where id = any (array(select players_records(new.player_id))) order by id for no key update;
    return new;
end
$$;

create trigger players_ban_locks before insert on players_ban
    for each row execute function players_lock_for_ban();

-- The records stand in an array, so that their index finds them: a function that yields rows, asked inside IN, is
-- planned as a thousand rows, and every seat read the whole table.
create function players_refuse_barred(player bigint, at timestamptz) returns void language plpgsql as $$
begin
    perform 1 from players_player where id = any (array(select players_records(player))) order by id for share;
    perform 1 from players_ban
    where player_id = any (array(select players_records(player)))
        and lifted_at is null and (ends_at is null or ends_at > at);
    if found then
        raise exception 'player % is barred', player using errcode = 'check_violation';
    end if;
end
$$;

create function players_check_seat() returns trigger language plpgsql as $$
begin
    if not new.is_import then
        perform players_refuse_barred(new.player_id, new.seated_at);
    end if;
    return new;
end
$$;

create trigger players_sitting_not_barred before insert on players_sitting
    for each row execute function players_check_seat();

create function players_check_list() returns trigger language plpgsql as $$
begin
    if new.state in ('waiting', 'called', 'held') then
        perform players_refuse_barred(new.player_id, new.changed_at);
    end if;
    return new;
end
$$;

create trigger players_listentry_not_barred before insert or update of state on players_listentry
    for each row execute function players_check_list();
