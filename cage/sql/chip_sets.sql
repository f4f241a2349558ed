-- Chips are made by receiving them and leave by being destroyed (C-7): each transfer of the kind issue has a slip that
-- names its pieces, and each slip its transfer; slips are numbered without a gap.

-- The pieces of a slip are whole and come to its amount; it continues the row of its room, kind and year.
create function cage_check_chip_slip() returns trigger language plpgsql as $$
begin
    if not exists (select 1 from cage_chipset where id = new.chip_set_id and room_id = new.room_id) then
        raise exception 'a set of chips stays in its room' using errcode = 'check_violation';
    end if;
    if exists (
        select 1 from jsonb_each_text(new.pieces) piece where piece.key::bigint < 1 or piece.value::bigint < 1
    ) or cage_amount_of(new.pieces) <> new.amount then
        raise exception 'the pieces of a slip do not come to its amount' using errcode = 'check_violation';
    end if;
    -- a number that was given once is refused as a duplicate
    if new.year <> extract(year from new.gaming_day) or new.number < 1 or new.number > 1 + coalesce((
        select max(number) from cage_chipslip
        where room_id = new.room_id and kind = new.kind and year = new.year
    ), 0) then
        raise exception 'slips are numbered one by one' using errcode = 'check_violation';
    end if;
    if new.kind = 'receipt' and exists (
        select 1 from cage_chipslip where chip_set_id = new.chip_set_id and kind = 'retirement'
    ) then
        raise exception 'a retired set takes no new chips' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_chipslip_sound before insert on cage_chipslip
    for each row execute function cage_check_chip_slip();

-- Looked at on commit, when slip and transfer are both there.
create function cage_chip_fault(wanted text) returns text language sql stable as $$
    select 'chips are made or taken away without a slip of the same pieces'
    from (
        select t.room_id, t.amount, case when g.kind = 'vault_chips' then 'receipt' else 'destruction' end as kind
        from players_transfer t join players_account g on g.id = t.target_id
        where t.request_key = wanted and t.kind = 'issue'
    ) moved full join (
        select room_id, amount, kind from cage_chipslip where request_key = wanted and kind <> 'retirement'
    ) stated using (room_id, kind)
    where moved.amount is distinct from stated.amount
    limit 1
$$;

create function cage_check_chips() returns trigger language plpgsql as $$
declare
    fault text := cage_chip_fault(new.request_key);
begin
    if fault is not null then
        raise exception '%', fault using errcode = 'check_violation', detail = format('request %s', new.request_key);
    end if;
    return null;
end
$$;

create constraint trigger players_transfer_with_chip_slip after insert on players_transfer
    deferrable initially deferred for each row when (new.kind = 'issue') execute function cage_check_chips();

create constraint trigger cage_chipslip_moved after insert on cage_chipslip
    deferrable initially deferred for each row when (new.kind <> 'retirement') execute function cage_check_chips();
