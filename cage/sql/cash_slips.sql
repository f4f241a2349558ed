-- Every other kind of money at a window moves with the slip that says so, of the same kind, amount and drawer, and goes back
-- with the void of that slip; looked at on commit, when both are there.
create function cage_cash_slip_fault(wanted text) returns text language plpgsql as $$
declare
    legs record;
begin
    select
        count(*) as moves,
        min(t.kind) as kind,
        count(distinct t.kind) as kinds,
        min(t.amount) as amount,
        max(t.amount) as most,
        bool_and(t.reverses_id is not null) as goes_back,
        min(t.room_id) as room_id,
        min(t.gaming_day) as gaming_day,
        count(distinct coalesce(s.drawer_id, g.drawer_id)) as drawers,
        min(coalesce(s.drawer_id, g.drawer_id)) as drawer_id
    into legs
    from players_transfer t join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
    where t.request_key = wanted;
    if legs.kinds <> 1 or legs.drawers <> 1 or legs.amount <> legs.most
        or legs.moves <> (case legs.kind when 'presented' then 2 else 1 end)
    then
        return 'other money of a window has a leg too many, or too few';
    end if;
    if legs.goes_back then
        if not exists (
            select 1
            from cage_slipvoid v
            join cage_cashslip c on c.id = v.cash_slip_id
            join players_transfer back on back.request_key = v.request_key
            join players_transfer first on first.id = back.reverses_id and first.request_key = c.request_key
            where v.request_key = wanted and v.room_id = legs.room_id
        ) then
            return 'other money of a window is taken back without its void';
        end if;
        return null;
    end if;
    if not exists (
        select 1 from cage_cashslip where request_key = wanted and room_id = legs.room_id and kind = legs.kind
            and amount = legs.amount and drawer_id = legs.drawer_id and gaming_day = legs.gaming_day
    ) then
        return 'other money of a window moves without a slip of that kind, drawer and amount';
    end if;
    return null;
end
$$;

create function cage_check_cash_slip() returns trigger language plpgsql as $$
declare
    fault text;
begin
    perform 1 from players_transfer where request_key = new.request_key and number > new.number;
    if found then
        return null;
    end if;
    fault := cage_cash_slip_fault(new.request_key);
    if fault is not null then
        raise exception '%', fault using errcode = 'check_violation', detail = format('request %s', new.request_key);
    end if;
    return null;
end
$$;

create constraint trigger players_transfer_with_cash_slip after insert on players_transfer
    deferrable initially deferred for each row
    when (new.kind in (
        'presented', 'tournament_entry', 'tournament_paid', 'promo_payout', 'comp_paid', 'paid_out', 'paid_in'))
    execute function cage_check_cash_slip();

-- A slip says what was moved: the ledger has it.
create function cage_check_cash_slip_moved() returns trigger language plpgsql as $$
begin
    perform 1 from players_transfer t join players_account a on a.id in (t.source_id, t.target_id)
    where t.request_key = new.request_key and t.kind = new.kind and t.amount = new.amount
        and t.room_id = new.room_id and a.drawer_id = new.drawer_id and a.holds_cash;
    if not found then
        raise exception 'a slip tells of money that did not move' using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create constraint trigger cage_cashslip_moved after insert on cage_cashslip
    deferrable initially deferred for each row execute function cage_check_cash_slip_moved();

-- Nobody who is barred enters a tournament, or is given a promotion or a comp (I-14, COMAR 36.03.06.01). Prizes and chips
-- are paid to everybody.
create function cage_check_cash_slip_barred() returns trigger language plpgsql as $$
begin
    if new.kind in ('tournament_entry', 'promo_payout', 'comp_paid') then
        perform players_refuse_barred(new.player_id, new.at);
    end if;
    return new;
end
$$;

create trigger cage_cashslip_not_barred before insert on cage_cashslip
    for each row execute function cage_check_cash_slip_barred();

-- A void is one of a slip of its room, whichever kind of slip, and moves what the slip says.
create or replace function cage_check_void() returns trigger language plpgsql as $$
begin
    perform 1 from (
        select room_id, request_key from cage_buyin where id = new.buy_in_id
        union all select room_id, request_key from cage_cashout where id = new.cash_out_id
        union all select room_id, request_key from cage_cashslip where id = new.cash_slip_id
    ) slip
    join players_transfer first on first.request_key = slip.request_key
    join players_transfer back on back.reverses_id = first.id and back.request_key = new.request_key
    where slip.room_id = new.room_id;
    if not found then
        raise exception 'a void takes back nothing' using errcode = 'check_violation';
    end if;
    return null;
end
$$;
