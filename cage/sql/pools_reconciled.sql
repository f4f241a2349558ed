-- Reconciliations of the promotional pools (R45): signed by nobody who had a part in the day, once its promo is counted,
-- under figures that are the ledger's; and what is off says so.

-- What each pool of a room held at the end of a gaming day, by the ledger, and by counts and awards.
create function cage_pools_at(of_room bigint, day date)
returns table (pool_id bigint, booked numeric, signed numeric) language sql stable as $$
    with accounts as (
        select id, pool_id from players_account
        where room_id = of_room and kind in ('pool_primary', 'pool_reserve', 'pool_admin')
    ), ledger as (
        select pool_id, sum(amount) as amount from (
            select a.pool_id, t.amount from accounts a join players_transfer t on t.target_id = a.id and t.gaming_day <= day
            union all
            select a.pool_id, -t.amount from accounts a join players_transfer t on t.source_id = a.id and t.gaming_day <= day
        ) moved group by 1
    ), said as (
        select p.pool_id, c.amount
        from cage_boxpull p join cage_poolshare s on s.pull_id = p.id and s.gaming_day <= day
        join cage_boxcount c on c.pull_id = p.id and c.request_key = p.counted_key
        where p.room_id = of_room
        union all
        select award.pool_id, -share.amount
        from cage_poolaward award join cage_awardshare share on share.award_id = award.id
        where award.room_id = of_room and award.gaming_day <= day
        union all
        select award.pool_id, share.amount
        from cage_awardvoid void join cage_awardshare share on share.id = void.share_id
        join cage_poolaward award on award.id = share.award_id
        where void.room_id = of_room and void.gaming_day <= day
    ), stated as (
        select pool_id, sum(amount) as amount from said group by 1
    )
    select pool_id, coalesce(ledger.amount, 0), coalesce(stated.amount, 0)
    from ledger full join stated using (pool_id)
$$;

create function cage_check_reconciliation() returns trigger language plpgsql as $$
begin
    if exists (select 1 from cage_poolreconciliation where room_id = new.room_id and of_day = new.of_day) then
        return new;  -- the key refuses it
    end if;
    if encode(sha256(convert_to(new.figures, 'UTF8')), 'hex') <> new.digest
        or new.figures::jsonb->>'day' is distinct from new.of_day::text
        or jsonb_array_length(new.figures::jsonb->'pools') = 0
    then
        raise exception 'the pools of a day are signed under figures that are none of it' using errcode = 'check_violation';
    end if;
    if exists (
        select 1 from cage_boxpull p join cage_boxcount c on c.pull_id = p.id
        where p.room_id = new.room_id
            and new.signed_by_id in (c.counted_by_id, c.second_id, c.third_id, c.by_id, p.puller_id, p.watcher_id)
            and (p.gaming_day = new.of_day or exists (
                select 1 from players_transfer t where t.request_key = p.counted_key and t.gaming_day = new.of_day))
    ) or exists (
        select 1 from cage_poolaward where room_id = new.room_id and gaming_day = new.of_day
            and new.signed_by_id in (declared_by_id, approved_by_id)
    ) or exists (
        select 1 from cage_awardvoid where room_id = new.room_id and gaming_day = new.of_day
            and new.signed_by_id in (by_id, second_id)
    ) then
        raise exception 'who counted for the pools of a day, or awarded of them, signs them'
            using errcode = 'check_violation';
    end if;
    if exists (
        select 1 from cage_boxpull
        where room_id = new.room_id and holds = 'promo' and gaming_day <= new.of_day and state <> 'counted'
    ) then
        raise exception 'the pools of a day are signed before its promo is counted' using errcode = 'check_violation';
    end if;
    if exists (
        select 1
        from (select * from cage_pools_at(new.room_id, new.of_day) where booked <> 0 or signed <> 0) found
        full join (
            select (each->>'pool')::bigint as pool_id, (each->'lines'->'end'->>0)::numeric as signed,
                (each->'lines'->'end'->>1)::numeric as booked
            from jsonb_array_elements(new.figures::jsonb->'pools') each
        ) told using (pool_id)
        where (coalesce(found.booked, 0), coalesce(found.signed, 0)) is distinct from (told.booked, told.signed)
    ) then
        raise exception 'the pools of a day are signed under other figures than the ledger has'
            using errcode = 'check_violation';
    end if;
    if new.is_off <> exists (
        select 1 from jsonb_array_elements(new.figures::jsonb->'pools') each, jsonb_each(each->'lines') line
        where line.value->0 is distinct from line.value->1
    ) then
        raise exception 'a difference in the pools of a day is signed without a word of it' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_poolreconciliation_sound before insert on cage_poolreconciliation
    for each row execute function cage_check_reconciliation();
