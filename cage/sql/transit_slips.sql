-- Fills and credits on their way (C-8): a slip goes through its states in one order, each step is an act of somebody else
-- than the one before, and chips lie in transit only while the acts say so.

-- Numbered without a gap; what was asked for stays, and the state follows the acts.
create function cage_transit_slip_goes_on() returns trigger language plpgsql as $$
declare
    last_number integer;
begin
    if tg_op = 'DELETE' then
        raise exception 'a slip is voided, never deleted' using errcode = 'restrict_violation';
    end if;
    if tg_op = 'INSERT' then
        if exists (select 1 from cage_transitslip where id = new.id) then
            return new;  -- the key refuses it
        end if;
        select coalesce(max(number), 0) into last_number from cage_transitslip
        where room_id = new.room_id and year = new.year and kind = new.kind;
        if new.number <> last_number + 1 or new.state <> 'requested' then
            raise exception 'slip % does not follow number %', new.number, last_number using errcode = 'check_violation';
        end if;
        if (cage_amount_of(new.chips), cage_amount_of(new.cash)) is distinct from (new.chips_amount, new.cash_amount) then
            raise exception 'the pieces of a slip do not come to its amounts' using errcode = 'check_violation';
        end if;
        perform 1 where exists (select 1 from cage_drawer where id = new.drawer_id and room_id = new.room_id)
            or exists (select 1 from tables_table where id = new.table_id and room_id = new.room_id);
        if not found then
            raise exception 'a slip is of no place of its room' using errcode = 'foreign_key_violation';
        end if;
        return new;
    end if;
    if to_jsonb(new) - 'state' is distinct from to_jsonb(old) - 'state'
        or (old.state, new.state) not in (
            ('requested', 'authorised'), ('requested', 'refused'), ('requested', 'voided'), ('authorised', 'sent'),
            ('authorised', 'refused'), ('authorised', 'voided'), ('sent', 'received'), ('sent', 'refused'),
            ('sent', 'voided')
        )
    then
        raise exception 'a slip does not go from % to %', old.state, new.state using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_transitslip_goes_on before insert or update or delete on cage_transitslip
    for each row execute function cage_transit_slip_goes_on();

-- Each act follows the one before and is somebody else's; at least three people have had a slip in hand that arrived.
create function cage_transit_act_follows() returns trigger language plpgsql as $$
declare
    slip record;
    named record;
begin
    if exists (select 1 from cage_transitact where id = new.id) then
        return new;  -- the key refuses it
    end if;
    select * into slip from cage_transitslip where id = new.slip_id;
    select count(*) filter (where step = 'requested') as asked, count(*) filter (where step = 'authorised') as allowed,
        count(*) filter (where step = 'sent') as sent,
        count(*) filter (where step in ('received', 'refused', 'voided')) as ended,
        max(person_id) filter (where step = 'requested') as requester,
        max(person_id) filter (where step = 'authorised') as authoriser,
        max(person_id) filter (where step = 'sent') as sender, max(runner_id) as runner
    into named from cage_transitact where slip_id = new.slip_id;
    if slip.room_id <> new.room_id or named.ended > 0
        or not (case new.step
            when 'requested' then named.asked = 0
            when 'authorised' then named.asked = 1 and named.allowed = 0
            when 'sent' then named.allowed = 1 and named.sent = 0
            when 'received' then named.sent = 1
            else named.asked = 1
        end)
        or new.is_moved <> (new.step in ('sent', 'received') or (named.sent = 1 and new.step in ('refused', 'voided')))
    then
        raise exception 'the act % does not follow what was done with the slip', new.step
            using errcode = 'check_violation';
    end if;
    if (cage_amount_of(new.chips), cage_amount_of(new.cash)) is distinct from (new.chips_amount, new.cash_amount)
        or new.step in ('requested', 'authorised', 'sent')
            and (new.chips, new.cash) is distinct from (slip.chips, slip.cash)
    then
        raise exception 'the pieces of an act are not those of its slip' using errcode = 'check_violation';
    end if;
    if new.step = 'authorised' and new.person_id = named.requester
        or new.is_moved and new.person_id = named.runner
        or new.runner_id = new.person_id
        or new.step = 'received' and new.person_id = named.sender
        or new.step = 'received' and (
            select count(distinct person) from unnest(
                array[named.requester, named.authoriser, named.sender, new.person_id]) person) < 3
        or new.verifier_id in (new.person_id, coalesce(named.runner, new.runner_id))
    then
        raise exception 'one person signs a slip where two must' using errcode = 'check_violation';
    end if;
    if new.is_moved and slip.table_id is not null and new.verifier_id is null
        and (slip.kind = 'fill') = (new.step = 'received')
    then
        raise exception 'nobody verified what came to a tray, or left it' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_transitact_follows before insert on cage_transitact
    for each row execute function cage_transit_act_follows();

