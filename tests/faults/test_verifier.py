"""The verifier's own proof: whoever owns the database changes a row, deletes a hand or drops a trigger, for good, and
the next run of `audit_books` says so and ends with 1. Many more changes: tests/attacks/owner.toml."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connections

from tests.support.arranged import arranged_to_commit
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.committed_db

CHANGES = {
    "a leg is changed": (
        ["alter table players_transfer disable trigger user",
         "update players_transfer set amount = amount + 100 where id = (select max(id) from players_transfer)",
         "alter table players_transfer enable trigger user"],
        "players_transfer",
    ),
    "a hand is deleted": (
        ["alter table games_hand disable trigger user",
         "delete from games_hand where id = (select max(id) from games_hand)",
         "alter table games_hand enable trigger user"],
        "is gone",
    ),
    "a trigger is dropped": (
        ["do $$ declare one text; begin"
         " select tgname into one from pg_trigger where tgrelid = 'players_transfer'::regclass and not tgisinternal"
         " order by tgname limit 1; execute format('drop trigger %I on players_transfer', one); end $$"],
        "trigger",
    ),
    "a trigger is switched off": (["alter table games_hand disable trigger user"], "games_hand"),
}  # fmt: skip
"""The owner's acts, and a word that the audit must say of each."""


@arranged_to_commit
def table() -> HandTable:
    """A table at which three quick hands were recorded."""
    table = open_hand_table()
    for _ in range(3):
        table.tick()
    return table


def audited() -> tuple[int, str]:
    """The exit status of the command, and what it said."""
    out = StringIO()
    try:
        call_command("audit_books", stdout=out)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue()
    return 0, out.getvalue()


def test_f27_control_nothing_is_said_of_what_nobody_changed(table: HandTable) -> None:
    status, said = audited()
    assert (status, "FAIL" in said) == (0, False), said
    assert said.count("ok ") > 50


@pytest.mark.parametrize("what", CHANGES)
def test_f27_what_the_owner_did_is_reported_by_the_next_run(table: HandTable, what: str) -> None:
    statements, word = CHANGES[what]
    with connections["owner"].cursor() as owner:
        for statement in statements:
            owner.execute(statement)
    status, said = audited()
    assert status == 1
    faults = [line for line in said.splitlines() if line.startswith("      ")]
    assert any(word in fault for fault in faults), said
