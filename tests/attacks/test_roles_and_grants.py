"""Acts of somebody with the application's role in the database: nothing that its triggers refuse."""

# ruff: noqa: S608 - the statements are an attacker's, with ids that the test has just read

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, connections, transaction
from django.test import Client

from config.audit.promises import broken_promises
from players.ledger import house_account
from players.models import Account, AccountKind
from tests.support.books import faults_of
from tests.support.desk import open_desk

pytestmark = pytest.mark.committed_db


def run(statement: str, alias: str = "default") -> None:
    with connections[alias].cursor() as cursor:
        cursor.execute(statement)


def stolen_chips() -> None:
    """The vault's cash becomes chips in a seat; the triggers look both up in the attacker's table."""
    desk = open_desk()
    desk.seated(200_00)
    vault = house_account(desk.room, AccountKind.VAULT_CASH).pk
    seat = Account.objects.get(kind=AccountKind.SEAT).pk
    with transaction.atomic():
        run("create temp table players_account (like public.players_account including defaults)")
        run("insert into pg_temp.players_account select * from public.players_account")
        run(f"update pg_temp.players_account set kind = 'chip_issue', holds_cash = false where id = {vault}")
        run(f"update pg_temp.players_account set kind = 'vault_chips', sitting_id = null where id = {seat}")
        run("set local search_path = pg_temp, public")
        run(f"""
            insert into public.players_transfer (room_id, request_key, number, source_id, target_id, amount, kind, at,
                gaming_day, reason, chain_number, hash)
            values ({desk.room.pk}, 'stolen', 1, {vault}, {seat}, 100, 'issue', now(), current_date, '', 999, '')
        """)


def test_a_table_of_the_attackers_own_does_not_answer_for_the_ledgers() -> None:
    """With the right to make temporary tables given back, the functions still look where they were made to look."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("select current_database()")
        (name,) = cursor.fetchone()
        cursor.execute(f'grant temporary on database "{name}" to public')
    with pytest.raises(DatabaseError, match="mixes cash and chips"):
        stolen_chips()


def test_the_role_makes_no_temporary_table() -> None:
    with pytest.raises(DatabaseError, match="permission denied to create temporary tables"):
        run("create temp table players_account (id bigint)")
    with pytest.raises(DatabaseError, match="permission denied"):
        run("create schema mine")


def test_every_function_looks_only_where_it_was_made_to_look() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "select proname, coalesce(array_to_string(proconfig, ' '), '') from pg_proc"
            " where pronamespace = 'public'::regnamespace"
        )
        functions = dict(cursor.fetchall())
    assert {"refuse_change", "players_check_transfers", "players_records"} <= set(functions)
    loose = {name for name, settings in functions.items() if "search_path=pg_catalog, public, pg_temp" not in settings}
    assert not loose


def test_a_function_made_anew_is_held_again_by_the_grants() -> None:
    run("create or replace function players_records(player bigint) returns setof bigint language sql stable as"
        " 'select id from players_player'", "owner")  # fmt: skip
    assert any("players_records" in fault for fault in faults_of("I-6"))
    call_command("grant_application_role", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("select proconfig is not null from pg_proc where proname = 'players_records'")
        assert cursor.fetchone() == (True,)


def test_commits_wait_for_the_disk_whatever_the_role_is_told() -> None:
    here = f'alter role current_user in database "{connection.settings_dict["NAME"]}"'  # the cluster is everybody's
    run(f"{here} set synchronous_commit = off")
    try:
        connections["default"].close()
        with connection.cursor() as cursor:
            cursor.execute("show synchronous_commit")
            assert cursor.fetchone() == ("on",)
        assert any("synchronous_commit=off" in said for said in broken_promises())
        assert any("synchronous_commit=off" in fault for fault in faults_of("I-6"))
        assert Client().get("/healthz/").json()["database"] == "down"
    finally:
        run(f"{here} reset all")
    assert broken_promises() == []


def test_a_session_that_does_not_wait_for_the_disk_is_down() -> None:
    run("set synchronous_commit = off")
    assert any("synchronous_commit" in said for said in broken_promises())
    assert Client().get("/healthz/").json()["database"] == "down"


def test_a_session_finds_the_rooms_tables_before_its_own() -> None:
    with connection.cursor() as cursor:
        cursor.execute("show search_path")
        assert cursor.fetchone() == ("public,pg_temp",)


@pytest.mark.parametrize("role_setting", ["session_replication_role = replica", "log_statement = 'none'"])
def test_the_role_cannot_switch_triggers_or_logs_off(role_setting: str) -> None:
    with pytest.raises(DatabaseError, match="permission denied"):
        run(f"set {role_setting}")
