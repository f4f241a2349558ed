"""A room's time zone or the start of its gaming day is changed: what was booked keeps its day, and days tile time."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.audit.books import audit
from config.rooms.forms import SettingsForm
from config.rooms.models import Room
from config.rooms.next_clock import next_clock_in_words
from config.rooms.services import change_settings, open_books
from config.staff import reauthentication
from players.models import Transfer
from tests.support.desk import open_desk, person
from tests.support.people import a_person, a_room, signed_in
from tests.support.refusals import refused

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


def tokyo(**settings: Any) -> Room:
    """A room in Tokyo, whose gaming day starts at five, with money booked: its day of 27 November has begun."""
    room = a_room(**{"time_zone": "Asia/Tokyo", "gaming_day_start": time(5)} | settings)
    open_books(room, at=NOON)
    return room


MORNING = datetime(2026, 11, 27, 1, 0, tzinfo=UTC)  # ten in Tokyo


@pytest.mark.parametrize(
    ("zone", "start"),
    [("Europe/London", time(9, 30)), ("Asia/Tokyo", time(11)), ("Asia/Tokyo", time(4)), ("Pacific/Auckland", time(5))],
)
def test_the_running_day_and_its_end_stay_whatever_clock_is_to_come(zone: str, start: time) -> None:
    room = tokyo()
    day, ends = date(2026, 11, 27), datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
    room = change(room, MORNING, time_zone=zone, gaming_day_start=start)
    assert room.gaming_day(MORNING) == room.gaming_day(ends - timedelta(minutes=1)) == day
    assert room.start_of(day + timedelta(days=1)) == ends
    assert room.gaming_day(ends) == day + timedelta(days=1)
    after = datetime.combine(day + timedelta(days=2), start, tzinfo=ZoneInfo(zone))
    assert room.start_of(day + timedelta(days=2)) == after
    assert room.gaming_day(after) == day + timedelta(days=2)
    assert room.gaming_day(after - timedelta(minutes=1)) == day + timedelta(days=1)


def test_pages_go_by_the_zone_of_before_until_the_new_clock_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    room = change(tokyo(), MORNING, time_zone="Europe/London", gaming_day_start=time(9, 30))
    for at, zone in [
        (MORNING, "Asia/Tokyo"), (MORNING + timedelta(hours=20), "Asia/Tokyo"),
        (datetime(2026, 11, 28, 9, 30, tzinfo=UTC), "Europe/London"),
    ]:  # fmt: skip
        monkeypatch.setattr(timezone, "now", lambda at=at: at)
        assert room.zone.key == zone


def test_the_clock_to_come_is_told_in_the_time_that_clocks_on_the_wall_show() -> None:
    room = change(tokyo(), MORNING, time_zone="Europe/London", gaming_day_start=time(9, 30))
    assert next_clock_in_words(room, MORNING) == (
        "The gaming day of 28 November still starts on 28 November, 05:00 (Asia/Tokyo) and lasts 37 h 30 min; later "
        "ones start at 09:30 (Europe/London). Pages show times of Europe/London from 28 November, 09:30 there on."
    )
    room = change(tokyo(), MORNING, gaming_day_start=time(4))
    assert next_clock_in_words(room, MORNING) == (
        "The gaming day of 28 November still starts on 28 November, 05:00 (Asia/Tokyo) and lasts 23 h; later ones "
        "start at 04:00 (Asia/Tokyo)."
    )
    assert next_clock_in_words(room, MORNING + timedelta(days=3)) == ""


def test_a_change_of_mind_back_to_todays_clock_leaves_nothing_to_come() -> None:
    room = change(tokyo(), MORNING, time_zone="Europe/London")
    room = change(room, MORNING, time_zone="Asia/Tokyo")
    assert (room.earlier_clocks, next_clock_in_words(room, MORNING)) == ([], "")


def test_a_clock_a_whole_day_away_is_refused() -> None:
    for here, there in (("Pacific/Pago_Pago", "Pacific/Kiritimati"), ("Pacific/Kiritimati", "Pacific/Pago_Pago")):
        room = tokyo(time_zone=here)
        refused("clock_too_far", lambda room=room, there=there: change(room, MORNING, time_zone=there))
        room.refresh_from_db()
        assert (room.time_zone, room.earlier_clocks) == (here, [])


def test_the_page_tells_of_another_clock_once_and_not_at_other_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    room = tokyo()
    client = signed_in(a_person(room, "administrator"))
    form = {field: getattr(room, field) for field in KEPT} | {"smallest_chip": "1", "gaming_day_start": "05:00"}

    def told(**other: str) -> str:
        assert client.post("/room/", form | other).status_code == 303
        return " ".join(str(each) for each in client.get("/room/").context["messages"])

    assert told(helpline="call") == "The room's settings are changed."
    assert "still starts on" in told(gaming_day_start="07:00")
    assert told(gaming_day_start="07:00", helpline="write") == "The room's settings are changed."
    assert "still starts on" in page(client)


@pytest.mark.parametrize("zone", ["Factory", "localtime"])
def test_a_zone_of_no_place_is_neither_offered_nor_taken(zone: str) -> None:
    refused("time_zone_unknown", lambda: change(a_room(), NOON, time_zone=zone))
    assert zone not in dict(SettingsForm.base_fields["time_zone"].choices)


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
