"""The clock that a room will go by, in words: from which gaming day on, and how long that one lasts."""

from datetime import datetime, timedelta

from django.utils.translation import gettext

from config.durations import in_words
from config.rooms.models import Room


def next_clock_in_words(room: Room, at: datetime) -> str:
    """The gaming day from which another clock holds, in the time of the clock before it; "" where none is to come."""
    until = room.clock_at(at).until
    if until is None:
        return ""
    before, after, day = room.clock_at(at), room.clock_at(until), room.gaming_day(until)
    starts, ends = room.start_of(day), room.start_of(day + timedelta(days=1))
    facts = {
        "day": f"{day:%-d %B}",
        "at": f"{starts.astimezone(before.zone):%-d %B, %H:%M}",
        "old": before.zone.key,
        "lasts": in_words(round((ends - starts).total_seconds()) // 60),
        "start": f"{after.gaming_day_start:%H:%M}",
        "new": after.zone.key,
    }
    said = gettext(
        "The gaming day of %(day)s still starts on %(at)s (%(old)s) and lasts %(lasts)s; later ones start at %(start)s "
        "(%(new)s)."
    )
    if before.zone.key != after.zone.key:
        facts["from"] = f"{until.astimezone(after.zone):%-d %B, %H:%M}"
        said += gettext(" Pages show times of %(new)s from %(from)s there on.")
    return said % facts
