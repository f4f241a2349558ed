-- A room is a demo from its first day, or never: the audit of the books lets a demo's evening be dated as it is told.
create function rooms_demo_is_fixed() returns trigger language plpgsql as $$
begin
    if new.is_demo is distinct from old.is_demo then
        raise exception 'a room does not become a demo, nor a demo a room' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger rooms_room_demo before update of is_demo on rooms_room
    for each row execute function rooms_demo_is_fixed();
