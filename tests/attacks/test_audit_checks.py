"""The audit of the books names what somebody with the owner's role changed: in the database itself, and in its rows.

One room is arranged once, by services; each attack happens within a savepoint, as the owner, and is taken back.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.db import connections, transaction
from pytest_django.plugin import DjangoDbBlocker

from config.audit.books import audit
from config.audit.manifest import differences, different_facts, different_rights, kept
from config.audit.rights import Role, roles


def run(*statements: str) -> None:
    """As the owner; what waits for the commit is checked first, or no table could be altered."""
    with connections["default"].cursor() as cursor:
        cursor.execute("set constraints all immediate")
        for statement in statements:
            cursor.execute(statement)


@pytest.fixture(scope="module")
def application(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The name of the application's role, whose connection is the owner's in a transaction that is taken back."""
    asked = connections["default"]
    before = dict(asked.settings_dict)
    if before["USER"] == connections["owner"].settings_dict["USER"]:
        pytest.skip("DATABASE_URL is the owner's here; the private PostgreSQL has two roles.")
    with django_db_blocker.unblock():
        asked.close()
        asked.settings_dict.update({name: connections["owner"].settings_dict[name] for name in ("USER", "PASSWORD")})
        with transaction.atomic():
            yield str(before["USER"])
            transaction.set_rollback(True)
        asked.close()
        asked.settings_dict.update(before)


@pytest.fixture
def attack(application: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A savepoint that is taken back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@dataclass(frozen=True)
class Change:
    """What an owner does to the database, and a piece of the sentence that names it."""

    name: str
    statement: str
    said: str


T = "players_transfer"
CHANGES = (
    Change("trigger_dropped", f"drop trigger {T}_append_only on {T}", f"trigger {T}_append_only on {T} is missing"),
    Change("trigger_disabled", f"alter table {T} disable trigger {T}_whole", f"{T}_whole on {T} is disabled"),
    Change("all_disabled", "alter table games_hand disable trigger user", "games_hand_append_only on games_hand is"),
    Change("trigger_replica", f"alter table {T} enable replica trigger {T}_sound", "disabled but for replication"),
    Change(
        "trigger_bent",
        f"drop trigger {T}_append_only on {T};"
        f" create trigger {T}_append_only before delete on {T} for each statement execute function refuse_change()",
        f"trigger {T}_append_only on {T} was changed",
    ),
    Change(
        "function_emptied",
        "create or replace function players_check_group() returns trigger language plpgsql"
        " set search_path = pg_catalog, public, pg_temp as $$ begin return null; end $$",
        "function players_check_group() was changed",
    ),
    Change("function_path", "alter function refuse_change() set search_path = mine", "has lost its search path"),
    Change("function_as_owner", "alter function players_route(text, text, text) security definer", "players_route("),
    Change("function_added", "create function mine() returns int language sql as 'select 1'", "function mine()"),
    Change(
        "constraint_dropped",
        "alter table players_account drop constraint account_not_overdrawn",
        "constraint account_not_overdrawn on players_account is missing",
    ),
    Change(
        "constraint_loosened",
        f"alter table {T} drop constraint transfer_amount_positive,"
        " add constraint transfer_amount_positive check (amount > -9)",
        f"constraint transfer_amount_positive on {T} was changed",
    ),
    Change(
        "constraint_not_checked",
        f"alter table {T} drop constraint transfer_amount_positive,"
        " add constraint transfer_amount_positive check (amount > 0) not valid",
        "NOT VALID",
    ),
    Change("index_dropped", "drop index table_open_once", "unique index table_open_once on"),
    Change("column_loosened", f"alter table {T} alter column at drop not null", f"column at of {T} was changed"),
    Change("default_given", f"alter table {T} alter column reason set default 'x'", f"column reason of {T} was"),
    Change("lost_in_a_crash", "alter table rake_rakehour set unlogged", "table rake_rakehour is lost in a crash"),
    Change("rows_hidden", f"alter table {T} enable row level security", f"table {T} is rows hidden by policies"),
    Change("policy", f"create policy few on {T} using (amount < 100)", f"policy of rows few on {T} is not of"),
    Change("rule", f"create rule quiet as on insert to {T} do instead nothing", f"rule quiet on {T} is not of"),
    Change("child_table", f"create table shadow () inherits ({T})", "inheritance shadow of players_transfer"),
    Change("trigger_added", f"create trigger mine after insert on {T} execute function refuse_change()", "mine on"),
    Change("migration_forgotten", "delete from django_migrations where name = '0028_groups'", "players.0028_groups"),
    Change("update_given", f"grant update on {T} to {{app}}", f"the application was given update on table {T}"),
    Change("column_given", f"grant update (amount) on {T} to {{app}}", f"was given update on column amount of {T}"),
    Change("handed_on", f"grant insert on {T} to {{app}} with grant option", "insert (and hand it on)"),
    Change("given_to_all", "grant select on staff_user to public", "everybody was given select on table staff_user"),
    Change("given_to_another", f"grant delete on {T} to pg_monitor", f"role pg_monitor was given delete on table {T}"),
    Change("schema_given", "grant create on schema public to {app}", "the application was given create on the schema"),
    Change("right_taken", "revoke insert on games_hand from {app}", "the application lacks insert on table games_hand"),
    Change(
        "default_rights",
        "alter default privileges in schema public grant all on tables to {app}",
        "default right tables that",
    ),
)


def test_nothing_is_said_of_what_the_release_makes(attack: None) -> None:
    assert list(differences()) == []


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.name)
def test_a_change_of_the_database_is_named(attack: None, application: str, change: Change) -> None:
    run(change.statement.format(app=f'"{application}"'))
    faults = [fault for finding in audit() if finding.check.code == "I-6" for fault in finding.faults]
    assert any(change.said in fault for fault in faults), faults


