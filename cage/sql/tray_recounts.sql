-- A tray that is opened with a difference is counted again before it is booked (C-8): a first count books nothing, and a
-- difference at the opening is booked when a count before it, since the last that stands, found the same. They take the
-- place of the functions of the same names in trays.sql.
create or replace function cage_check_tray_count() returns trigger language plpgsql as $$
begin
    if cage_amount_of(new.chips) is distinct from new.chips_amount then
        raise exception 'the pieces of a count do not come to its amount' using errcode = 'check_violation';
    end if;
    perform 1 from tables_table where id = new.table_id and room_id = new.room_id;
    if not found then
        raise exception 'room % has no table %', new.room_id, new.table_id using errcode = 'foreign_key_violation';
    end if;
    if new.part = 'opening' and not new.is_first and new.chips_amount <> new.booked and not exists (
        select 1 from cage_traycount first
        where first.table_id = new.table_id and first.session_id is not distinct from new.session_id and first.is_first
            and first.chips_amount - first.booked = new.chips_amount - new.booked
            and not exists (
                select 1 from cage_traycount stands
                where stands.table_id = new.table_id and not stands.is_first and stands.id > first.id)
    ) then
        raise exception 'a tray is opened with a difference that was not counted again' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create or replace function cage_tray_fault(wanted text) returns text language plpgsql as $$
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
            where request_key = wanted and chips_amount <> booked and not is_first
        ) stated using (table_id, room_id)
        where moved.amount is distinct from stated.amount
    ) then
        return 'what a tray was counted short or over is not what was booked';
    end if;
    return null;
end
$$;
