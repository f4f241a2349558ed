"""Whoever leaves is noted with the last day, and the room is reminded until they can't sign in any more."""

from datetime import UTC, date, datetime, timedelta
from functools import partial

import pytest
import time_machine

from config.audit.models import AuditEvent
from config.rooms.models import Room
from config.staff import services
from config.staff.leaving import left_in, note_last_day
from config.staff.models import User
from rake.morning.right_now import right_now
from tests.support.people import a_person, a_room, signed_in
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db
FRIDAY = date(2026, 3, 6)
NOON = datetime(2026, 3, 6, 20, tzinfo=UTC)
"""Noon in the room."""


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def boss(room: Room) -> User:
    return a_person(room, "administrator")


@pytest.fixture
def ann(room: Room, boss: User) -> User:
    """Somebody whose last day is the Friday."""
    person = a_person(room, "floor", "cashier")
    return note_last_day(person=person, room=room, last_day=FRIDAY, by=boss, at=NOON)


def days_late(room: Room, at: datetime) -> list[int]:
    return [each.days_late for each in left_in(room, at)]


def reminders(room: Room, at: datetime) -> list[str]:
    return [line.text for line in right_now(room, at) if "can still sign in" in line.text]


def test_from_the_day_after_on_they_are_named_once_and_from_the_fourth_on_it_is_late(room: Room, ann: User) -> None:
    told = [days_late(room, NOON + timedelta(days=days)) for days in range(6)]
    assert told == [[], [0], [0], [0], [1], [2]]
    (each,) = left_in(room, NOON + timedelta(days=1))
    assert (each.person, each.until) == (ann, date(2026, 3, 9))
    assert days_late(a_room(), NOON + timedelta(days=1)) == []


def test_the_day_is_that_of_the_room(room: Room, ann: User) -> None:
    """At six in the morning of the Saturday by the world's clock it is Friday night there."""
    assert days_late(room, datetime(2026, 3, 7, 6, tzinfo=UTC)) == []
    assert days_late(room, datetime(2026, 3, 7, 9, tzinfo=UTC)) == [0]


def test_the_morning_and_the_list_of_people_remind(room: Room, boss: User, ann: User) -> None:
    later = NOON + timedelta(days=1)
    said = f"{ann} left and can still sign in: an administrator disables them (Staff) before the end of 9 March."
    assert reminders(room, later) == [said]
    assert "before the end of 9 March, which was 2 days ago." in reminders(room, NOON + timedelta(days=5))[0]
    with time_machine.travel(later):
        assert "disable before the end of 9 March" in signed_in(boss).get("/staff/").content.decode()
    with time_machine.travel(NOON + timedelta(days=4)):
        assert "within 72 hours, 1 day late" in signed_in(boss).get("/staff/").content.decode()


def test_who_is_disabled_or_holds_no_role_any_more_is_no_reminder(room: Room, boss: User, ann: User) -> None:
    later = NOON + timedelta(days=2)
    for role in ("floor", "cashier"):
        assert reminders(room, later)
        services.end_role(person=ann, room=room, role=role, by=boss, at=later)
    assert reminders(room, later) == []
    bob = a_person(room, "floor")
    note_last_day(person=bob, room=room, last_day=FRIDAY, by=boss, at=NOON)
    assert len(reminders(room, later)) == 1
    services.disable(person=bob, room=room, by=boss, at=later, reason="left")
    assert reminders(room, later) == []


def test_an_administrator_notes_it_and_nobody_the_own(room: Room, boss: User, ann: User) -> None:
    client = signed_in(boss)
    address = f"/staff/{ann.pk}/last-day/"
    assert client.post(address, {"last_day": "2026-03-20"}).status_code == 303
    ann.refresh_from_db()
    assert ann.last_day == date(2026, 3, 20)
    event = AuditEvent.objects.filter(room=room, verb="staff.leaves").latest("id")
    assert (event.by, event.before, event.after) == (boss, {"last_day": "2026-03-06"}, {"last_day": "2026-03-20"})
    assert 'value="2026-03-20"' in client.get(f"/staff/{ann.pk}/").content.decode()
    assert client.post(address, {"last_day": ""}).status_code == 303
    ann.refresh_from_db()
    assert ann.last_day is None
    assert client.post(address, {"last_day": "never"}).status_code == 422
    assert signed_in(ann).post(address, {"last_day": ""}).status_code == 403
    own = partial(note_last_day, person=boss, room=room, last_day=FRIDAY, by=boss, at=NOON)
    refused("own_account", own)


def test_noting_the_same_again_leaves_no_second_trace(room: Room, boss: User, ann: User) -> None:
    before = AuditEvent.objects.count()
    note_last_day(person=ann, room=room, last_day=FRIDAY, by=boss, at=NOON)
    assert AuditEvent.objects.count() == before
