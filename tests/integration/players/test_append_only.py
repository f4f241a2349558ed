"""Ledger, hands and audit trail as the application's role meets them: rows are added and never changed (I-6)."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, connections

from config.audit.database import append_only_tables, tables_of_functions
from config.audit.grants import rights
from tests.support.desk import open_desk

pytestmark = pytest.mark.committed_db

STATEMENTS = ("update {table} set id = id", "delete from {table}", "truncate {table} cascade")
TABLES = ("players_transfer", "games_hand", "audit_auditevent")


def run(statement: str, alias: str = "default") -> None:
    """Run a statement as the application's role, or as the owner."""
    with connections[alias].cursor() as cursor:
        cursor.execute(statement)


def test_rows_are_changed_neither_by_the_applications_role_nor_by_the_owner() -> None:
    open_desk().seated(200_00)
    for table in TABLES:
        for statement in STATEMENTS:
            with pytest.raises(DatabaseError, match=f"permission denied for table {table}"):
                run(statement.format(table=table))
            with pytest.raises(DatabaseError, match="are added and never changed"):
                run(statement.format(table=table), "owner")


def test_every_model_of_added_rows_is_guarded_and_granted_so() -> None:
    tables = append_only_tables()
    assert set(TABLES) < set(tables)
    for table in tables:
        assert privileges(table) == ({"SELECT"} if table in tables_of_functions() else {"SELECT", "INSERT"}), table
        with pytest.raises(DatabaseError, match=f"rows of {table} are added and never changed"):
            run(STATEMENTS[1].format(table=table), "owner")


def test_the_role_owns_nothing_and_makes_nothing() -> None:
    with connection.cursor() as cursor:
        cursor.execute("select count(*) from pg_class where relowner = current_user::regrole")
        assert cursor.fetchone() == (0,)
    with pytest.raises(DatabaseError, match="permission denied for schema public"):
        run("create table mine (id int)")
    with pytest.raises(DatabaseError, match="must be owner"):
        run("alter table players_transfer disable trigger all")


def test_rows_are_taken_away_only_where_the_product_does() -> None:
    with connections["owner"].cursor() as cursor:
        tables = connections["owner"].introspection.table_names(cursor)
    deletable = {table for table in tables if "DELETE" in privileges(table)}
    assert {"django_session", "games_handdraft", "rake_rakehour"} <= deletable
    assert not deletable & {"players_player", "players_account", "players_sitting", "players_ban", "staff_user"}
    for table in tables:
        assert privileges(table) == {right.strip().upper() for right in rights(table).split(",")}, table


def test_granting_again_takes_back_what_was_given_by_hand() -> None:
    run("grant update on players_transfer to public", "owner")
    out = StringIO()
    call_command("grant_application_role", stdout=out)
    assert "it can only add to" in out.getvalue()
    assert privileges("players_transfer") == {"SELECT", "INSERT"}


def privileges(table: str) -> set[str]:
    """The acts that the application's role may do with a table."""
    every = ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER")
    with connection.cursor() as cursor:
        cursor.execute(
            "select p from unnest(%s::text[]) p where has_table_privilege(current_user, %s, p)", [list(every), table]
        )
        return {name for (name,) in cursor.fetchall()}
