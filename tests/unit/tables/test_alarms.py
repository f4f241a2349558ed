"""Alarms at a table: once per kind and subject, the most urgent first, up to date, put away only with a reason."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from cage.alarms import BOX_LACKING, CASH_OUT_HELD, SLIP_LATE, TRAY_UNCOUNTED
from cage.selectors.trays import TRAY_OFF
from config.audit.models import AuditEvent
from config.errors import DomainError
from games.services.kill_watch import KILL_CHANGED
from games.services.void_watch import VOID_HANDS
from players.separation import KEPT_APART
from players.services.away import OVER_LIMIT
from players.services.counting import COUNTED_OFF
from players.services.exclusions import BARRED_SEATED
from players.services.shortfall import TABLE_SHORT
from rake.alarms import UNRATED
from rake.watching import TAKINGS_OFF
from tables.alarms import KINDS
from tables.models import SessionAlarm, TableSession
from tables.selectors.alarms import alarms_at, looked_at
from tables.services import clear_alarm, put_away_alarm, raise_alarm
from tests.support.desk import Desk


def raised(desk: Desk, kind: str = TAKINGS_OFF, text: str = "Rake is off", **facts: Any) -> SessionAlarm:
    return raise_alarm(
        **({"session": desk.session, "kind": kind, "subject": "", "text": text, "at": desk.at()} | facts)
    )


def put_away(desk: Desk, alarm: SessionAlarm, reason: str = "looked", seen: int | None = None) -> None:
    put_away_alarm(alarm=alarm, seen=seen or alarm.version, reason=reason, by=desk.manager, at=desk.at())


def test_every_kind_is_known_to_the_board_and_has_its_own_urgency() -> None:
    order = [kind.code for kind in sorted(KINDS.values(), key=lambda kind: kind.rank)]
    assert order == [
        BARRED_SEATED, KEPT_APART, "dispute", CASH_OUT_HELD, COUNTED_OFF, OVER_LIMIT, KILL_CHANGED, TAKINGS_OFF,
        SLIP_LATE, UNRATED, VOID_HANDS, TABLE_SHORT, TRAY_OFF,
        TRAY_UNCOUNTED, BOX_LACKING,
    ]  # fmt: skip
    assert len({kind.rank for kind in KINDS.values()}) == len(KINDS)


def test_the_most_urgent_comes_first_whenever_it_was_raised(desk: Desk) -> None:
    raised(desk, "somebody else's", "strange")
    raised(desk, TAKINGS_OFF, "rake")
    raised(desk, OVER_LIMIT, "away")
    raised(desk, BARRED_SEATED, "barred", subject="player 7")
    (lines,) = alarms_at([desk.session], desk.at()).values()
    assert [line.text for line in lines] == ["barred", "away", "rake", "strange"]
    assert lines[0].href == "/players/7/"
    assert lines[3].href == f"/tables/{desk.session.table_id}/"


def test_an_alarm_that_says_something_else_is_brought_up_to_date(desk: Desk) -> None:
    first = raised(desk, hands={7: "5 taken, 3 owed"})
    board = TableSession.objects.get(pk=desk.session.pk).version
    again = raised(desk, text="Rake is off by more", hands={7: "5 taken, 3 owed", 8: "4 taken, 3 owed"})
    assert (again.pk, again.version, SessionAlarm.objects.count()) == (first.pk, 2, 1)
    assert again.hands == {"7": "5 taken, 3 owed", "8": "4 taken, 3 owed"}
    assert TableSession.objects.get(pk=desk.session.pk).version == board + 1
    raised(desk, text="Rake is off by more", hands=dict(again.hands))
    assert TableSession.objects.get(pk=desk.session.pk).version == board + 1


def test_putting_it_away_is_audited_and_remembered_hand_by_hand(desk: Desk) -> None:
    alarm = raised(desk, hands={7: "5 taken, 3 owed"})
    put_away(desk, alarm, " the dealer was told ")
    put_away(desk, alarm)
    event = AuditEvent.objects.get(verb="alarm.put_away")
    assert (event.reason, event.after["hands"]) == ("the dealer was told", {"7": "5 taken, 3 owed"})
    assert looked_at(desk.session, TAKINGS_OFF) == {("7", "5 taken, 3 owed")}
    assert raised(desk).pk != alarm.pk


def test_what_ended_by_itself_was_looked_at_by_nobody(desk: Desk) -> None:
    alarm = raised(desk, hands={7: "5 taken, 3 owed"})
    clear_alarm(alarm=alarm, by=None, at=desk.at())
    assert looked_at(desk.session, TAKINGS_OFF) == set()


@pytest.mark.parametrize(
    ("kind", "reason", "seen", "code"),
    [
        (BARRED_SEATED, "they promised to leave", 1, "alarm_stays"),
        (TAKINGS_OFF, "  ", 1, "reason_missing"),
        (TAKINGS_OFF, "looked", 2, "alarm_moved_on"),
    ],
)
def test_what_may_not_be_put_away(desk: Desk, kind: str, reason: str, seen: int, code: str) -> None:
    alarm = raised(desk, kind)
    with pytest.raises(DomainError) as refused:
        put_away(desk, alarm, reason, seen)
    assert refused.value.code == code
    assert SessionAlarm.objects.filter(cleared_at=None).exists()


def test_the_database_wants_to_know_who_put_it_away(desk: Desk) -> None:
    alarm = raised(desk)
    with pytest.raises(IntegrityError), transaction.atomic():
        SessionAlarm.objects.filter(pk=alarm.pk).update(reason="nobody's", cleared_at=desk.at())
