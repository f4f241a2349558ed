-- Drop boxes: chips leave a table's box, are counted and are covered only with the row that says so; a pull goes through
-- its states in one order, and is counted by people who may.

-- A pull goes on from pulled to counted, and nothing of how it was pulled changes.
create function cage_pull_goes_on() returns trigger language plpgsql as $$
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
        or (old.state, new.state) not in (('pulled', 'recount'), ('pulled', 'counted'), ('recount', 'counted'))
    then
        raise exception 'a pull of a box does not go from % to %', old.state, new.state using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_boxpull_goes_on before update or delete on cage_boxpull
    for each row execute function cage_pull_goes_on();

-- The pulls of a table tile its ledger: each begins where the one before it ended.
create function cage_pull_follows() returns trigger language plpgsql as $$
begin
    if new.after_number is distinct from coalesce((
            select last_number from cage_boxpull
            where id = new.previous_id and table_id = new.table_id and holds = new.holds), 0)
        or new.last_number < new.after_number or new.state <> 'pulled'
        or new.room_id <> (select room_id from tables_table where id = new.table_id)
    then
        raise exception 'a pull of a box begins where the one before it ended' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_boxpull_follows before insert on cage_boxpull
    for each row execute function cage_pull_follows();

-- What began stays as it began, and ends once: a box that hangs, a key in somebody's hands, a table that feeds a pool.
create function cage_ends_once() returns trigger language plpgsql as $$
declare
    ended text := tg_argv[0];
    was jsonb := to_jsonb(old);
    now jsonb;
begin
    if tg_op = 'DELETE' then
        raise exception 'a row of % ends, and is never deleted', tg_table_name using errcode = 'restrict_violation';
    end if;
    now := to_jsonb(new);
    if was ->> ended is not null or (was - string_to_array(tg_argv[1], ',')) <> (now - string_to_array(tg_argv[1], ','))
    then
        raise exception 'a row of % ends once, and stays what it was', tg_table_name using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_boxhanging_ends before update or delete on cage_boxhanging
    for each row execute function cage_ends_once('taken_at', 'taken_at,taken_by_id');
create trigger cage_boxkeytaking_ends before update or delete on cage_boxkeytaking
    for each row execute function cage_ends_once('returned_at', 'returned_at,returned_to_id');
create trigger cage_poolfeed_ends before update or delete on cage_poolfeed
    for each row execute function cage_ends_once('until_at', 'until_at');

-- A box hangs in its room, where its kind belongs; an emergency box takes the place of any.
create function cage_check_hanging() returns trigger language plpgsql as $$
begin
    perform 1 from cage_box b join tables_table t on t.id = new.table_id and t.room_id = b.room_id
    where b.id = new.box_id and b.kind in (new.holds, 'emergency');
    if not found then
        raise exception 'box % does not hang there', new.box_id using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_boxhanging_fits before insert on cage_boxhanging
    for each row execute function cage_check_hanging();

