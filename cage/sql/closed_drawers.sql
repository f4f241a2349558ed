-- A closed drawer takes and gives nothing (I-13).
create function cage_check_drawers() returns trigger language plpgsql as $$
begin
    perform 1
    from added
    join players_account account on account.id in (added.source_id, added.target_id)
    join cage_drawer drawer on drawer.id = account.drawer_id
    where not drawer.is_open
    limit 1;
    if found then
        raise exception 'a closed drawer takes and gives nothing' using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create trigger players_transfer_drawers after insert on players_transfer
    referencing new table as added for each statement execute function cage_check_drawers();
