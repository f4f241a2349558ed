"""The records of a person are found by their index, however many people the house knows."""

from django.db import migrations, models

# A function that yields rows, asked inside IN, is planned as a thousand rows: every seat read the whole table.
BY_INDEX = """
create or replace function players_lock_for_ban() returns trigger language plpgsql as $$
begin
    perform 1 from players_player
    where id = any (array(select players_records(new.player_id))) order by id for no key update;
    return new;
end
$$;

create or replace function players_refuse_barred(player bigint, at timestamptz) returns void language plpgsql as $$
begin
    perform 1 from players_player where id = any (array(select players_records(player))) order by id for share;
    perform 1 from players_ban
    where player_id = any (array(select players_records(player)))
        and lifted_at is null and (ends_at is null or ends_at > at);
    if found then
        raise exception 'player % is barred', player using errcode = 'check_violation';
    end if;
end
$$
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0022_counts_so_far")]

    operations = [
        migrations.AddIndex(
            model_name="player",
            index=models.Index(fields=["date_of_birth"], name="player_born"),
        ),
        migrations.RunSQL(BY_INDEX, migrations.RunSQL.noop),
    ]
