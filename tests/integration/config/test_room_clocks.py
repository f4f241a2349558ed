"""A room's time zone or the start of its gaming day is changed: what was booked keeps its day, and days tile time."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from config.audit.books import audit
from config.rooms.models import Room
from config.rooms.services import change_settings, open_books
from players.models import Transfer
from tests.support.desk import open_desk, person
from tests.support.people import a_room, signed_in

pytestmark = pytest.mark.django_db
NOON = datetime(2025, 3, 7, 20, 0, tzinfo=UTC)  # noon in Los Angeles; its clocks change on the ninth
KEPT = (
    "name", "currency", "currency_symbol", "exponent", "smallest_chip", "time_zone", "gaming_day_start", "helpline",
    "identity_asked",
)  # fmt: skip


def change(room: Room, at: datetime, **wanted: Any) -> Room:
    facts = {field: getattr(room, field) for field in KEPT}
    return change_settings(room=room, by=None, at=at, **(facts | wanted))


def strayed() -> list[str]:
    return [fault for finding in audit() for fault in finding.faults if "lies on" in fault]


@pytest.mark.parametrize("start", [time(0), time(4), time(11), time(23, 30)])
def test_what_was_booked_keeps_its_day(start: time) -> None:
    desk = open_desk()
    desk.buy_in(desk.player(), 100_00)
    day = desk.room.gaming_day(desk.now)
    desk.room = change(desk.room, desk.now, gaming_day_start=start)
    desk.drawer.refresh_from_db()
    desk.session.refresh_from_db()
    assert desk.room.gaming_day(desk.now) == day, "the new start holds from the next gaming day on"
    for hours in range(0, 48, 3):
        desk.now = desk.now + timedelta(hours=3)
        desk.buy_in(desk.player(), 100_00)
        assert Transfer.objects.latest("pk").gaming_day == desk.room.gaming_day(desk.now), hours
    assert strayed() == []


def test_a_day_that_strays_from_its_clock_is_told() -> None:
    desk = open_desk()
    desk.buy_in(desk.player(), 100_00)
    Room.objects.filter(pk=desk.room.pk).update(gaming_day_start=time(23))
    assert strayed() != []


@pytest.mark.parametrize("first", [time(4), time(6), time(10)])
@pytest.mark.parametrize("second", [time(0), time(5), time(6), time(18)])
@pytest.mark.parametrize("zone", ["America/Los_Angeles", "America/New_York"])
def test_days_never_go_back_and_leave_no_gap(first: time, second: time, zone: str) -> None:
    room = a_room()
    open_books(room, at=NOON)
    room = change(room, NOON, gaming_day_start=first)
    room = change(room, NOON + timedelta(hours=30), gaming_day_start=second, time_zone=zone)
    instants = [NOON + timedelta(minutes=15) * quarter for quarter in range(6 * 96)]
    days = [room.gaming_day(at) for at in instants]
    assert days == sorted(days)
    assert set(days) == {date(2025, 3, 7) + timedelta(days=n) for n in range(len(set(days)))}
    for day in set(days) - {days[0]}:
        begins = instants[days.index(day)]
        assert begins - timedelta(minutes=15) < room.start_of(day) <= begins


def test_a_room_without_books_takes_another_clock_at_once() -> None:
    room = change(a_room(), NOON, gaming_day_start=time(13))
    assert (room.earlier_clocks, room.gaming_day(NOON)) == ([], date(2025, 3, 6))


def test_a_change_of_mind_on_the_same_day_leaves_one_clock_for_today() -> None:
    room = a_room()
    open_books(room, at=NOON)
    for start in (time(9), time(3), time(8)):
        room = change(room, NOON, gaming_day_start=start)
    assert [(clock.gaming_day_start, clock.until is None) for clock in room.clocks] == [
        (time(6), False),
        (time(8), True),
    ]
    with connection.cursor() as cursor:
        cursor.execute("select jsonb_array_length(earlier_clocks) from rooms_room where id = %s", [room.pk])
        assert cursor.fetchone() == (1,)


def test_the_page_says_since_when_another_clock_holds() -> None:
    desk = open_desk()
    client = signed_in(person(desk.room, "administrator"))
    assert "another time zone or start of the gaming day holds from the next gaming day on" in page(client)
    Room.objects.filter(pk=desk.room.pk).update(books_opened_at=None)
    assert "whatever is changed holds at once" in page(client)


def page(client: Client) -> str:
    return client.get(reverse("room_settings")).content.decode()
