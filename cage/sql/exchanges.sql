-- An exchange is even: both sides come to one amount, at an open drawer, by its cashier.
create function cage_check_exchange() returns trigger language plpgsql as $$
begin
    if (cage_amount_of(new.taken), cage_amount_of(new.given)) is distinct from (new.amount, new.amount) or exists (
        select 1 from (
            select key, value from jsonb_each_text(new.taken) union all select key, value from jsonb_each_text(new.given)
        ) piece where piece.key::bigint < 1 or piece.value::bigint < 1
    ) then
        raise exception 'an exchange is even: both sides come to one amount' using errcode = 'check_violation';
    end if;
    if not exists (
        select 1 from cage_drawersession
        where id = new.session_id and room_id = new.room_id and state = 'open' and cashier_id = new.by_id
    ) then
        raise exception 'a drawer is worked by its cashier while it is open' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_exchange_even before insert on cage_exchange
    for each row execute function cage_check_exchange();

-- Prints of a paper are numbered one by one; a number that was given once is refused as a duplicate.
create function cage_check_print() returns trigger language plpgsql as $$
begin
    if new.number > 1 + coalesce((
        select max(number) from cage_paperprint
        where room_id = new.room_id and receipt is not distinct from new.receipt
            and chip_slip_id is not distinct from new.chip_slip_id
    ), 0) then
        raise exception 'prints are numbered one by one' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_paperprint_numbered before insert on cage_paperprint
    for each row execute function cage_check_print();
