"""The schedule of a room's drops: local times, and how long after each one a drop may go on."""

from datetime import date, datetime, time, timedelta

from config.rooms.models import Room


def drop_time_at(room: Room, at: datetime) -> str | None:
    """The time of the schedule, "HH:MM" local, that a pull at this instant belongs to: the last one that began, if it
    still goes on; None outside of them. A room without a schedule pulls at any time: "".

    Source: MS 35-5-07-02-100(1), drops only at designated times.
    """
    if not room.drop_times:
        return ""
    local = at.astimezone(room.zone)
    began = [(start, text) for text in room.drop_times for start in _starts(room, local.date(), text) if start <= at]
    start, text = max(began)
    return text if at - start < timedelta(minutes=room.drop_minutes) else None


def a_push(room: Room) -> timedelta:
    """The time after a push within which its box may be pulled as that of the down."""
    return timedelta(minutes=room.push_minutes)


def next_drop(room: Room, at: datetime) -> datetime | None:
    """The instant at which the next drop of the schedule begins; None where there is no schedule."""
    local = at.astimezone(room.zone).date()
    starts = [start for text in room.drop_times for start in _starts(room, local, text) if start > at]
    return min(starts, default=None)


def last_drop(room: Room, at: datetime) -> datetime | None:
    """The instant at which the last drop of the schedule began; None where there is no schedule."""
    local = at.astimezone(room.zone).date()
    starts = [start for text in room.drop_times for start in _starts(room, local, text) if start <= at]
    return max(starts, default=None)


def _starts(room: Room, day: date, text: str) -> list[datetime]:
    """The instants of a local time yesterday, today and tomorrow."""
    hour = time.fromisoformat(text)
    return [datetime.combine(day + timedelta(days=n), hour, tzinfo=room.zone) for n in (-1, 0, 1)]
