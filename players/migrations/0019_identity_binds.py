"""A document is one person's however it is written, and a ban binds every record of a person (I-14)."""

from django.db import migrations, models

# The records of a person are locked in the order of their ids, as players.services.people.lock_player does.
BY_PERSON = """
create function players_records(player bigint) returns setof bigint language sql stable as $$
    select id from players_player
    where coalesce(same_as_id, id) = (select coalesce(same_as_id, id) from players_player where id = player)
    order by id
$$;

create or replace function players_lock_for_ban() returns trigger language plpgsql as $$
begin
    perform 1 from players_player where id in (select players_records(new.player_id)) order by id for no key update;
    return new;
end
$$;

create or replace function players_refuse_barred(player bigint, at timestamptz) returns void language plpgsql as $$
begin
    perform 1 from players_player where id in (select players_records(player)) order by id for share;
    perform 1 from players_ban
    where player_id in (select players_records(player)) and lifted_at is null and (ends_at is null or ends_at > at);
    if found then
        raise exception 'player % is barred', player using errcode = 'check_violation';
    end if;
end
$$;

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
    for each row execute function players_link_flat()
"""

BY_RECORD = """
drop trigger players_player_link_flat on players_player;
drop function players_link_flat();

create or replace function players_lock_for_ban() returns trigger language plpgsql as $$
begin
    perform 1 from players_player where id = new.player_id for no key update;
    return new;
end
$$;

create or replace function players_refuse_barred(player bigint, at timestamptz) returns void language plpgsql as $$
begin
    perform 1 from players_player where id = player for share;
    perform 1 from players_ban
    where player_id = player and lifted_at is null and (ends_at is null or ends_at > at);
    if found then
        raise exception 'player % is barred', player using errcode = 'check_violation';
    end if;
end
$$;

drop function players_records(bigint)
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0018_identity_known")]

    operations = [
        migrations.RemoveConstraint(
            model_name="player",
            name="player_document_once",
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                condition=models.Q(("document_key", ""), _negated=True),
                fields=("document_kind", "document_key"),
                name="player_document_known",
            ),
        ),
        migrations.RunSQL(BY_PERSON, BY_RECORD),
    ]
