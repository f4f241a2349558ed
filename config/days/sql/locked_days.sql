-- A locked gaming day takes no row by any way. Whoever writes into a day shares its lock until the transaction ends;
-- whoever locks the day needs it alone (config.days.services). So a row is there before the day is looked at, or it is
-- refused here. The number is that of config.locks: kind 6, room, and the day counted as Python's date.toordinal does.
create function days_refuse_locked(of_room bigint, of_day date) returns void language plpgsql as $$
begin
    perform pg_advisory_xact_lock_shared(
        (6::bigint << 56) | (of_room << 32) | (of_day - date '0001-01-01' + 1)::bigint);
    perform 1 from days_daylock where room_id = of_room and gaming_day >= of_day limit 1;
    if found then
        raise exception 'the gaming day % of room % is locked', of_day, of_room
            using errcode = 'CRDAY', detail = of_day::text, hint = 'Record it on the open day.';
    end if;
end
$$;

create function days_refuse_locked_row() returns trigger language plpgsql as $$
begin
    if tg_op <> 'INSERT' then
        perform days_refuse_locked(old.room_id, old.gaming_day);
    end if;
    if tg_op = 'DELETE' then
        return old;
    end if;
    perform days_refuse_locked(new.room_id, new.gaming_day);
    return new;
end
$$;

-- The room of a row stands in another table: its name, and the column that leads there.
create function days_refuse_locked_through() returns trigger language plpgsql as $$
declare
    of_room bigint;
    asked text := format('select room_id from %I where id = ($1).%I', tg_argv[0], tg_argv[1]);
begin
    if tg_op <> 'INSERT' then
        execute asked into of_room using old;
        perform days_refuse_locked(of_room, old.gaming_day);
    end if;
    if tg_op = 'DELETE' then
        return old;
    end if;
    execute asked into of_room using new;
    perform days_refuse_locked(of_room, new.gaming_day);
    return new;
end
$$;
