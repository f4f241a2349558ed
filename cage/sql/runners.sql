-- A chip runner sells chips to players in their seats, for cash. All other money is the window's; redemptions are a
-- runner's too where the room says so.
create function cage_check_runner() returns trigger language plpgsql as $$
begin
    perform 1
    from players_account account
    join cage_drawer drawer on drawer.id = account.drawer_id and drawer.kind = 'runner'
    join rooms_room room on room.id = drawer.room_id
    where account.id in (new.source_id, new.target_id)
        and not (new.kind = 'chip_redemption' and (room.runners_redeem or new.reverses_id is not null));
    if found then
        raise exception 'a chip runner does not do %', new.kind using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create constraint trigger players_transfer_of_runner after insert on players_transfer
    for each row when (new.kind in (
        'chip_redemption', 'debt', 'presented', 'deposit', 'withdrawal', 'tournament_entry', 'tournament_paid',
        'promo_payout', 'toke_exchange', 'comp_paid', 'paid_out', 'paid_in'
    )) execute function cage_check_runner();

create function cage_check_runners_sale() returns trigger language plpgsql as $$
begin
    if new.sitting_id is not null and new.from_bank_id is null then
        return new;
    end if;
    perform 1 from cage_drawer where id = new.drawer_id and kind = 'runner';
    if found then
        raise exception 'a chip runner sells to players in their seats, for cash' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_buyin_by_runner before insert on cage_buyin
    for each row execute function cage_check_runners_sale();

create function cage_drawer_keeps_kind() returns trigger language plpgsql as $$
begin
    raise exception 'a drawer does not become a runner''s bank, nor the other way round'
        using errcode = 'restrict_violation';
end
$$;

create trigger cage_drawer_keeps_kind before update on cage_drawer
    for each row when (new.kind is distinct from old.kind) execute function cage_drawer_keeps_kind();
