"""The audit of the books names what somebody with the owner's role changed: in the database itself, and in its rows.

One room is arranged once, by services; each attack happens within a savepoint, as the owner, and is taken back.
"""

# ruff: noqa: S608 - the statements are an attacker's

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
from django.db import connections, transaction
from pytest_django.plugin import DjangoDbBlocker

from config.audit.books import audit
from config.audit.chain import seal_all
from config.audit.manifest import differences, different_facts, different_rights, kept
from config.audit.rights import Role, roles
from config.audit.time_checks import dated_back
from rake.services import rate_hand, rebuild_day
from tables.services import post_plaque
from tests.support.databases import OWN, point_at
from tests.support.desk import NLH, Desk, open_desk_now
from tests.support.dispute import open_dispute_table


def run(*statements: str) -> None:
    """As the owner; what waits for the commit is checked first, or no table could be altered."""
    with connections["default"].cursor() as cursor:
        cursor.execute("set constraints all immediate")
        for statement in statements:
            cursor.execute(statement)


@pytest.fixture(scope="module")
def application(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The name of the application's role, whose connection is the owner's in a transaction that is taken back."""
    with django_db_blocker.unblock():
        point_at(OWN)  # an arrangement of another test may lie where the connections lead
    asked = connections["default"]
    before = dict(asked.settings_dict)
    if before["USER"] == connections["owner"].settings_dict["USER"]:
        pytest.skip("DATABASE_URL is the owner's here; the private PostgreSQL has two roles.")
    with django_db_blocker.unblock():
        asked.close()
        asked.settings_dict.update({name: connections["owner"].settings_dict[name] for name in ("USER", "PASSWORD")})
        with transaction.atomic():
            arrange()
            yield str(before["USER"])
            transaction.set_rollback(True)
        asked.close()
        asked.settings_dict.update(before)


def arrange() -> None:
    """An evening: a showdown, rated ticks with and without a cap that bound, another plaque, a hand under it, a day's
    report."""
    table = open_dispute_table()
    hands = [
        table.showdown(),
        *(table.table.tick(rake, pot=pot, winners=[1]) for rake, pot in ((500, 200_00), (100, 20_00))),
    ]
    table.table.desk.step = timedelta(minutes=2)
    post_plaque(table=table.table.session.table, plaque=replace(NLH, buy_in_max=400_00), **table.table.by())
    hands.append(table.table.tick(100, pot=20_00, winners=[2]))
    for hand in hands:
        rate_hand(hand_id=hand.pk, at=table.table.desk.at())
    rebuild_day(room=hand.room, gaming_day=hand.gaming_day, at=table.table.desk.at())
    seal_all()


@pytest.fixture
def attack(application: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A savepoint that is taken back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@dataclass(frozen=True)
class Change:
    """A change that an owner makes to the database, and a piece of the sentence that names it."""

    name: str
    statement: str
    said: str


T = "players_transfer"
OURS = ("I-9", "I-13", "I-17", "I-18", "I-24")
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
    Change(
        "migration_forgotten",
        "delete from django_migrations where app = 'players' and name = '0002_guards'",
        "players.0002_guards",
    ),
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


PLAYED = "tier = 'full'"
RATED = f"hand_id in (select id from games_hand where {PLAYED})"
ROWS = (
    Change(
        "rake_skimmed", f"update games_hand set rake_taken = rake_taken - 100 where {PLAYED}", "its file says 500 and 0"
    ),
    Change(
        "rake_skimmed_beside_its_rating", "update games_hand set rake_taken = 0", "the hand took -500 and 0 beyond it"
    ),
    Change(
        "rating_lowered",
        "update rake_rating set rake_owed = 0, rake_variance = rake_variance + rake_owed",
        "was rated 0 rake and 0 promo",
    ),
    Change(
        "rating_of_promo_raised",
        "update rake_rating set promo_owed = promo_owed + 100, promo_variance = promo_variance - 100",
        "and 100 promo by release",
    ),
    Change("variance_of_promo_hushed", "update rake_rating set promo_variance = 7", "rake and 7 promo beyond"),
    Change("variance_hushed", "update rake_rating set rake_variance = 7", "the rating says 7 rake"),
    Change("rating_gone", f"delete from rake_rating where {RATED}", "the report of"),
    Change("rating_on_another_day", "update rake_rating set gaming_day = '2020-01-01'", "was rated on 2020-01-01"),
    Change(
        "pot_grown", f"update games_hand set pot = pot + 100, called_pots = '[1]' where {PLAYED}", "pots of [1] stand"
    ),
    Change("winner_changed", f"update games_hand set winners = '[9]' where {PLAYED}", "winners in seats [9] stand"),
    Change(
        "seat_paid_more", "update games_handseat set took_out = took_out + 1 where took_out > 0", "taken out, its file"
    ),
    Change("seat_gone", "delete from games_handseat where took_out > 0", "says nothing, its file comes to"),
    Change("flop_denied", f"update games_hand set flop_dealt = false where {PLAYED}", "flop dealt False stand"),
    Change(
        "file_rewritten",
        f"update games_hand set phh = replace(phh, '_rake = 5', '_rake = 4') where {PLAYED}",
        "its file says 400 and 0",
    ),
    Change(
        "cap_lowered",
        "update tables_plaqueversion set plaque_json = jsonb_set(plaque_json, '{fee,cap}', '100')",
        "under another rake schedule than plaque 1",
    ),
    Change(
        "cap_lowered_under_ticks",
        "update tables_plaqueversion set plaque_json = jsonb_set(plaque_json, '{fee,cap}', '100')",
        "under plaque 1 it owes 100 and 0",
    ),
    Change(
        "plaque_of_tomorrow",
        "update games_hand set plaque_id = (select max(id) from tables_plaqueversion)",
        "which was not in force yet",
    ),
    Change(
        "plaque_of_yesterday",
        "update games_hand set plaque_id = (select min(id) from tables_plaqueversion)",
        "when plaque 2 was in force",
    ),
    Change("report_lowered", "update rake_rakehour set rake_taken = rake_taken - 100", "says rake_taken"),
    Change("report_line_gone", "delete from rake_rakehour", "lacks its line"),
    Change(
        "drawer_of_nobody",
        "update players_account set drawer_id = drawer_id + 1000000000 where kind = 'drawer_cash'",
        "is of drawer 1",
    ),
    Change("drawer_slip", "update cage_buyin set amount = amount - 100", "in cash and"),
)


def test_nothing_is_said_of_what_the_release_makes(attack: None) -> None:
    assert list(differences()) == []


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.name)
def test_a_change_of_the_database_is_named(attack: None, application: str, change: Change) -> None:
    """By a sentence that wasn't said before it: an audit that finds fault with everything tells nobody what changed."""
    before = set(differences())
    run(change.statement.format(app=f'"{application}"'))
    faults = {fault for finding in audit() if finding.check.code == "I-6" for fault in finding.faults} - before
    assert any(change.said in fault for fault in faults), faults


def test_the_evening_holds(attack: None) -> None:
    assert [fault for finding in audit() for fault in finding.faults] == []


@pytest.mark.parametrize("change", ROWS, ids=lambda change: change.name)
def test_a_change_of_rows_is_named(attack: None, change: Change) -> None:
    words = change.statement.split()
    run(f"alter table {words[2 if words[0] == 'delete' else 1]} disable trigger user", change.statement)
    faults = [fault for finding in audit() if finding.check.code in OURS for fault in finding.faults]
    assert any(change.said in fault for fault in faults), faults


def test_an_act_dated_back_in_a_quiet_hour_is_named(attack: None) -> None:
    """Nothing was entered between, but the chain was sealed, by the database's clock."""
    desk = open_desk_now()
    seal_all()
    with connections["default"].cursor() as cursor:
        cursor.execute("select max(at) from audit_chainseal")
        (sealed,) = cursor.fetchone()
    assert not dated(desk)
    desk.now = sealed - timedelta(minutes=3)
    desk.seated(seat=2)
    assert not dated(desk), "a request waits for its locks"
    desk.now = sealed - timedelta(minutes=20)
    desk.player("Late")
    assert any(
        f"is dated {desk.now:%Y-%m-%d %H:%M:%S} UTC, it was added after the seal of" in fault for fault in dated(desk)
    )


def dated(desk: Desk) -> list[str]:
    return [fault for fault in dated_back() if f"{desk.now.date()}" in fault]


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
