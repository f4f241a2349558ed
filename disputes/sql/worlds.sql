-- No case and no debt about a hand that comes from a file: its chips are another world's.
create function disputes_refuse_imported_case() returns trigger language plpgsql as $$
begin
    perform 1 from tables_tablesession where id = new.session_id and source = 'import';
    if found then
        raise exception 'no case is opened about an imported session' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger disputes_dispute_world before insert or update of session_id on disputes_dispute
    for each row execute function disputes_refuse_imported_case();

create function disputes_refuse_imported_debt() returns trigger language plpgsql as $$
begin
    perform 1 from games_hand hand join tables_tablesession session on session.id = hand.session_id
    where hand.id = new.hand_id and session.source = 'import';
    if found then
        raise exception 'nothing is owed to an imported hand' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger players_debt_of_imported_hand before insert on players_debt
    for each row execute function disputes_refuse_imported_debt();
