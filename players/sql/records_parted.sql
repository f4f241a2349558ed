-- Records of one person stay linked, each to the first of them, until somebody decides that it is of another person than
-- that one: the decision is newer than the link.
create or replace function players_link_flat() returns trigger language plpgsql as $$
begin
    if new.same_as_id is null and old.same_as_id is not null and not exists (
        select 1 from players_identitydecision d
        where d.outcome = 'parted' and d.decided_at >= old.linked_at
            and d.first_id = least(new.id, old.same_as_id) and d.second_id = greatest(new.id, old.same_as_id)
    ) then
        raise exception 'records of one person stay linked' using errcode = 'check_violation';
    end if;
    if exists (select 1 from players_player where id = new.same_as_id and same_as_id is not null) then
        raise exception 'a record is linked to the first of its person' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

-- Whether two records are of one person now, or were taken for it until later than the instant: what was done with both
-- meanwhile was done with one person.
create function players_were_one(one bigint, other bigint, at timestamptz) returns boolean language sql stable as $$
    select exists (
        select 1 from players_player p join players_player q
            on coalesce(q.same_as_id, q.id) = coalesce(p.same_as_id, p.id)
        where p.id = one and q.id = other
    ) or exists (
        select 1 from players_identitydecision d
        where d.outcome = 'parted' and d.first_id = least(one, other) and d.second_id = greatest(one, other)
            and d.decided_at >= at
    )
$$;
