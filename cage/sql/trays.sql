-- Trays and felts: what was counted or found there is booked with a row that says so, and nothing is booked without one.
create function cage_check_tray_count() returns trigger language plpgsql as $$
begin
    if cage_amount_of(new.chips) is distinct from new.chips_amount then
        raise exception 'the pieces of a count do not come to its amount' using errcode = 'check_violation';
    end if;
    perform 1 from tables_table where id = new.table_id and room_id = new.room_id;
    if not found then
        raise exception 'room % has no table %', new.room_id, new.table_id using errcode = 'foreign_key_violation';
    end if;
    return new;
end
$$;

create trigger cage_traycount_sound before insert on cage_traycount
    for each row execute function cage_check_tray_count();

-- The differences of a group at trays, against the counts with its key; and what felts sent abroad, against the residuals.
create function cage_tray_fault(wanted text) returns text language plpgsql as $$
begin
    if exists (
        select 1 from (
            select coalesce(s.table_id, g.table_id) as table_id, t.room_id,
                sum(case when g.kind = 'tray' then t.amount else -t.amount end) as amount
            from players_transfer t
            join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
            where t.request_key = wanted and t.kind = 'variance' and 'tray' in (s.kind, g.kind) group by 1, 2
        ) moved full join (
            select table_id, room_id, chips_amount - booked as amount from cage_traycount
            where request_key = wanted and chips_amount <> booked
        ) stated using (table_id, room_id)
        where moved.amount is distinct from stated.amount
    ) then
        return 'what a tray was counted short or over is not what was booked';
    end if;
    return null;
end
$$;

create function cage_residual_fault(wanted text) returns text language plpgsql as $$
begin
    if exists (
        select 1 from (
            select coalesce(s.session_id, g.session_id) as session_id, t.room_id,
                sum(case when s.kind = 'felt' then t.amount else -t.amount end) as amount
            from players_transfer t
            join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
            where t.request_key = wanted and t.kind = 'residual' group by 1, 2
        ) moved full join (
            select r.session_id, r.room_id, r.amount from cage_feltresidual r
            join tables_tablesession session on session.id = r.session_id and session.closed_at is not null
            where r.request_key = wanted
        ) stated using (session_id, room_id)
        where moved.amount is distinct from stated.amount
    ) or exists (
        select 1 from cage_feltresidual r join tables_tablesession s on s.id = r.session_id
        where r.request_key = wanted and s.closed_at is null
    ) then
        return 'what a table lost or found is not what was booked at its close';
    end if;
    return null;
end
$$;

create function cage_check_tray() returns trigger language plpgsql as $$
declare
    fault text := coalesce(cage_tray_fault(new.request_key), cage_residual_fault(new.request_key));
begin
    if fault is not null then
        raise exception '%', fault using errcode = 'check_violation', detail = format('request %s', new.request_key);
    end if;
    return null;
end
$$;

create constraint trigger players_transfer_with_count after insert on players_transfer
    deferrable initially deferred for each row when (new.kind in ('variance', 'residual'))
    execute function cage_check_tray();
create constraint trigger cage_traycount_moved after insert on cage_traycount
    deferrable initially deferred for each row execute function cage_check_tray();
create constraint trigger cage_feltresidual_moved after insert on cage_feltresidual
    deferrable initially deferred for each row execute function cage_check_tray();
