-- Cash that was paid on a debt by mistake goes back with the entry that voids that payment, whole and out of the drawer that
-- took it. Otherwise as before (slip_voids.sql).
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
    if legs.goes_back and legs.pays_debt then
        if not exists (
            select 1 from players_debtentry v join players_debtentry paid on paid.id = v.voids_id
            join players_transfer back on back.request_key = v.request_key
            join players_transfer first on first.id = back.reverses_id and first.request_key = paid.request_key
            where v.request_key = wanted and v.how = 'voided' and v.amount = paid.amount and v.amount = legs.cash_out
                and v.debt_id = paid.debt_id and v.drawer_id = paid.drawer_id and paid.how = 'cash'
        ) then
            return 'a payment on a debt is taken back without its void';
        end if;
        return null;
    end if;
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
