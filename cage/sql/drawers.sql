-- The ledger and the debts name a drawer by its number alone: it is one of their room, and stays.
create function cage_check_account() returns trigger language plpgsql as $$
begin
    perform 1 from cage_drawer where id = new.drawer_id and room_id = new.room_id;
    if not found then
        raise exception 'room % has no drawer %', new.room_id, new.drawer_id using errcode = 'foreign_key_violation';
    end if;
    return new;
end
$$;

create trigger players_account_of_drawer before insert or update of drawer_id, room_id on players_account
    for each row when (new.drawer_id is not null) execute function cage_check_account();

create function cage_check_payment() returns trigger language plpgsql as $$
begin
    perform 1 from cage_drawer drawer join players_debt debt on debt.room_id = drawer.room_id
    where drawer.id = new.drawer_id and debt.id = new.debt_id;
    if not found then
        raise exception 'the room of this debt has no drawer %', new.drawer_id using errcode = 'foreign_key_violation';
    end if;
    return new;
end
$$;

create trigger players_debtentry_of_drawer before insert on players_debtentry
    for each row when (new.drawer_id is not null) execute function cage_check_payment();

create function cage_drawer_stays() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and (new.id, new.room_id) is not distinct from (old.id, old.room_id) then
        return new;
    end if;
    raise exception 'a drawer is closed, never deleted, and stays in its room' using errcode = 'restrict_violation';
end
$$;

create trigger cage_drawer_stays before update or delete on cage_drawer
    for each row execute function cage_drawer_stays();
