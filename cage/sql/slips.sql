-- Chips change hands for cash with a slip that says so, looked at on commit, when both are there. Cash for a debt has
-- its entry instead (players/sql/groups.sql).
create function cage_slip_fault(wanted text) returns text language plpgsql as $$
declare
    legs record;
begin
    select
        coalesce(sum(t.amount) filter (where s.kind = 'patrons'), 0) as cash_in,
        coalesce(sum(t.amount) filter (where g.kind = 'patrons'), 0) as cash_out,
        bool_or(t.kind = 'chip_sale') as is_sale,
        bool_or(t.kind = 'chip_redemption') as is_redemption,
        bool_or(t.kind = 'debt') as pays_debt,
        min(t.room_id) as room_id,
        min(coalesce(s.drawer_id, g.drawer_id)) as drawer_id,
        min(coalesce(s.player_id, g.player_id)) as player_id
    into legs
    from players_transfer t join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
    where t.request_key = wanted;
    if legs.is_sale and not legs.pays_debt and not exists (
        select 1 from cage_buyin where request_key = wanted and room_id = legs.room_id
            and amount = legs.cash_in and drawer_id = legs.drawer_id and player_id = legs.player_id
    ) then
        return 'chips are sold without a buy-in of that player, drawer and amount';
    end if;
    if legs.is_redemption and not exists (
        select 1 from cage_cashout where request_key = wanted and room_id = legs.room_id
            and amount = legs.cash_out and drawer_id = legs.drawer_id and player_id = legs.player_id
    ) then
        return 'chips are redeemed without a cash-out of that player, drawer and amount';
    end if;
    return null;
end
$$;

-- Both legs of a sale ask, only the last looks.
create function cage_check_slip() returns trigger language plpgsql as $$
declare
    fault text;
begin
    perform 1 from players_transfer
    where request_key = new.request_key and kind = new.kind and number > new.number;
    if found then
        return null;
    end if;
    fault := cage_slip_fault(new.request_key);
    if fault is not null then
        raise exception '%', fault using errcode = 'check_violation', detail = format('request %s', new.request_key);
    end if;
    return null;
end
$$;

create constraint trigger players_transfer_with_slip after insert on players_transfer
    deferrable initially deferred for each row when (new.kind in ('chip_sale', 'chip_redemption'))
    execute function cage_check_slip();
