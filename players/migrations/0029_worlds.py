"""Imported sessions are another world in the ledger: accounts of their own, and no way from there to the room's chips.

Their chips come from an issue of their own. What was imported before came from the room's issue; those rows stay.
"""

import importlib

from django.db import migrations, models

BEFORE = (
    importlib.import_module("players.migrations.0028_groups")
    .PLACES.partition("create trigger")[0]
    .replace("create function", "create or replace function")
)
APART = BEFORE.replace(
    "        select case\n",
    "        select case\n"
    "            when source.is_import <> target.is_import then 'imported chips stay apart from the room''s own'\n"
    "            when (added.kind = 'import') <> source.is_import and added.kind not in ('hand', 'correction')\n"
    "                then format('a transfer of the kind %s is not of this world', added.kind)\n",
)
ACCOUNTS_OF_FILES = """
update players_account account set is_import = true
from tables_tablesession session where session.id = account.session_id and session.source = 'import'
"""

# An account says for good what place it is, and its world is that of its session.
FIXED = """
create function players_account_is_fixed() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and (
        new.room_id, new.kind, new.holds_cash, new.player_id, new.sitting_id, new.session_id, new.drawer_id,
        new.case_id, new.hand_id, new.is_import
    ) is distinct from (
        old.room_id, old.kind, old.holds_cash, old.player_id, old.sitting_id, old.session_id, old.drawer_id,
        old.case_id, old.hand_id, old.is_import
    ) then
        raise exception 'an account does not become another' using errcode = 'check_violation';
    end if;
    if new.session_id is not null and new.is_import <> (
        select source = 'import' from tables_tablesession where id = new.session_id
    ) then
        raise exception 'an account is not of the world of its session' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger players_account_fixed
    before insert or update of room_id, kind, holds_cash, player_id, sitting_id, session_id, drawer_id, case_id,
        hand_id, is_import
    on players_account for each row execute function players_account_is_fixed();

create function players_session_is_fixed() returns trigger language plpgsql as $$
begin
    if new.source is distinct from old.source then
        raise exception 'a session does not go from files to the floor, nor back' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger tables_tablesession_world before update of source on tables_tablesession
    for each row execute function players_session_is_fixed()
"""

# What is owed is owed to the room's own racks and boxes.
DEBTS = """
create function players_check_debt() returns trigger language plpgsql as $$
begin
    perform 1 from players_account where id = new.goes_to_id and is_import;
    if found then
        raise exception 'nothing is owed to an imported session' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger players_debt_world before insert on players_debt
    for each row execute function players_check_debt()
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0028_groups"), ("tables", "0005_alarms_put_away")]

    operations = [
        migrations.RemoveConstraint(model_name="account", name="account_room_kind_once"),
        migrations.AddField(
            model_name="account",
            name="is_import",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="of an imported session, or the issue of their chips: never the room's own",
            ),
        ),
        migrations.RunSQL(ACCOUNTS_OF_FILES, migrations.RunSQL.noop),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    ("case_id", None),
                    ("drawer", None),
                    ("hand_id", None),
                    ("player", None),
                    ("session", None),
                    ("sitting", None),
                ),
                fields=("room", "kind", "is_import"),
                name="account_room_kind_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("is_import", False), ("kind", "chip_issue"), ("session__isnull", False), _connector="OR"
                ),
                name="account_import_is_at_a_table",
            ),
        ),
        migrations.RunSQL(
            FIXED,
            "drop trigger tables_tablesession_world on tables_tablesession; drop function players_session_is_fixed();"
            " drop trigger players_account_fixed on players_account; drop function players_account_is_fixed()",
        ),
        migrations.RunSQL(APART, BEFORE),
        migrations.RunSQL(DEBTS, "drop trigger players_debt_world on players_debt; drop function players_check_debt()"),
    ]
