-- The house's seed of promotional pools (R43), and their money in bank accounts of their own (WAC 230-15-400(3)): what
-- the rows say moved, and nothing else; no more seed than is announced, and no more deposited than a pool holds.

-- The seed that lies in a pool still: put in, less what was taken back. What was there when the pool went whole by a
-- disposition went with it, unless that was taken back whole.
create function cage_seed_outstanding(of_pool bigint) returns bigint language sql stable as $$
    select coalesce(sum(case seed.kind when 'put_in' then seed.amount else -seed.amount end), 0)::bigint
    from cage_poolseed seed
    where seed.pool_id = of_pool and not exists (
        select 1
        from cage_poolaward award join cage_awardshare share on share.award_id = award.id
        where award.pool_id = of_pool and award.kind = 'disposition' and award.at >= seed.at
            and not exists (select 1 from cage_awardvoid where share_id = share.id)
    )
$$;

-- What was deposited of a pool and isn't awarded: each award takes of what is deposited then, and never more than that.
-- A deposit and a share that were taken back never were.
create function cage_deposited_of(of_pool bigint) returns bigint language sql stable as $$
    with moved as (
        select at, 0 as place, id, amount from cage_pooldeposit deposit
        where pool_id = of_pool and not exists (select 1 from cage_pooldepositvoid where deposit_id = deposit.id)
        union all
        select award.at, 1, award.id, -(award.primary + award.reserve - coalesce((
            select sum(void.primary + void.reserve)
            from cage_awardvoid void join cage_awardshare share on share.id = void.share_id
            where share.award_id = award.id), 0))
        from cage_poolaward award where award.pool_id = of_pool
    ), ran as (
        select sum(amount) over (order by at, place, id) as so_far,
            row_number() over (order by at desc, place desc, id desc) as back
        from moved
    )
    select (coalesce(max(so_far) filter (where back = 1), 0) - least(coalesce(min(so_far), 0), 0))::bigint from ran
$$;

create function cage_check_seed() returns trigger language plpgsql as $$
declare
    terms record;
    lies bigint;
begin
    if exists (select 1 from cage_poolseed where id = new.id) then
        return new;  -- the key refuses it
    end if;
    perform 1 from cage_promopool where id = new.pool_id for no key update;
    select version.id, version.seed into terms
    from cage_poolversion version join cage_promopool pool on pool.id = version.pool_id
    where version.pool_id = new.pool_id and pool.room_id = new.room_id and not pool.is_default
    order by version.number desc limit 1;
    if terms.id is distinct from new.version_id then
        raise exception 'a seed is of another pool, or by other terms than those in force' using errcode = 'check_violation';
    end if;
    lies := cage_seed_outstanding(new.pool_id);
    if new.kind = 'put_in' and not exists (
        select 1 from cage_poolfeed where pool_id = new.pool_id and until_at is null
    ) then
        raise exception 'a pool that has ended is seeded' using errcode = 'check_violation';
    end if;
    if new.kind = 'put_in' and lies + new.amount > terms.seed then
        raise exception 'more seed than is announced goes into a pool' using errcode = 'check_violation';
    end if;
    if new.kind = 'recovered' and new.amount > lies then
        raise exception 'more seed than lies in a pool comes back' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_poolseed_sound before insert on cage_poolseed
    for each row execute function cage_check_seed();

-- What a request moved between the vault and a pool is what its row says; looked at on commit.
create function cage_check_seed_moved() returns trigger language plpgsql as $$
begin
    if exists (
        select 1 from (
            select t.kind, t.room_id, coalesce(s.pool_id, g.pool_id) as pool_id, t.amount, t.gaming_day
            from players_transfer t
            join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
            where t.request_key = new.request_key and t.kind in ('seed', 'seed_back')
        ) moved full join (
            select case kind when 'put_in' then 'seed' else 'seed_back' end as kind, room_id, pool_id, amount, gaming_day
            from cage_poolseed where request_key = new.request_key
        ) stated using (kind, room_id, pool_id, amount, gaming_day)
        where moved is null or stated is null
    ) then
        raise exception 'what went into a pool as its seed, or came back, is not what its row says'
            using errcode = 'check_violation', detail = format('request %s', new.request_key);
    end if;
    return null;
end
$$;

create constraint trigger players_transfer_with_seed after insert on players_transfer
    deferrable initially deferred for each row when (new.kind in ('seed', 'seed_back'))
    execute function cage_check_seed_moved();
create constraint trigger cage_poolseed_moved after insert on cage_poolseed
    deferrable initially deferred for each row execute function cage_check_seed_moved();

-- A deposit is of money that the pool holds and that isn't deposited.
create function cage_check_pool_deposit() returns trigger language plpgsql as $$
begin
    if exists (select 1 from cage_pooldeposit where id = new.id) then
        return new;  -- the key refuses it
    end if;
    perform 1 from cage_promopool where id = new.pool_id and room_id = new.room_id for no key update;
    if not found then
        raise exception 'a deposit is of a pool of another room' using errcode = 'check_violation';
    end if;
    if new.amount + cage_deposited_of(new.pool_id) > (
        select coalesce(sum(balance), 0) from players_account
        where pool_id = new.pool_id and kind in ('pool_primary', 'pool_reserve')
    ) then
        raise exception 'more is deposited than a pool holds' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_pooldeposit_sound before insert on cage_pooldeposit
    for each row execute function cage_check_pool_deposit();

