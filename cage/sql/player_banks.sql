-- Players' banks (C-10): cash goes in and out with a slip that says so, back with the void of that slip; chips are bought
-- from a bank and redeemed into it where the slip names it. Looked at on commit, when both are there.
create function cage_bank_fault(wanted text) returns text language plpgsql as $$
begin
    perform 1
    from players_transfer t
    join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
    left join cage_bankslip slip
        on slip.request_key = wanted and slip.room_id = t.room_id and slip.kind = t.kind and slip.amount = t.amount
        and slip.drawer_id = coalesce(s.drawer_id, g.drawer_id) and slip.player_id = coalesce(s.player_id, g.player_id)
        and (slip.voids_id is null) = (t.reverses_id is null)
    left join cage_playerbank bank
        on bank.id = slip.bank_id and bank.player_id = slip.player_id and bank.room_id = slip.room_id
    left join cage_bankslip wrong on wrong.id = slip.voids_id
    left join players_transfer first on first.id = t.reverses_id
    where t.request_key = wanted
        and (t.number > 1 or bank.id is null or wrong.request_key is distinct from first.request_key);
    if found then
        return 'a player''s bank takes or gives without a slip of that player, drawer and amount';
    end if;
    return null;
end
$$;

create function cage_check_bank_move() returns trigger language plpgsql as $$
declare
    fault text := cage_bank_fault(new.request_key);
begin
    if fault is not null then
        raise exception '%', fault using errcode = 'check_violation', detail = format('request %s', new.request_key);
    end if;
    return null;
end
$$;

create constraint trigger players_transfer_with_bank_slip after insert on players_transfer
    deferrable initially deferred for each row when (new.kind in ('deposit', 'withdrawal'))
    execute function cage_check_bank_move();

create function cage_check_bank_slip() returns trigger language plpgsql as $$
begin
    perform 1 from players_transfer where request_key = new.request_key and kind = new.kind and amount = new.amount;
    if not found then
        raise exception 'a slip of a player''s bank moves nothing' using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create constraint trigger cage_bankslip_moved after insert on cage_bankslip
    deferrable initially deferred for each row execute function cage_check_bank_slip();

-- Who is barred takes their money out, and puts none in (I-14).
create function cage_check_deposit() returns trigger language plpgsql as $$
begin
    perform players_refuse_barred(new.player_id, new.at);
    return new;
end
$$;

create trigger cage_bankslip_not_barred before insert on cage_bankslip
    for each row when (new.kind = 'deposit' and new.voids_id is null) execute function cage_check_deposit();

-- A sale and a redemption name the bank that stood in for the drawer's cash, exactly where one did.
create function cage_check_bank_leg() returns trigger language plpgsql as $$
declare
    named bigint := case tg_table_name when 'cage_buyin' then to_jsonb(new)->>'from_bank_id'
        else to_jsonb(new)->>'into_bank_id' end;
    moved bigint;
begin
    select a.player_id into moved
    from players_transfer t join players_account a on a.id in (t.source_id, t.target_id) and a.kind = 'player_bank'
    where t.request_key = new.request_key;
    if (moved is null) <> (named is null) or named is not null and not exists (
        select 1 from cage_playerbank
        where id = named and player_id = moved and player_id = new.player_id and room_id = new.room_id
    ) then
        raise exception 'a slip names another bank than paid for it' using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create constraint trigger cage_buyin_of_bank after insert on cage_buyin
    deferrable initially deferred for each row execute function cage_check_bank_leg();
create constraint trigger cage_cashout_of_bank after insert on cage_cashout
    deferrable initially deferred for each row execute function cage_check_bank_leg();

-- A bank stays its player's; only the PIN is set anew.
create function cage_bank_stays() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and (new.id, new.room_id, new.player_id, new.form_number, new.opened_at, new.by_id)
            is not distinct from (old.id, old.room_id, old.player_id, old.form_number, old.opened_at, old.by_id)
    then
        return new;
    end if;
    raise exception 'a player''s bank stays whose it is' using errcode = 'restrict_violation';
end
$$;

create trigger cage_playerbank_stays before update or delete on cage_playerbank
    for each row execute function cage_bank_stays();
