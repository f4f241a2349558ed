-- Chips change hands for cash with a slip that says so, and go back with the void of that slip, looked at on commit, when
-- both are there. Cash for a debt has its entry instead (players/sql/groups.sql).
create or replace function cage_slip_fault(wanted text) returns text language plpgsql as $$
declare
    legs record;
begin
    select
        coalesce(sum(t.amount) filter (where s.kind = 'patrons'), 0) as cash_in,
        coalesce(sum(t.amount) filter (where g.kind = 'patrons'), 0) as cash_out,
        bool_or(t.kind = 'chip_sale') as is_sale,
        bool_or(t.kind = 'chip_redemption') as is_redemption,
        bool_or(t.kind = 'debt') as pays_debt,
        bool_and(t.reverses_id is not null) as goes_back,
        min(t.room_id) as room_id,
        min(coalesce(s.drawer_id, g.drawer_id)) as drawer_id,
        min(coalesce(s.player_id, g.player_id)) as player_id
    into legs
    from players_transfer t join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
    where t.request_key = wanted;
    if legs.goes_back then
        if not exists (
            select 1
            from cage_slipvoid v
            left join cage_buyin b on b.id = v.buy_in_id
            left join cage_cashout c on c.id = v.cash_out_id
            join players_transfer back on back.request_key = v.request_key
            join players_transfer first on first.id = back.reverses_id
                and first.request_key = coalesce(b.request_key, c.request_key)
            where v.request_key = wanted and v.room_id = legs.room_id
        ) then
            return 'a sale or a redemption is taken back without its void';
        end if;
        return null;
    end if;
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

-- A void is one of a slip of its room and its drawer, and moves what the slip says: its transfers are there.
create function cage_check_void() returns trigger language plpgsql as $$
begin
    perform 1 from (
        select room_id, request_key from cage_buyin where id = new.buy_in_id
        union all select room_id, request_key from cage_cashout where id = new.cash_out_id
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

create constraint trigger cage_slipvoid_moved after insert on cage_slipvoid
    deferrable initially deferred for each row execute function cage_check_void();
