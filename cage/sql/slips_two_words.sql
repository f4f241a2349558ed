-- What comes back of a slip in another count than was sent is told by two: whoever takes it back, and who carried it or a
-- supervisor who didn't send it. It is booked against the carrier's name.
create or replace function cage_transit_act_follows() returns trigger language plpgsql as $$
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
        max(person_id) filter (where step = 'sent') as sender, max(runner_id) as runner,
        max(chips_amount) filter (where step = 'sent') as sent_chips,
        max(cash_amount) filter (where step = 'sent') as sent_cash
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
        or new.verifier_id = new.person_id
        or new.verifier_id = coalesce(named.runner, new.runner_id) and new.step in ('sent', 'received')
        or new.verifier_id = named.sender and new.step in ('refused', 'voided')
    then
        raise exception 'one person signs a slip where two must' using errcode = 'check_violation';
    end if;
    if new.is_moved and slip.table_id is not null and new.verifier_id is null and not new.is_dealer_signed
        and (slip.kind, new.step) in (('fill', 'received'), ('credit', 'sent'))
    then
        raise exception 'nobody verified what came to a tray, or left it' using errcode = 'check_violation';
    end if;
    if named.sent = 1 and new.step in ('refused', 'voided') and new.verifier_id is null
        and (new.chips_amount, new.cash_amount) is distinct from (named.sent_chips, named.sent_cash)
    then
        raise exception 'one person alone tells that not what was sent came back' using errcode = 'check_violation';
    end if;
    return new;
end
$$;
