-- What a drawer is counted short or over goes to the room's over-and-short, chips and cash apart, and nowhere else.
-- From where to where chips and cash go, by the kind of the transfer: a closed list. players/ledger/routes.py says it again
-- for the refusals.
create or replace function players_route(kind text, source text, target text) returns boolean language sql immutable as $$
    select (kind, source, target) in (
        ('issue', 'chip_issue', 'vault_chips'), ('issue', 'vault_chips', 'chip_issue'),
        ('funding', 'bank', 'vault_cash'), ('funding', 'vault_cash', 'bank'),
        ('fill', 'vault_chips', 'drawer_chips'), ('fill', 'vault_cash', 'drawer_cash'),
        ('credit', 'drawer_chips', 'vault_chips'), ('credit', 'drawer_cash', 'vault_cash'),
        ('chip_sale', 'patrons', 'drawer_cash'), ('chip_sale', 'drawer_chips', 'rack'),
        ('chip_redemption', 'rack', 'drawer_chips'), ('chip_redemption', 'drawer_cash', 'patrons'),
        ('buy_in', 'rack', 'seat'),
        ('add_on', 'rack', 'seat'),
        ('hand', 'seat', 'pot'), ('hand', 'pot', 'seat'), ('hand', 'pot', 'rake_box'), ('hand', 'pot', 'promo_box'),
        ('hand', 'felt', 'rake_box'), ('hand', 'felt', 'promo_box'),
        ('count', 'seat', 'felt'), ('count', 'felt', 'seat'),
        ('time_charge', 'seat', 'time_box'),
        ('toke', 'seat', 'tokes'),
        ('incidental', 'seat', 'rack'),
        ('pick_up', 'seat', 'rack'),
        ('leave', 'seat', 'rack'),
        ('move', 'seat', 'seat'),
        ('ruling', 'seat', 'pot'), ('ruling', 'pot', 'seat'), ('ruling', 'rack', 'pot'), ('ruling', 'pot', 'rack'),
        ('ruling', 'rake_box', 'pot'), ('ruling', 'pot', 'rake_box'), ('ruling', 'impound', 'pot'),
        ('ruling', 'pot', 'impound'), ('ruling', 'promo_box', 'pot'), ('ruling', 'pot', 'promo_box'),
        ('debt', 'receivable', 'rake_box'), ('debt', 'rake_box', 'receivable'), ('debt', 'receivable', 'promo_box'),
        ('debt', 'promo_box', 'receivable'), ('debt', 'seat', 'receivable'), ('debt', 'rack', 'receivable'),
        ('debt', 'receivable', 'rack'), ('debt', 'drawer_chips', 'receivable'), ('debt', 'vault_chips', 'receivable'),
        ('debt', 'receivable', 'vault_chips'),
        ('shortfall', 'vault_chips', 'felt'),
        ('correction', 'seat', 'pot'), ('correction', 'pot', 'seat'), ('correction', 'rack', 'pot'),
        ('correction', 'pot', 'rack'), ('correction', 'rake_box', 'pot'), ('correction', 'pot', 'rake_box'),
        ('correction', 'promo_box', 'pot'), ('correction', 'pot', 'promo_box'), ('correction', 'felt', 'rake_box'),
        ('correction', 'rake_box', 'felt'), ('correction', 'felt', 'promo_box'), ('correction', 'promo_box', 'felt'),
        ('opening_variance', 'drawer_chips', 'over_short'), ('opening_variance', 'over_short', 'drawer_chips'),
        ('opening_variance', 'drawer_cash', 'over_short_cash'), ('opening_variance', 'over_short_cash', 'drawer_cash'),
        ('closing_variance', 'drawer_chips', 'over_short'), ('closing_variance', 'over_short', 'drawer_chips'),
        ('closing_variance', 'drawer_cash', 'over_short_cash'), ('closing_variance', 'over_short_cash', 'drawer_cash'),
        ('import', 'chip_issue', 'seat'), ('import', 'seat', 'chip_issue')
    )
$$;

-- Who asked for a group of transfers, for what, and whether somebody can tell (players/sql/acts_that_fit.sql).
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
    if whole.kinds not in (
        'issue', 'funding', 'funding+issue', 'fill', 'credit', 'chip_sale', 'add_on+chip_sale', 'buy_in+chip_sale',
        'chip_sale+debt', 'chip_redemption', 'buy_in', 'add_on', 'hand', 'count+hand', 'count', 'count+leave', 'leave',
        'count+pick_up', 'pick_up', 'count+move', 'move', 'incidental', 'time_charge', 'toke', 'ruling', 'correction',
        'debt', 'shortfall', 'opening_variance', 'closing_variance', 'import'
    ) then
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
    if whole.kinds ~ '(issue|funding|fill|credit|ruling|correction|debt|shortfall)'
        and not (whole.kinds = 'ruling' and wanted like 'dispute:%:hold')
        and not exists (
            select 1 from players_moneyact
            where request_key = regexp_replace(wanted, ':(back|debt:[0-9]+)$', '')
                and room_id = whole.room_id and by_id is not distinct from whole.by_id and at = whole.at
                and case
                    when whole.kinds ~ '(issue|funding|fill|credit|shortfall)' then
                        request_key = wanted and amount = whole.amount and act = case
                            when whole.kinds ~ '(issue|funding)' then 'stock'
                            when whole.kinds = 'shortfall' then 'shortfall'
                            else 'fill'
                        end
                    when whole.kinds = 'correction' then
                        request_key = wanted and act in ('correction', 'tick_correction', 'void')
                    when whole.kinds = 'ruling' then act = 'ruling'
                    else act in ('collect', 'write_off', 'ruling')
                end
        )
    then
        return 'no act says who answers for these transfers';
    end if;
    return null;
end
$$;

-- What its legs must be, by what the group holds. A variance moves chips without cash, or cash without chips: its row
-- says how much (cage/sql/drawer_sessions.sql).
create or replace function players_group_legs_fault(wanted text) returns text language plpgsql as $$
declare
    legs record;
begin
    select
        coalesce(sum(t.amount) filter (where s.kind = 'patrons'), 0) as cash_in,
        coalesce(sum(t.amount) filter (where g.kind = 'patrons'), 0) as cash_out,
        coalesce(sum(t.amount) filter (where s.kind = 'drawer_chips' and g.kind not in ('vault_chips', 'over_short')), 0)
            as chips_out,
        coalesce(sum(t.amount) filter (where g.kind = 'drawer_chips' and s.kind not in ('vault_chips', 'over_short')), 0)
            as chips_in,
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
        bool_or(t.kind = 'move') as moves
    into legs
    from players_transfer t join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
    where t.request_key = wanted;
    if legs.cash_in <> legs.chips_out or legs.cash_out <> legs.chips_in then
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
    if legs.sold > 0 and legs.stacked > 0 and legs.onto_stack <> legs.cash_in then
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
                    or d.player_id in (s.player_id, sat.player_id, g.player_id)
                    or s.kind in ('vault_chips', 'drawer_chips') or g.kind = 'vault_chips'))
    ) then
        return 'a debt is settled that no entry tells of, or by somebody else';
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
