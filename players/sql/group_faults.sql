-- What a group of transfers may be: which kinds go together, which act answers for them, who asked for it (the head), and
-- what it holds (the legs). They take the place of those of the base.

-- Whether transfers of these kinds, sorted and joined by "+", may be one group.
create or replace function players_is_group(kinds text) returns boolean language sql immutable as $$
    select kinds in (
        'issue', 'funding', 'funding+issue', 'fill', 'credit', 'chip_sale', 'add_on+chip_sale', 'buy_in+chip_sale',
        'chip_sale+debt', 'chip_redemption', 'buy_in', 'add_on', 'hand', 'count+hand', 'count', 'count+leave', 'leave',
        'count+pick_up', 'pick_up', 'count+move', 'move', 'incidental', 'time_charge', 'toke', 'ruling', 'correction',
        'debt', 'shortfall', 'opening_variance', 'closing_variance', 'import', 'fill+variance', 'credit+variance', 'drop',
        'box_count', 'box_count+variance', 'variance', 'residual', 'presented', 'deposit', 'withdrawal',
        'tournament_entry', 'tournament_paid', 'promo_payout', 'toke_exchange', 'comp_paid', 'paid_out', 'paid_in'
    )
$$;

-- Whether an act of that code may answer for a group of these kinds, other than the debts of a ruling or a collection.
create or replace function players_act_answers(kinds text, code text) returns boolean language sql immutable as $$
    select case
        when kinds ~ '(issue|funding)' then code in ('stock', 'destroy')
        when kinds = 'shortfall' then code = 'shortfall'
        when kinds ~ '(fill|credit)' then code in ('fill', 'slip')
        else false
    end
$$;

-- An act answers for its own kind of money, and in the cage for its own amount and nothing besides. What a case holds
-- is booked without one, by transfers of the kind ruling alone.
create or replace function players_group_head_fault(wanted text) returns text language plpgsql as $$
declare
    whole record;
begin
    select count(*) as legs, max(number) as last, sum(amount) as amount, min(room_id) as room_id, min(at) as at,
        min(by_id) as by_id,
        count(distinct (room_id, at, gaming_day, coalesce(by_id, 0), coalesce(hand_id, 0))) as heads,
        string_agg(distinct kind, '+' order by kind) as kinds, bool_or(reverses_id is null) as goes_on
    into whole
    from players_transfer where request_key = wanted;
    if whole.legs <> whole.last then
        return 'a group of transfers is not numbered 1, 2, 3';
    end if;
    if whole.heads <> 1 then
        return 'a group of transfers is not of one room, one instant, one person and one hand';
    end if;
    if not players_is_group(whole.kinds) then
        return format('no group of transfers is %s', whole.kinds);
    end if;
    if not exists (
        select 1 from requests_requestkey
        where key = wanted and at = whole.at and by_id is not distinct from whole.by_id
    ) then
        return 'nobody asked for these transfers by this key';
    end if;
    if not exists (
        select 1 from (
            select at, by_id from audit_auditevent where room_id = whole.room_id order by id desc limit 2000
        ) event
        where event.at = whole.at and event.by_id is not distinct from whole.by_id
    ) then
        return 'no event in the audit trail tells of these transfers';
    end if;
    if (whole.kinds ~ '(issue|funding|fill|credit|ruling|correction|debt|shortfall)'
            or (whole.kinds ~ '(chip_|presented|deposit|withdrawal|tournament_|promo_|toke_e|comp_|paid_)' and not whole.goes_on))
        and not (whole.kinds = 'ruling' and wanted like 'dispute:%:hold')
        and not exists (
            select 1 from players_moneyact
            where request_key = regexp_replace(wanted, ':(back|debt:[0-9]+)$', '')
                and room_id = whole.room_id and by_id is not distinct from whole.by_id and at = whole.at
                and case
                    when whole.kinds ~ '(issue|funding|fill|credit|shortfall)' then
                        request_key = wanted and amount = whole.amount and players_act_answers(whole.kinds, act)
                    when whole.kinds = 'correction' then
                        request_key = wanted and act in ('correction', 'tick_correction', 'void')
                    when whole.kinds = 'ruling' then act = 'ruling'
                    when whole.kinds ~ '(chip_|presented|deposit|withdrawal|tournament_|promo_|toke_e|comp_|paid_)'
                            and not whole.goes_on then
                        request_key = wanted and act = 'slip_void' and amount * whole.legs = whole.amount
                    else act in ('collect', 'write_off', 'ruling')
                end
        )
    then
        return 'no act says who answers for these transfers';
    end if;
    return null;
end
$$;

-- What its legs must be, by what the group holds. The slip of a sale or a redemption, and that of its void, are asked for
-- by the cage.
create or replace function players_group_legs_fault(wanted text) returns text language plpgsql as $$
declare
    legs record;
