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
    if whole.kinds not in (
        'issue', 'funding', 'funding+issue', 'fill', 'credit', 'chip_sale', 'add_on+chip_sale', 'buy_in+chip_sale',
        'chip_sale+debt', 'chip_redemption', 'buy_in', 'add_on', 'hand', 'count+hand', 'count', 'count+leave', 'leave',
        'count+pick_up', 'pick_up', 'count+move', 'move', 'incidental', 'time_charge', 'toke', 'ruling', 'correction',
        'debt', 'shortfall', 'import'
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
