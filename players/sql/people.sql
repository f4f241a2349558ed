-- Records of one person stay linked, each to the first of them.
create function players_link_flat() returns trigger language plpgsql as $$
begin
    if new.same_as_id is null and old.same_as_id is not null then
        raise exception 'records of one person stay linked' using errcode = 'check_violation';
    end if;
    if exists (select 1 from players_player where id = new.same_as_id and same_as_id is not null) then
        raise exception 'a record is linked to the first of its person' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger players_player_link_flat before update of same_as_id on players_player
    for each row execute function players_link_flat();