def test_a_role_with_powers_is_named() -> None:
    strong = Role("app", ("is a superuser", "passes over row security", "may make databases"), ("pg_write_all_data",))
    said = list(strong.faults(is_owner=False))
    assert [each.split(":")[0] for each in said] == [
        "the application's role app is a superuser",
        "the application's role app passes over row security",
        "the application's role app may make databases",
        "the application's role app is a member of pg_write_all_data",
    ]
    assert said[0].endswith("alter role app nosuperuser")
    assert len(list(strong.faults(is_owner=True))) == 2, "an owner may make databases"
    first = Role("postgres", ("is a superuser",), (), made_the_server=True)
    assert not list(first.faults(is_owner=True)), "a server's first role is what it is"


def test_the_roles_of_the_server_are_read(attack: None) -> None:
    read = roles(["pg_monitor", "pg_read_all_stats"])
    assert "pg_read_all_stats" in read["pg_monitor"].member_of
    assert read["pg_read_all_stats"].powers == ()


@pytest.mark.parametrize(
    ("kind", "name", "text", "said"),
    [
        (
            "event trigger",
            "watch",
            "ddl_command_end watch",
            "event trigger watch is not of this release (ddl",
        ),
        ("extension", "dblink", "installed", "extension dblink is not of this release"),
        ("subscription", "elsewhere", "writes here", "subscription elsewhere is not of this release"),
    ],
)
def test_what_only_a_superuser_adds_is_named(kind: str, name: str, text: str, said: str) -> None:
    (sentence,) = different_facts({}, {kind: {name: text}})
    assert sentence.startswith(said)


def test_a_table_of_another_owner_is_named() -> None:
    here, release = ({"table": {"games_hand": text}} for text in ("table, owned by bob", "table"))
    assert list(different_facts(release, here)) == ["table games_hand is owned by bob"]


def test_with_one_role_for_both_only_other_roles_are_named() -> None:
    release = kept()["rights"]
    assert not list(different_rights(release, {"everybody": {"the database": "connect"}}, is_one_role=True))
    (said,) = different_rights(release, {"role bob": {"table games_hand": "update"}}, is_one_role=True)
    assert said.startswith("role bob was given update on table games_hand")
