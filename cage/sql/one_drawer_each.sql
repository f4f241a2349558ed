-- One person works one drawer at a time, in whatever room: the services say so in words and hold a lock of that person
-- meanwhile (`cage.services.one_drawer`). Sessions that ran beside each other before this rule go on to their close.
create or replace function cage_check_session() returns trigger language plpgsql as $$
begin
    perform 1 from cage_drawer where id = new.drawer_id and room_id = new.room_id;
    if not found then
        raise exception 'room % has no drawer %', new.room_id, new.drawer_id using errcode = 'foreign_key_violation';
    end if;
    if new.state <> 'closed' and exists (
        select 1 from cage_drawersession other where other.cashier_id = new.cashier_id and other.state <> 'closed'
    ) then
        raise exception 'one person works two drawers' using errcode = 'check_violation';
    end if;
    return new;
end
$$;
