"""The time on the room's clock: its date stands with it where that is another gaming day than today."""

from datetime import UTC, datetime, time

import pytest
from time_machine import travel

from config.rooms.models import Room
from config.web.templatetags.room import clock

ROOM = {"time_zone": "America/New_York", "gaming_day_start": time(6)}


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (datetime(2026, 11, 28, 22, 30, tzinfo=UTC), "17:30"),
        (datetime(2026, 11, 29, 4, 0, tzinfo=UTC), "23:00"),
        (datetime(2026, 11, 28, 10, 59, tzinfo=UTC), "28 Nov 05:59"),
        (datetime(2026, 11, 27, 22, 8, tzinfo=UTC), "27 Nov 17:08"),
    ],
)
def test_a_time_of_another_gaming_day_has_its_date(at: datetime, told: str) -> None:
    with travel(datetime(2026, 11, 29, 7, 0, tzinfo=UTC)):
        assert clock(at, Room(**ROOM)) == told
