"""Two people collect the time of a table at once, or one leaves meanwhile: every half hour is paid once, and the audit
of the books names what an owner changed of it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from config.audit.books import audit
from players.models import AccountKind, Sitting, TimeCharge
from players.services import leave_seat
from players.services.time_charges import collect_time, waive_time
from rules.house.fee_schedule import live_time
from tests.integration.players.test_books import owner_changed
from tests.support.arranged import arranged
from tests.support.desk import NLH, OPENING, Desk, key, open_desk
from tests.support.races import codes, lanes

pytestmark = pytest.mark.committed_db

STROKE = OPENING + timedelta(minutes=30)


@arranged
def timed() -> Desk:
    """A room whose table charges 6 for each half hour, with two players who owe for one."""
    desk = open_desk(plaque=replace(NLH, fee=live_time(6_00)))
    for seat in (1, 2):
        desk.seated(200_00, seat=seat)
    return desk


def collecting(desk: Desk, request: str) -> Callable[[], object]:
    return lambda: collect_time(session=desk.session, key=request, by=desk.manager, at=STROKE)


@pytest.mark.parametrize("is_same", [True, False])
def test_a_double_tap_collects_once(timed: Desk, is_same: bool) -> None:
    first = key()
    acts = [collecting(timed, first), collecting(timed, first if is_same else key())]
    with lanes() as people:
        for outcomes in (people.at_once(*acts), people.in_turn(*acts)):
            assert set(codes(outcomes)) <= (set() if is_same else {"nothing_due"})
    assert (TimeCharge.objects.count(), timed.held(AccountKind.TIME_BOX)) == (2, 12_00)
    assert [finding for finding in audit() if not finding.holds] == []


def test_who_is_let_off_does_not_pay_too(timed: Desk) -> None:
    one = timed.session.sittings.get(seat=1)
    facts = {"key": key(), "by": timed.manager, "at": STROKE}
    with lanes() as people:
        outcomes = people.in_turn(
            lambda: waive_time(sitting=one, reason="first visit", **facts),
            lambda: collect_time(session=timed.session, sittings=[one], **facts | {"key": key()}),
        )
    assert codes(outcomes) == ["nothing_due"]
    assert timed.held(AccountKind.TIME_BOX) == 0


def test_who_leaves_meanwhile_pays_or_has_gone(timed: Desk) -> None:
    one = timed.session.sittings.get(seat=1)
    with lanes() as people:
        outcomes = people.in_turn(
            lambda: leave_seat(sitting=one, key=key(), by=timed.manager, at=STROKE),
            collecting(timed, key()),
        )
    assert codes(outcomes) == []
    assert Sitting.objects.get(pk=one.pk).left_with == 200_00
    assert timed.held(AccountKind.TIME_BOX) == 6_00


CHANGES = (
    ("update players_timecharge set amount = amount - 100", "its half hours say"),
    ("delete from players_timecharge where sitting_id = (select max(sitting_id) from players_timecharge)", "say 0"),
    ("update players_timecharge set outcome = 'waived', reason = 'x'", "say 0"),
    ("update players_timecharge set began_at = began_at - interval '30 minutes'", "did not sit at session"),
    (
        "update players_timecharge set sitting_id = (select min(sitting_id) from players_timecharge)",
        "did not sit at session",
    ),
)


def test_the_audit_names_what_an_owner_changed_of_it(timed: Desk) -> None:
    collecting(timed, key())()
    assert [finding for finding in audit() if not finding.holds] == []
    for statement, said in CHANGES:
        with owner_changed(statement) as faults:
            assert any(said in fault for found in faults.values() for fault in found), statement
