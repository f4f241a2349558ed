-- A table's time charges are one act with a leg for each seat, and each leg is what its rows say was collected there: no
-- chip of a time charge moves without its row, nor goes back.
create function players_time_fault(wanted text) returns text language plpgsql as $$
begin
    if exists (
        select 1 from (
            select s.sitting_id, sum(t.amount) as amount, count(*) as legs
            from players_transfer t join players_account s on s.id = t.source_id
            where t.request_key = wanted and t.kind = 'time_charge' group by 1
        ) paid full join (
            select sitting_id, sum(amount) as amount from players_timecharge
            where request_key = wanted and outcome = 'collected' group by 1
        ) due using (sitting_id)
        where paid.amount is distinct from due.amount or paid.legs > 1
    ) then
        return 'the chips of a time charge are not what its rows say';
    end if;
    return null;
end
$$;

create function players_check_time() returns trigger language plpgsql as $$
declare
    fault text := players_time_fault(new.request_key);
begin
    if fault is not null then
        raise exception '%', fault using errcode = 'check_violation', detail = format('request %s', new.request_key);
    end if;
    return null;
end
$$;

create constraint trigger players_timecharge_moved after insert on players_timecharge
    deferrable initially deferred for each row execute function players_check_time();

-- What its legs must be, by what the group holds. The slip of a sale or a redemption is asked for by the cage
-- (cage/sql/slips.sql).
create or replace function players_group_legs_fault(wanted text) returns text language plpgsql as $$
declare
    legs record;
begin
    select
        coalesce(sum(t.amount) filter (where s.kind = 'patrons'), 0) as cash_in,
        coalesce(sum(t.amount) filter (where g.kind = 'patrons'), 0) as cash_out,
        coalesce(sum(t.amount) filter (where s.kind = 'drawer_chips' and g.kind <> 'vault_chips'), 0) as chips_out,
        coalesce(sum(t.amount) filter (where g.kind = 'drawer_chips' and s.kind <> 'vault_chips'), 0) as chips_in,
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
