-- Counts of the vault (R25): while one goes on nothing enters the vault or leaves it; what it is short or over is booked
-- with a row that says so; and a count goes through its states in one order.

-- The places of over-and-short are the vault's too: two ways in each direction, in the list as it stands.
do $$
declare
    was text := pg_get_functiondef('players_route(text, text, text)'::regprocedure);
    longer text := replace(
        was,
        '''variance tray over_short''',
        '''variance vault_chips over_short'', ''variance over_short vault_chips'',
        ''variance vault_cash over_short_cash'', ''variance over_short_cash vault_cash'',
        ''variance tray over_short''');
begin
    if longer = was then
        raise exception 'the list of routes is not the one that this release knows';
    end if;
    execute longer;
end $$;

create function cage_vault_count_goes_on() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' then
        raise exception 'a count of the vault ends, and is never deleted' using errcode = 'restrict_violation';
    end if;
    if (new.id, new.room_id, new.counter_id, new.until, new.began_at)
            is distinct from (old.id, old.room_id, old.counter_id, old.until, old.began_at)
        or (old.state, new.state) not in (
            ('counting', 'recount'), ('counting', 'counted'), ('counting', 'given_up'), ('recount', 'counted'),
            ('recount', 'given_up')
        )
        or old.state = 'recount' and new.state = 'given_up' and new.second_id is null
    then
        raise exception 'a count of the vault does not go from % to %', old.state, new.state
            using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_vaultcount_goes_on before update or delete on cage_vaultcount
    for each row execute function cage_vault_count_goes_on();

-- A sheet belongs to a count that goes on; who began it counts first, and nobody second who has seen what must be there.
create function cage_check_vault_sheet() returns trigger language plpgsql as $$
declare
    counting cage_vaultcount;
    since timestamptz;
begin
    if (cage_amount_of(new.chips), cage_amount_of(new.cash)) is distinct from (new.chips_amount, new.cash_amount) then
        raise exception 'the pieces of a count do not come to its amounts' using errcode = 'check_violation';
    end if;
    select * into counting from cage_vaultcount where id = new.count_id;
    if counting.state <> (case when new.part = 'together' then 'recount' else 'counting' end) then
        raise exception 'a vault that is % is counted', counting.state using errcode = 'check_violation';
    end if;
    if new.part <> 'together' and (new.part = 'first') <> (new.counted_by_id = counting.counter_id) then
        raise exception 'who began a count of the vault counts first, and somebody else second'
            using errcode = 'check_violation';
    end if;
    select max(ended_at) into since from cage_vaultcount where room_id = counting.room_id and state = 'counted';
    if exists (
        select 1 from cage_vaultlook k
        where k.room_id = counting.room_id and k.at > coalesce(since, '-infinity') and k.by_id <> counting.counter_id
            and k.by_id in (new.counted_by_id, new.second_id, new.third_id)
    ) then
        raise exception 'who has seen what must be there counts the vault' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_vaultsheet_sound before insert on cage_vaultsheet
    for each row execute function cage_check_vault_sheet();

-- Whether a vault is counted is asked of the kinds that can move something there alone: the others are the hot path's.
create function cage_check_vault() returns trigger language plpgsql as $$
begin
    perform 1 from players_account
    where id in (new.source_id, new.target_id) and kind in ('vault_chips', 'vault_cash');
    if found and (new.kind = 'variance') <> exists (
        select 1 from cage_vaultcount where room_id = new.room_id and state in ('counting', 'recount')
    ) then
        raise exception 'a vault that is counted takes and gives nothing but what its count finds'
            using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create trigger players_transfer_of_vault after insert on players_transfer
    for each row when (new.kind in (
        'issue', 'funding', 'fill', 'credit', 'debt', 'shortfall', 'box_count', 'toke_exchange', 'variance', 'award_paid'
    )) execute function cage_check_vault();

-- A variance is its transfers, and its transfers are one: looked at on commit, when both are there.
create function cage_check_vault_variance() returns trigger language plpgsql as $$
begin
    if exists (
        select 1 from (
            select t.room_id,
                sum(case g.kind when 'vault_chips' then t.amount when 'over_short' then -t.amount else 0 end) as chips,
                sum(case g.kind when 'vault_cash' then t.amount when 'over_short_cash' then -t.amount else 0 end) as cash
            from players_transfer t
            join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
            where t.request_key = new.request_key and t.kind = 'variance'
                and array[s.kind, g.kind] && array['vault_chips', 'vault_cash']::varchar[] group by 1
        ) moved full join (
            select room_id, chips, cash from cage_vaultvariance where request_key = new.request_key
        ) stated using (room_id)
        where (moved.chips, moved.cash) is distinct from (stated.chips::numeric, stated.cash::numeric)
    ) then
        raise exception 'what the vault was counted short or over is not what was booked'
            using errcode = 'check_violation', detail = format('request %s', new.request_key);
    end if;
    return null;
end
$$;

create constraint trigger players_transfer_with_vault after insert on players_transfer
    deferrable initially deferred for each row when (new.kind = 'variance')
    execute function cage_check_vault_variance();
create constraint trigger cage_vaultvariance_moved after insert on cage_vaultvariance
    deferrable initially deferred for each row execute function cage_check_vault_variance();

-- A count ends with two sheets that are equal, or with one of three people, and with what the books said and lacked.
create function cage_check_counted_vault() returns trigger language plpgsql as $$
declare
    first cage_vaultsheet;
    second cage_vaultsheet;
    last cage_vaultsheet;
    off cage_vaultvariance;
begin
    select * into first from cage_vaultsheet where count_id = new.id and part = 'first';
    select * into second from cage_vaultsheet where count_id = new.id and part = 'second';
    select * into last from cage_vaultsheet where count_id = new.id and part = 'together';
    select * into off from cage_vaultvariance where count_id = new.id;
    if first.id is null or second.id is null
        or last.id is null and (first.chips, first.cash) is distinct from (second.chips, second.cash)
        or last.id is not null and not array[first.counted_by_id, second.counted_by_id]
            <@ array[last.counted_by_id, last.second_id, last.third_id]
        or (new.expected_chips + coalesce(off.chips, 0), new.expected_cash + coalesce(off.cash, 0)) is distinct from (
            coalesce(last.chips_amount, second.chips_amount), coalesce(last.cash_amount, second.cash_amount))
    then
        raise exception 'the vault is counted by two who agree, or by three' using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create constraint trigger cage_vaultcount_by_two after update on cage_vaultcount
    deferrable initially deferred for each row when (new.state = 'counted') execute function cage_check_counted_vault();
