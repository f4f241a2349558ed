"""The audit of the books finds what an owner changed in the lists behind the triggers' back."""

import pytest
from django.db import connections

from config.audit.books import audit
from players import services
from tests.support.arranged import arranged
from tests.support.desk import open_desk
from tests.support.lists import Lists

pytestmark = pytest.mark.committed_db

HARM = {
    "a name under a ban": "insert into players_ban (player_id, kind, reason, starts_at, lifted_reason, notice)"
    " select player_id, 'barred', 'x', joined_at, '', '' from players_listentry where number = 1",
    "a number that was never given": "update players_waitinglist set last_number = 1",
    "a sitting of somebody else": "update players_listentry set state = 'seated', ended_at = joined_at,"
    " sitting_id = (select min(id) from players_sitting) where number = 2",
    "a name without a trace": "delete from audit_auditevent where subject_kind = 'listentry'",
}


@arranged
def lists() -> Lists:
    """A list with two names at a table with an empty seat, and a seat change that is asked for."""
    lists = Lists(open_desk())
    lists.fill(but=1)
    lists.join(), lists.join()
    services.ask_for_seat(sitting=lists.desk.session.sittings.get(seat=1), seat=9, **lists.desk.by())
    return lists


def faults() -> list[str]:
    return [fault for finding in audit() for fault in finding.faults]


@pytest.mark.parametrize("statement", HARM.values(), ids=HARM)
def test_harm_is_found(lists: Lists, statement: str) -> None:
    assert faults() == []
    with connections["owner"].cursor() as cursor:
        cursor.execute("alter table audit_auditevent disable trigger user")
        cursor.execute(statement)
    assert faults()
