"""The template filters that know the room."""

from datetime import UTC, datetime

import pytest
from django.template import Context, Template
from django.utils import timezone

from config.rooms.models import Room

NINE_IN_CHICAGO = datetime(2026, 11, 22, 3, 0, tzinfo=UTC)


@pytest.mark.parametrize("active", ["UTC", "Asia/Tokyo"])
def test_an_instant_is_told_in_the_rooms_time_whoever_looks(active: str) -> None:
    """A wall screen and a player's phone have no session that would put the room's time zone in force."""
    page = Template("{{ at|local:room|date:'j H:i' }} {{ at|local:room|time:'H:i' }}")
    with timezone.override(active):
        shown = page.render(Context({"at": NINE_IN_CHICAGO, "room": Room(time_zone="America/Chicago")}))
    assert shown == "21 21:00 21:00"


def test_no_instant_shows_nothing() -> None:
    assert Template("{{ at|local:room|date:'H:i' }}").render(Context({"at": None, "room": Room()})) == ""
