-- Two counts of a box that differ are given up before a supervisor, for a reason, where they can't be made together; two
-- others count it then. And nobody counts a drawer who has seen what must be there, as the first, the second or one of
-- three. They take the place of the functions of the same names in boxes.sql and drawer_sessions.sql.
create or replace function cage_pull_goes_on() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' then
        raise exception 'a pull of a box is counted, never deleted' using errcode = 'restrict_violation';
    end if;
    if (new.id, new.room_id, new.table_id, new.holds, new.hanging_id, new.number, new.why, new.drop_time, new.reason,
            new.downs, new.pool_id, new.previous_id, new.expected, new.after_number, new.last_number, new.puller_id, new.watcher_id,
            new.gaming_day, new.at, new.request_key)
        is distinct from (old.id, old.room_id, old.table_id, old.holds, old.hanging_id, old.number, old.why,
            old.drop_time, old.reason, old.downs, old.pool_id, old.previous_id, old.expected, old.after_number,
            old.last_number, old.puller_id, old.watcher_id, old.gaming_day, old.at, old.request_key)
        or (old.state, new.state) not in (
            ('pulled', 'recount'), ('pulled', 'counted'), ('recount', 'counted'), ('recount', 'pulled')
        )
        or new.round <> old.round + (new.state = 'pulled')::int
    then
        raise exception 'a pull of a box does not go from % to %', old.state, new.state using errcode = 'check_violation';
    end if;
    if new.state = 'pulled' and not exists (
        select 1 from cage_givenupboxcount where pull_id = new.id and round = old.round
    ) then
        raise exception 'two counts of a box are given up without a reason' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create or replace function cage_check_box_count() returns trigger language plpgsql as $$
declare
    pull record;
    since timestamptz;
    people bigint[] := array_remove(array[new.counted_by_id, new.second_id, new.third_id], null);
begin
    if cage_amount_of(new.chips) is distinct from new.amount then
        raise exception 'the pieces of a count do not come to its amounts' using errcode = 'check_violation';
    end if;
    select * into pull from cage_boxpull where id = new.pull_id;
    if pull.state <> (case when new.part = 'together' then 'recount' else 'pulled' end) then
        raise exception 'a box that is % is counted', pull.state using errcode = 'check_violation';
    end if;
    if new.round <> pull.round then
        raise exception 'a count of a box belongs to the counts that go on' using errcode = 'check_violation';
    end if;
    if new.part <> 'together' and exists (
        select 1 from cage_boxcount c where c.pull_id = new.pull_id and c.round = new.round and (
            c.counted_by_id = new.counted_by_id
            or array[c.counted_by_id, new.counted_by_id] <@ array[pull.puller_id, pull.watcher_id])
    ) then
        raise exception 'one person counts a box twice, or both who pulled it' using errcode = 'check_violation';
    end if;
    select at into since from cage_boxpull where id = pull.previous_id;
    if exists (
        select 1 from cage_boxlook k where k.room_id = pull.room_id and k.by_id = any (people)
            and k.at >= coalesce(since, '-infinity') and k.at <= new.at
    ) then
        raise exception 'who has seen what must be there counts a box' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create or replace function cage_check_counted_box() returns trigger language plpgsql as $$
declare
    fault text := cage_box_fault(new.counted_key);
    first record;
    second record;
    together record;
begin
    if fault is not null then
        raise exception '%', fault using errcode = 'check_violation', detail = format('request %s', new.counted_key);
    end if;
    select * into first from cage_boxcount where pull_id = new.id and part = 'first' and round = new.round;
    select * into second from cage_boxcount where pull_id = new.id and part = 'second' and round = new.round;
    select * into together from cage_boxcount where pull_id = new.id and part = 'together' and round = new.round;
    if first is null or second is null or (together is null and first.chips <> second.chips)
        or new.counted <> coalesce(together.amount, second.amount)
    then
        raise exception 'a box is counted by two who agree, or by three' using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create or replace function cage_check_count() returns trigger language plpgsql as $$
begin
    if (cage_amount_of(new.chips), cage_amount_of(new.cash)) is distinct from (new.chips_amount, new.cash_amount) then
        raise exception 'the pieces of a count do not come to its amounts' using errcode = 'check_violation';
    end if;
    if new.part in ('first', 'second') and exists (
        select 1 from cage_drawercount other
        where other.session_id = new.session_id and other.round = new.round and other.part in ('first', 'second')
            and other.counted_by_id = new.counted_by_id
    ) then
        raise exception 'one person counts a drawer twice' using errcode = 'check_violation';
    end if;
    if new.part <> 'opening' and exists (
        select 1 from cage_expectedlook look
        where look.session_id = new.session_id and look.by_id in (new.counted_by_id, new.second_id, new.third_id)
    ) then
        raise exception 'who has seen what must be there counts a drawer' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create function cage_check_given_up_box_count() returns trigger language plpgsql as $$
begin
    if not exists (
        select 1 from cage_boxpull where id = new.pull_id and state = 'recount' and round = new.round
    ) or exists (
        select 1 from cage_boxcount
        where pull_id = new.pull_id and round = new.round and counted_by_id = new.second_id
    ) then
        raise exception 'two counts of a box that differ are given up, by who made neither' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_givenupboxcount_sound before insert on cage_givenupboxcount
    for each row execute function cage_check_given_up_box_count();
