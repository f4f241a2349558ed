"""Rights that are given again while the room plays: nobody who is served meanwhile is refused."""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, connections

pytestmark = pytest.mark.committed_db


def test_nobody_sees_less_while_rights_are_given() -> None:
    """Asked after each statement of the command, on a connection of the application's own."""
    asked: list[bool] = []

    def ask(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        answer = execute(sql, params, many, context)
        with connection.cursor() as cursor:
            cursor.execute("select has_table_privilege('players_transfer', 'select, insert')")
            asked.extend(allowed for (allowed,) in cursor.fetchall())
        return answer

    if connections["owner"].settings_dict["USER"] == connection.settings_dict["USER"]:
        pytest.skip("DATABASE_URL is the owner's here; the private PostgreSQL has two roles.")
    with connections["owner"].execute_wrapper(ask):
        call_command("grant_application_role", verbosity=0)
    assert len(asked) > 100
    assert all(asked)
