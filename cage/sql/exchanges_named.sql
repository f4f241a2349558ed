-- Cash exchanged for cash is currency of somebody's day: from what the room logs on, the patron is named.
create function cage_check_exchange_named() returns trigger language plpgsql as $$
begin
    if new.side = 'patron' and new.what = 'cash' and new.player_id is null
        and new.amount >= (select log_from from rooms_room where id = new.room_id) then
        raise exception 'an exchange of cash that the room logs names its patron' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_exchange_named before insert on cage_exchange
    for each row execute function cage_check_exchange_named();