begin
    select
        coalesce(sum(t.amount) filter (where s.kind = 'patrons'), 0) as cash_in,
        coalesce(sum(t.amount) filter (where g.kind in ('patrons', 'tokes_paid') and s.kind <> 'vault_cash'), 0)
            as cash_out,
        coalesce(sum(t.amount) filter (
            where s.kind = 'drawer_chips' and g.kind not in ('vault_chips', 'over_short', 'transit')), 0) as chips_out,
        coalesce(sum(t.amount) filter (
            where g.kind = 'drawer_chips' and s.kind not in ('vault_chips', 'over_short', 'transit')), 0) as chips_in,
        coalesce(max(t.amount) filter (where t.kind in ('buy_in', 'add_on')), 0) as onto_stack,
        count(*) filter (where t.kind in ('buy_in', 'add_on')) as stacked,
        count(*) filter (where t.kind in ('leave', 'pick_up', 'move', 'incidental')) as taken_off,
        count(*) filter (where t.kind in ('toke', 'shortfall')) as paid,
        count(*) filter (where t.kind = 'issue') as issued,
        count(*) filter (where t.kind = 'funding') as funded,
        count(*) filter (where t.kind in ('chip_sale', 'chip_redemption')) as sold,
        count(*) filter (where t.kind = 'debt') as debts,
        bool_or(t.kind in ('hand', 'correction') and t.hand_id is null) as of_no_hand,
        bool_or(t.kind <> 'debt' and s.kind = 'pot' and g.kind <> 'impound') as paid_out,
        bool_or(t.reverses_id is not null) as goes_back,
        bool_and(t.reverses_id is not null) as all_goes_back,
        count(distinct coalesce(s.drawer_id, g.drawer_id)) as drawers,
        count(distinct coalesce(s.player_id, g.player_id)) as players,
        count(distinct coalesce(s.session_id, g.session_id)) as sessions,
        bool_or(t.kind in ('move', 'drop')) as moves,
        bool_and(t.kind = 'toke_exchange') as tokes
    into legs
    from players_transfer t join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
    where t.request_key = wanted;
    -- Tokes of a pool are counted on one day and paid on another: the cage asks for the slip of each.
    if not legs.tokes and (legs.cash_in <> legs.chips_out or legs.cash_out <> legs.chips_in) then
        return 'chips and cash that change hands at the cage are not of one amount';
    end if;
    if legs.drawers > 1 then
        return 'one group of transfers is of two drawers';
    end if;
    if legs.sold not in (0, case when legs.debts > 0 then 1 else 2 end)
        or legs.stacked > 1 or legs.taken_off > 1 or legs.paid > 1 or legs.issued > 1 or legs.funded > 1
    then
        return 'a group of transfers has a leg too many, or too few';
    end if;
    if legs.sold > 0 and legs.stacked > 0 and legs.onto_stack <> greatest(legs.cash_in, legs.cash_out) then
        return 'not what was sold goes on to the stack';
    end if;
    if legs.sold > 0 and legs.debts = 0 and legs.players > 1 then
        return 'chips are sold to one player and booked for another';
    end if;
    if legs.debts > 0 and exists (
        select 1
        from players_transfer t
        join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
        left join players_sitting sat on sat.id = s.sitting_id
        where t.request_key = wanted and t.kind = 'debt' and not exists (
            select 1 from players_debtentry e join players_debt d on d.id = e.debt_id
            where e.request_key = wanted
                and (d.case_id, d.hand_id) is not distinct from (
                    case when s.kind = 'receivable' then s.case_id else g.case_id end,
                    case when s.kind = 'receivable' then s.hand_id else g.hand_id end)
                and (
                    d.goes_to_id in (s.id, g.id)
                    or exists (
                        select 1 from players_player owes join players_player pays
                            on coalesce(pays.same_as_id, pays.id) = coalesce(owes.same_as_id, owes.id)
                        where owes.id = d.player_id and pays.id in (s.player_id, sat.player_id, g.player_id))
                    or e.how = 'voided' and exists (
                        select 1 from players_debtentry paid
                        join players_transfer first on first.request_key = paid.request_key and first.kind = 'debt'
                        join players_account from_ on from_.id = first.source_id
                        left join players_sitting was on was.id = from_.sitting_id
                        where paid.id = e.voids_id and g.kind = 'rack'
                            and g.player_id = coalesce(from_.player_id, was.player_id))
                    or s.kind in ('vault_chips', 'drawer_chips') or g.kind = 'vault_chips'
                    or g.kind = 'drawer_chips' and e.how = 'voided'))
    ) then
        return 'a debt is settled that no entry tells of, or by somebody else';
    end if;
    if legs.goes_back and legs.debts > 0 and legs.sold = 0 then
        return 'a debt is taken back without the cash that paid it';
    end if;
    if legs.of_no_hand then
        return 'a hand is booked that has no number';
    end if;
    if legs.paid_out and wanted like 'dispute:%:hold' then
        return 'what a case holds is paid out';
    end if;
    if legs.sessions > 1 and not legs.moves then
        return 'one group of transfers is of two tables';
    end if;
    if legs.goes_back and legs.stacked > 0 and legs.sold = 0 then
        return 'chips are taken back off a stack without the sale that brought them';
    end if;
    if legs.goes_back and (not legs.all_goes_back or exists (
        select 1
        from players_transfer back join players_transfer first on first.id = back.reverses_id
        join players_transfer other on other.request_key = first.request_key
        where back.request_key = wanted and not exists (
            select 1 from players_transfer undone where undone.reverses_id = other.id)
    )) then
        return 'half a group of transfers is taken back';
    end if;
    return players_time_fault(wanted);
end
$$;
