"""An exclusion is lifted by two people, a self-exclusion not before its end, whoever asks."""

from django.db import migrations

# What an exclusion says stays as it was written; it is lifted by two people, a self-exclusion not before its end.
HOLDS = """
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
    return new;
end
$$;

create trigger players_ban_holds before update or delete on players_ban
    for each row execute function players_ban_holds()
"""
LETS_GO = """
drop trigger players_ban_holds on players_ban;
drop function players_ban_holds()
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0020_exclusions")]

    operations = [migrations.RunSQL(HOLDS, LETS_GO)]
