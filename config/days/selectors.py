"""Questions about gaming days: the state of each, the things that keep it open, and the figures kept of it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from config.days.models import DayLock, DayState, KeptFigures
from config.days.registry import CORRECTORS, NOTERS, SOURCES, WORKERS, Note, OpenItem, end_of
from config.rooms.models import Room

DAYS_SHOWN = 60


@dataclass(frozen=True, slots=True)
class DayRow:
    """A gaming day as the list shows it. `is_next` says that it is the one to be locked next."""

    day: date
    starts_at: datetime
    ends_at: datetime
    state: DayState
    lock: DayLock | None
    is_next: bool = False

    @property
    def hours(self) -> int:
        """The hours that it has: 24, and 23 or 25 where the clocks change."""
        return round((self.ends_at.astimezone(UTC) - self.starts_at.astimezone(UTC)) / timedelta(hours=1))


def locked_until(room: Room) -> date | None:
    """The last gaming day of the room that is locked; every day before it is, too."""
    return DayLock.objects.filter(room=room).order_by("gaming_day").values_list("gaming_day", flat=True).last()


def is_locked(room: Room, day: date) -> bool:
    """Whether nothing enters that gaming day any more."""
    return DayLock.objects.filter(room=room, gaming_day__gte=day).exists()


def first_day(room: Room) -> date | None:
    """The gaming day on which money was booked first; None before that."""
    return room.gaming_day(room.books_opened_at) if room.books_opened_at else None


def next_to_lock(room: Room) -> date | None:
    """The day that is locked next: that after the last locked one, or the first of the books. None without books."""
    last = locked_until(room)
    return last + timedelta(days=1) if last else first_day(room)


def is_cut_off(room: Room, day: date, at: datetime) -> bool:
    """Whether the day is over by the clock: new facts get the next one."""
    return room.gaming_day(at) > day


def state_of(room: Room, day: date, at: datetime) -> DayState:
    """The state of a gaming day at an instant; what keeps it open is asked for a day that is over and not locked."""
    if is_locked(room, day):
        return DayState.LOCKED
    if not is_cut_off(room, day, at):
        return DayState.OPEN
    return DayState.CUT_OFF if open_items(room, day) else DayState.TIED_OUT


def open_items(room: Room, day: date) -> list[OpenItem]:
    """Everything that keeps a gaming day of the room open, in the order in which it is settled."""
    return [item for _, source in SOURCES for item in source(room, day)]


def notes_of(room: Room, day: date) -> list[Note]:
    """Everything about a gaming day of the room that whoever answers for it should know."""
    return [note for noter in NOTERS for note in noter(room, day)]


def corrected_since(room: Room, day: date) -> list[Note]:
    """Everything of a gaming day that was taken back or corrected since, and is booked on a later day: whatever is kept
    of the day is without it."""
    return [note for corrector in CORRECTORS for note in corrector(room, day)]


def people_of_drawers(room: Room, day: date) -> dict[int, str]:
    """The ids of the people who worked or counted a drawer on that day, with what they did: "counted Window 1"."""
    return {person: did for workers in WORKERS for person, did in workers(room, day).items()}


def days_of(room: Room, at: datetime) -> list[DayRow]:
    """The room's gaming days, today first, back to the first of its books; at most `DAYS_SHOWN`.

    Only of the day that is locked next what keeps it open is asked: the others that are over stand as cut off.
    """
    first, today, ahead = first_day(room), room.gaming_day(at), next_to_lock(room)
    if first is None:
        return []
    shown = [today - timedelta(days=number) for number in range(min((today - first).days + 1, DAYS_SHOWN))]
    locks = DayLock.objects.filter(room=room, gaming_day__in=shown).select_related("locked_by", "second")
    by_day = {lock.gaming_day: lock for lock in locks}
    return [_row(room, day, by_day.get(day), ahead, at) for day in shown]


def day_row(room: Room, day: date, at: datetime) -> DayRow | None:
    """One gaming day; None where the room has no such day: before its books began, or still to come."""
    first = first_day(room)
    if first is None or not first <= day <= room.gaming_day(at):
        return None
    lock = DayLock.objects.filter(room=room, gaming_day=day).select_related("locked_by", "second").first()
    return _row(room, day, lock, next_to_lock(room), at)


def _row(room: Room, day: date, lock: DayLock | None, ahead: date | None, at: datetime) -> DayRow:
    return DayRow(day, room.start_of(day), end_of(room, day), _state(room, day, lock, ahead, at), lock, day == ahead)


def _state(room: Room, day: date, lock: DayLock | None, ahead: date | None, at: datetime) -> DayState:
    if lock:
        return DayState.LOCKED
    if not is_cut_off(room, day, at):
        return DayState.OPEN
    return DayState.TIED_OUT if day == ahead and not open_items(room, day) else DayState.CUT_OFF


def kept_figures(room: Room, day: date, code: str) -> Any:
    """The figures that were kept under this name when the day was locked; None where it isn't, or had none."""
    text = KeptFigures.objects.filter(lock__room=room, lock__gaming_day=day, code=code).values_list("text", flat=True)
    found = text.first()
    return json.loads(found) if found is not None else None


def kept_of(lock: DayLock) -> Sequence[KeptFigures]:
    """Everything that was kept of a locked day, by name."""
    return list(KeptFigures.objects.filter(lock=lock))