-- A state is that of the last act: looked at on commit, when both are there.
create function cage_check_transit_state() returns trigger language plpgsql as $$
declare
    slip bigint := case when tg_table_name = 'cage_transitact' then (to_jsonb(new)->>'slip_id')::bigint else new.id end;
begin
    perform 1 from cage_transitslip s where s.id = slip and s.state = (
        select step from cage_transitact where slip_id = slip order by id desc limit 1);
    if not found then
        raise exception 'the state of a slip is not that of its last act' using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create constraint trigger cage_transitslip_as_acted after insert or update on cage_transitslip
    deferrable initially deferred for each row execute function cage_check_transit_state();
create constraint trigger cage_transitact_as_acted after insert on cage_transitact
    deferrable initially deferred for each row execute function cage_check_transit_state();

-- A place of the ledger in one word.
create function cage_place(account bigint) returns text language sql stable as $$
    select kind || ':' || coalesce(drawer_id, table_id, slip_id, session_id, 0) from players_account where id = account
$$;

-- The transfers that an act of a slip is made of.
create function cage_transit_legs(wanted text) returns table (kind text, source text, target text, amount bigint)
    language sql stable as $$
    with act as (
        select a.*, s.kind as slip_kind, s.drawer_id, s.table_id, before.chips_amount as sent_chips,
            before.cash_amount as sent_cash
        from cage_transitact a join cage_transitslip s on s.id = a.slip_id
        left join cage_transitact before on before.slip_id = a.slip_id and before.step = 'sent'
        where a.request_key = wanted and a.is_moved
    ), part as (
        select act.*, what, 'vault_' || what || ':0' as vault,
            case when drawer_id is null then 'tray:' || table_id else 'drawer_' || what || ':' || drawer_id end as place,
            case what when 'chips' then 'transit:' else 'transit_cash:' end || slip_id as way,
            case what when 'chips' then 'over_short:0' else 'over_short_cash:0' end as off,
            case what when 'chips' then chips_amount else cash_amount end as counted,
            case what when 'chips' then sent_chips else sent_cash end as sent
        from act cross join unnest(array['chips', 'cash']) what
    ), leg as (
        select slip_kind as kind, case when slip_kind = 'fill' then vault else place end as source, way as target,
            counted as amount
        from part where step = 'sent'
        union all
        select slip_kind, way, case when (slip_kind = 'fill') = (step = 'received') then place else vault end, counted
        from part where step <> 'sent'
        union all select 'variance', way, off, sent - counted from part where step <> 'sent'
        union all select 'variance', off, way, counted - sent from part where step <> 'sent'
    )
    select kind, source, target, amount from leg where amount > 0
$$;

create function cage_transit_fault(wanted text) returns text language plpgsql as $$
begin
    if exists (
        with moved as (
            select t.kind::text, cage_place(t.source_id) as source, cage_place(t.target_id) as target, t.amount
            from players_transfer t where t.request_key = wanted
        )
        (select * from moved except all select * from cage_transit_legs(wanted))
        union all
        (select * from cage_transit_legs(wanted) except all select * from moved)
    ) then
        return 'what a slip moved is not what its act says';
    end if;
    return null;
end
$$;

create function cage_check_transit() returns trigger language plpgsql as $$
declare
    fault text;
begin
    if tg_table_name = 'players_transfer' then
        perform 1 from players_transfer t join players_account a on a.id in (t.source_id, t.target_id)
        where t.request_key = new.request_key and a.slip_id is not null;
        if not found then
            return null;
        end if;
    end if;
    fault := cage_transit_fault(new.request_key);
    if fault is not null then
        raise exception '%', fault using errcode = 'check_violation', detail = format('request %s', new.request_key);
    end if;
    return null;
end
$$;

create constraint trigger players_transfer_with_act after insert on players_transfer
    deferrable initially deferred for each row when (new.kind in ('fill', 'credit', 'variance'))
    execute function cage_check_transit();
create constraint trigger cage_transitact_moved after insert on cage_transitact
    deferrable initially deferred for each row execute function cage_check_transit();

-- A drawer is not counted while something is on its way to it or from it.
create function cage_refuse_count_on_the_way() returns trigger language plpgsql as $$
begin
    perform 1 from cage_transitslip
    where drawer_id = new.drawer_id and state in ('requested', 'authorised', 'sent');
    if found then
        raise exception 'a drawer is counted while a slip of it is open' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_drawersession_no_slip before update on cage_drawersession
    for each row when (old.state = 'open' and new.state = 'counting') execute function cage_refuse_count_on_the_way();
