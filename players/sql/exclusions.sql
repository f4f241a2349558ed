-- An exclusion stays as it was written. Two people lift it, a self-exclusion not before its end, a regulator's on the
-- regulator's notice.
create function players_ban_holds() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' then
        raise exception 'an exclusion is lifted, never deleted' using errcode = 'restrict_violation';
    end if;
    if (new.player_id, new.room_id, new.kind, new.reason, new.starts_at, new.imposed_by_id)
            is distinct from (old.player_id, old.room_id, old.kind, old.reason, old.starts_at, old.imposed_by_id)
            or new.ends_at is distinct from old.ends_at or old.lifted_at is not null then
        raise exception 'an exclusion stays as it was written' using errcode = 'restrict_violation';
    end if;
    if new.lifted_second_id is null or new.lifted_second_id is not distinct from new.lifted_by_id then
        raise exception 'an exclusion is lifted by two people' using errcode = 'check_violation';
    end if;
    if new.kind = 'self_excluded'
            and new.lifted_at < coalesce(new.ends_at, new.starts_at + interval '365 days') then
        raise exception 'a self-exclusion is not lifted before its end' using errcode = 'check_violation';
    end if;
    if new.kind = 'excluded' and (new.notice = '' or new.notice_day is null) then
        raise exception 'an exclusion of the regulator is lifted on a notice' using errcode = 'check_violation';
    end if;
    if new.kind <> 'excluded' and (new.notice <> '' or new.notice_day is not null) then
        raise exception 'only the regulator gives notice' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger players_ban_holds before update or delete on players_ban
    for each row execute function players_ban_holds();