-- A count comes to its amount, is of a box that waits for it, and of people who may: nobody twice, not both who pulled it,
-- no dealer of it, nobody who has seen what must be there.
create function cage_check_box_count() returns trigger language plpgsql as $$
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
    if new.part <> 'together' and exists (
        select 1 from cage_boxcount c where c.pull_id = new.pull_id and (
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

create trigger cage_boxcount_sound before insert on cage_boxcount
    for each row execute function cage_check_box_count();

-- What a request pulled, counted and covered is what its transfers say; looked at on commit, when both are there.
create function cage_box_fault(wanted text) returns text language plpgsql as $$
begin
    if exists (
        select 1 from (
            select g.pull_id, t.room_id, sum(t.amount) as amount,
                count(distinct (s.kind, ts.table_id)) as places, min(ts.table_id) as table_id, min(s.kind) as kind
            from players_transfer t
            join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
            join tables_tablesession ts on ts.id = s.session_id
            where t.request_key = wanted and t.kind = 'drop' group by 1, 2
        ) moved full join (
            select id as pull_id, room_id, expected, table_id, case when holds = 'tokes' then holds else holds || '_box' end
                as kind
            from cage_boxpull where request_key = wanted and expected > 0
        ) stated using (pull_id, room_id)
        where moved.amount is distinct from stated.expected or moved.places <> 1
            or moved.table_id <> stated.table_id or moved.kind <> stated.kind
    ) then
        return 'what was pulled is not what the pull of a box says';
    end if;
    if exists (
        select 1 from (
            select coalesce(s.pull_id, g.pull_id) as pull_id, t.room_id,
                coalesce(sum(t.amount) filter (where t.kind = 'box_count' and g.kind = 'vault_chips'), 0) as vault,
                coalesce(sum(t.amount) filter (where g.kind = 'pool_primary'), 0) as first,
                coalesce(sum(t.amount) filter (where g.kind = 'pool_reserve'), 0) as reserve,
                coalesce(sum(t.amount) filter (where g.kind = 'pool_admin'), 0) as admin,
                count(distinct g.pool_id) as pools, min(g.pool_id) as pool_id,
                coalesce(sum(case when s.kind = 'over_short' then t.amount else -t.amount end)
                    filter (where t.kind = 'variance'), 0) as found
            from players_transfer t
            join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
            where t.request_key = wanted and t.kind in ('box_count', 'variance') and 'custody' in (s.kind, g.kind)
            group by 1, 2
        ) moved full join (
            select p.id as pull_id, p.room_id,
                case when p.holds <> 'promo' then p.counted else 0 end as vault,
                coalesce(h.primary, 0) as first, coalesce(h.reserve, 0) as reserve, coalesce(h.admin, 0) as admin,
                h.pool_id, p.counted - p.expected as found, p.holds, p.counted, v.chips, p.pool_id as fed
            from cage_boxpull p left join cage_poolshare h on h.pull_id = p.id
            left join cage_boxvariance v on v.pull_id = p.id and v.request_key = wanted
            where p.counted_key = wanted
        ) stated using (pull_id, room_id)
        where stated.vault is null
            or (stated.found, stated.found) is distinct from (coalesce(moved.found, 0), coalesce(stated.chips, 0))
            or (stated.vault, stated.first, stated.reserve, stated.admin) is distinct from (
                coalesce(moved.vault, 0), coalesce(moved.first, 0), coalesce(moved.reserve, 0), coalesce(moved.admin, 0))
            or moved.pools > 1 or moved.pool_id is distinct from case when moved.pools > 0 then stated.pool_id end
            or stated.holds = 'promo' and (stated.first + stated.reserve + stated.admin <> stated.counted
                or stated.counted > 0 and stated.pool_id is distinct from stated.fed)
    ) then
        return 'what was counted is not what the count of a box says';
    end if;
    if exists (
        select 1 from (
            select t.target_id as account_id, t.room_id, sum(t.amount) as amount
            from players_transfer t join players_account s on s.id = t.source_id
            join players_account g on g.id = t.target_id
            where t.request_key = wanted and t.kind = 'variance' and g.kind in ('rake_box', 'promo_box') group by 1, 2
        ) moved full join (
            select account_id, room_id, amount from cage_boxcover where request_key = wanted
        ) stated using (account_id, room_id)
        where moved.amount is distinct from stated.amount
    ) then
        return 'chips come back into a box without a row that says why';
    end if;
    return null;
end
$$;

create function cage_check_box() returns trigger language plpgsql as $$
declare
    fault text := cage_box_fault(new.request_key);
begin
    if fault is not null then
        raise exception '%', fault using errcode = 'check_violation', detail = format('request %s', new.request_key);
    end if;
    return null;
end
$$;

create function cage_check_counted_box() returns trigger language plpgsql as $$
declare
    fault text := cage_box_fault(new.counted_key);
    first record;
    second record;
    together record;
begin
    if fault is not null then
        raise exception '%', fault using errcode = 'check_violation', detail = format('request %s', new.counted_key);
    end if;
    select * into first from cage_boxcount where pull_id = new.id and part = 'first';
    select * into second from cage_boxcount where pull_id = new.id and part = 'second';
    select * into together from cage_boxcount where pull_id = new.id and part = 'together';
    if first is null or second is null or (together is null and first.chips <> second.chips)
        or new.counted <> coalesce(together.amount, second.amount)
    then
        raise exception 'a box is counted by two who agree, or by three' using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create constraint trigger players_transfer_with_box after insert on players_transfer
    deferrable initially deferred for each row when (new.kind in ('drop', 'box_count', 'variance'))
    execute function cage_check_box();
create constraint trigger cage_boxpull_moved after insert on cage_boxpull
    deferrable initially deferred for each row execute function cage_check_box();
create constraint trigger cage_boxpull_counted after update on cage_boxpull
    deferrable initially deferred for each row when (new.state = 'counted') execute function cage_check_counted_box();
create constraint trigger cage_boxvariance_moved after insert on cage_boxvariance
    deferrable initially deferred for each row execute function cage_check_box();
create constraint trigger cage_boxcover_moved after insert on cage_boxcover
    deferrable initially deferred for each row execute function cage_check_box();
