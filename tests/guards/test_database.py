"""The promises of the database itself, asked of its own catalogue."""

from io import StringIO

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, connections, models
from django.db.migrations.recorder import MigrationRecorder

from config.audit.database import chained_tables
from config.audit.models import AuditEvent, ChainForm
from games.models import Hand
from players.models import Transfer
from tables.models import PlaqueVersion
from tests.support.source import PACKAGES

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
ROW, BEFORE, DELETE, UPDATE, TRUNCATE = 1, 2, 8, 16, 32
"""Bits of pg_trigger.tgtype."""

OWN = [model for model in apps.get_models() if model.__module__.split(".")[0] in PACKAGES]
APPEND_ONLY = [model for model in OWN if getattr(model, "append_only", False)]


def test_what_must_be_append_only_says_so() -> None:
    assert {AuditEvent, Hand, Transfer, PlaqueVersion} <= set(APPEND_ONLY)


@pytest.mark.parametrize("model", APPEND_ONLY, ids=lambda model: model._meta.label)
def test_every_append_only_table_refuses_change_by_trigger(model: type[models.Model]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "select tgtype from pg_trigger where tgrelid = %s::regclass and not tgisinternal"
            " and tgenabled in ('O', 'A') and tgfoid = 'refuse_change'::regproc",
            [model._meta.db_table],
        )
        kinds = [kind for (kind,) in cursor.fetchall()]
    before = [kind for kind in kinds if kind & BEFORE]
    for event in (UPDATE, DELETE, TRUNCATE):
        assert any(kind & event for kind in before)


CHAINED_KINDS = {
    "bigint", "integer", "smallint", "boolean", "text", "character varying", "jsonb", "date",
    "timestamp with time zone",
}  # fmt: skip
"""Kinds of columns that say the same as jsonb whatever a session has set, but for its time zone."""


def test_every_append_only_table_is_in_the_chain() -> None:
    assert len(chained_tables()) > 20
    newest = {form.table_name: form.columns for form in ChainForm.objects.order_by("pk")}
    assert sorted(newest) == chained_tables(), 'let the migration of the table say chained("table") after append_only'
    with connection.cursor() as cursor:
        cursor.execute(
            "select tgrelid::regclass::text from pg_trigger where tgfoid = 'audit_link_rows'::regproc"
            " and tgenabled in ('O', 'A') and tgtype = 4"
        )
        assert sorted(name for (name,) in cursor.fetchall()) == chained_tables()
        for table, columns in newest.items():
            cursor.execute(
                "select column_name, data_type from information_schema.columns where table_name = %s"
                " order by ordinal_position",
                [table],
            )
            found = dict(cursor.fetchall())
            assert list(found) == columns, f'the migration that adds a column to {table} says chained("{table}") again'
            assert set(found.values()) <= CHAINED_KINDS


def test_a_part_of_the_chain_is_not_chained() -> None:
    parts = {model._meta.db_table for model in APPEND_ONLY if getattr(model, "is_chain", False)}
    assert parts == {"audit_anchor", "audit_chainform", "audit_chainlink", "audit_chainseal"}, "all others are chained"


@pytest.mark.parametrize("model", APPEND_ONLY, ids=lambda model: model._meta.label)
def test_the_applications_role_may_only_read_and_add(model: type[models.Model]) -> None:
    with connection.cursor() as cursor:
        rights = {}
        for right in ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE"):
            cursor.execute("select has_table_privilege(current_user, %s, %s)", [model._meta.db_table, right])
            rights[right] = cursor.fetchone()[0]
    if _is_owner():
        pytest.skip("DATABASE_URL is the owner's here; the private PostgreSQL has two roles.")
    adds = not getattr(model, "added_by_functions", False)
    assert rights == {"SELECT": True, "INSERT": adds, "UPDATE": False, "DELETE": False, "TRUNCATE": False}


def test_the_applications_role_owns_no_table() -> None:
    if _is_owner():
        pytest.skip("DATABASE_URL is the owner's here; the private PostgreSQL has two roles.")
    with connection.cursor() as cursor:
        cursor.execute("select count(*) from pg_tables where schemaname = 'public' and tableowner = current_user")
        assert cursor.fetchone() == (0,)
        cursor.execute("select count(*) from pg_tables where schemaname = 'public'")
        assert cursor.fetchone()[0] > 30
        cursor.execute("select rolsuper or rolcreaterole or rolbypassrls from pg_roles where rolname = current_user")
        assert cursor.fetchone() == (False,)


def test_a_migration_may_pause_for_as_long_as_it_thinks() -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute("show idle_in_transaction_session_timeout")
        assert cursor.fetchone() == ("0",)


def test_no_migration_is_missing() -> None:
    call_command("makemigrations", check=True, dry_run=True, stdout=StringIO())


def test_a_database_of_before_the_base_is_refused_and_left_alone() -> None:
    recorder = MigrationRecorder(connections["owner"])
    recorder.record_applied("players", "0002_append_only")
    with pytest.raises(CommandError, match=r"made by version 0\.3 or before.*start with a new one"):
        call_command("migrate", database="owner", stdout=StringIO())
    recorder.record_unapplied("players", "0002_append_only")
    call_command("migrate", database="owner", stdout=StringIO())


def test_no_row_goes_because_another_does() -> None:
    keys = [field for model in OWN for field in model._meta.get_fields() if isinstance(field, models.ForeignKey)]
    assert len(keys) >= 20
    cascading = [str(field) for field in keys if field.remote_field.on_delete is not models.PROTECT]
    assert not cascading


def test_no_amount_is_kept_as_anything_but_a_whole_number() -> None:
    inexact = (models.FloatField, models.DecimalField)
    assert not [str(field) for model in OWN for field in model._meta.get_fields() if isinstance(field, inexact)]


def test_the_name_of_an_instant_ends_in_at_or_until_and_that_of_a_date_in_day() -> None:
    endings = {models.DateTimeField: ("at", "until"), models.DateField: ("day", "birth", "_on")}
    wrong = [
        str(field)
        for model in OWN
        for field in model._meta.get_fields()
        if type(field) in endings and not field.name.endswith(endings[type(field)])
    ]
    assert wrong == ["staff.User.last_login"], "which is Django's own"


def _is_owner() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_has_role(current_user, tableowner, 'member') from pg_tables where tablename = 'rooms_room'"
        )
        return bool(cursor.fetchone()[0])