create function cage_check_pool_deposit_void() returns trigger language plpgsql as $$
begin
    perform 1 from cage_pooldeposit where id = new.deposit_id and room_id = new.room_id;
    if not found then
        raise exception 'a deposit is taken back in another room' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_pooldepositvoid_sound before insert on cage_pooldepositvoid
    for each row execute function cage_check_pool_deposit_void();

-- The cash of a deposit goes to the bank with its row, and comes back with its void, and not otherwise; looked at on
-- commit.
create function cage_check_pool_deposit_moved() returns trigger language plpgsql as $$
begin
    if exists (
        select 1 from cage_pooldeposit deposit
        where deposit.request_key = new.request_key and not exists (
            select 1 from players_transfer t
            join players_account s on s.id = t.source_id and s.kind = 'vault_cash'
            join players_account g on g.id = t.target_id and g.kind = 'bank'
            where t.request_key = deposit.request_key and t.kind = 'funding' and t.reverses_id is null
                and (t.room_id, t.amount, t.gaming_day) = (deposit.room_id, deposit.amount, deposit.gaming_day))
    ) or exists (
        select 1 from cage_pooldepositvoid void join cage_pooldeposit deposit on deposit.id = void.deposit_id
        where void.request_key = new.request_key and not exists (
            select 1 from players_transfer t join players_transfer first on first.id = t.reverses_id
            where t.request_key = void.request_key and first.request_key = deposit.request_key)
    ) or exists (
        select 1 from players_transfer t join players_transfer first on first.id = t.reverses_id
        join cage_pooldeposit deposit on deposit.request_key = first.request_key
        where t.request_key = new.request_key and not exists (
            select 1 from cage_pooldepositvoid
            where deposit_id = deposit.id and request_key = t.request_key)
    ) then
        raise exception 'the cash of a pool’s deposit moves otherwise than its rows say'
            using errcode = 'check_violation', detail = format('request %s', new.request_key);
    end if;
    return null;
end
$$;

create constraint trigger players_transfer_with_deposit after insert on players_transfer
    deferrable initially deferred for each row when (new.kind = 'funding' and new.reverses_id is not null)
    execute function cage_check_pool_deposit_moved();
create constraint trigger cage_pooldeposit_moved after insert on cage_pooldeposit
    deferrable initially deferred for each row execute function cage_check_pool_deposit_moved();
create constraint trigger cage_pooldepositvoid_moved after insert on cage_pooldepositvoid
    deferrable initially deferred for each row execute function cage_check_pool_deposit_moved();

-- In a room that asks for it nothing is awarded before it was deposited.
create function cage_check_award_deposited() returns trigger language plpgsql as $$
begin
    if exists (select 1 from cage_poolaward where id = new.id) then
        return new;  -- the key refuses it
    end if;
    if (select awards_need_deposit from rooms_room where id = new.room_id)
        and new.primary + new.reserve > cage_deposited_of(new.pool_id)
    then
        raise exception 'an award is of money that is not deposited' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_poolaward_deposited before insert on cage_poolaward
    for each row execute function cage_check_award_deposited();

-- The reconciliation of a day's pools knows of seeds, and of who put them in; the functions are changed as they stand.
do $$
declare
    change record;
    was text;
    longer text;
begin
    for change in select * from (values
        ('cage_pools_at(bigint, date)', 'where void.room_id = of_room and void.gaming_day <= day',
            'where void.room_id = of_room and void.gaming_day <= day
        union all
        select seed.pool_id, case seed.kind when ''put_in'' then seed.amount else -seed.amount end
        from cage_poolseed seed where seed.room_id = of_room and seed.gaming_day <= day'),
        ('cage_check_reconciliation()', 'and new.signed_by_id in (by_id, second_id)',
            'and new.signed_by_id in (by_id, second_id)
    ) or exists (
        select 1 from cage_poolseed where room_id = new.room_id and gaming_day = new.of_day
            and new.signed_by_id in (by_id, second_id)
    ) or exists (
        select 1 from cage_pooldeposit where room_id = new.room_id and gaming_day = new.of_day
            and new.signed_by_id in (by_id, second_id)
    ) or exists (
        select 1 from cage_pooldepositvoid where room_id = new.room_id and gaming_day = new.of_day
            and new.signed_by_id in (by_id, second_id)')
    ) as changes (function, old, new) loop
        was := pg_get_functiondef(change.function::regprocedure);
        longer := replace(was, change.old, change.new);
        if longer = was then
            raise exception 'a function of the pools is not the one that this release knows: %', change.function;
        end if;
        execute longer;
    end loop;
end $$;
