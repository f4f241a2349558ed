"""The time of a clock on a wall: its hours, and what it shows on the two days a year when it is changed."""

from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

_NO_PLACES: Final = {"Factory", "localtime"}
"""Names that computers come with for a zone that nobody has set, or for whatever the server has."""


@cache
def time_zones() -> frozenset[str]:
    """The time zones of places, by their names in the IANA database."""
    return frozenset(available_timezones() - _NO_PLACES)


def comes_twice(local: datetime) -> bool:
    """Whether the clocks of its time zone show this time twice, as they do for an hour in autumn."""
    return local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()


def which_of_two(at: datetime) -> str:
    """For an instant whose clock shows its time twice, which of the two it is: "first, EDT"; else ""."""
    return f"{'second' if at.fold else 'first'}, {at:%Z}" if comes_twice(at) else ""


def start_of_hour(at: datetime, zone: str) -> datetime:
    """The instant at which the hour on the clock of `zone` began that `at` lies in; the hour that autumn brings twice
    is two. In UTC: on a wall's clock an hour later is not always an hour later."""
    local = at.astimezone(ZoneInfo(zone))
    return at.astimezone(UTC) - timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
