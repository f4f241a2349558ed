"""Lock a gaming day, by a manager and a second person, and name the day that a later correction belongs to."""

import hashlib
import json
from collections.abc import Collection
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction

from config.audit.services import record
from config.days.hook_events import DAY_LOCKED
from config.days.models import DayLock, KeptFigures
from config.days.refusals import day_locked
from config.days.registry import FOLLOWERS, KEPT, OpenItem, in_words
from config.days.selectors import is_cut_off, is_locked, next_to_lock, open_items, people_of_drawers
from config.errors import DomainError
from config.hooks.outbox import tell
from config.locks import LockKind, hold_shared, try_hold
from config.requests.services import claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.own_making import let_in_beside_today, let_in_by_today, let_in_today
from config.staff.roles import Permission
from config.staff.second import refuse_alone

NAMED = 5
"""The most people whom a refusal names."""
_NOBODY_CONFIRMS = (
    "nobody else here may; an administrator brings a manager of another room (Staff, From another room), or adds one"
)


@transaction.atomic
def lock_gaming_day(*, room: Room, day: date, second: User | None, key: str, by: User, at: datetime) -> DayLock:
    """Lock a gaming day and keep its figures by value; returns the lock. The same `key` locks once.

    From then on nothing enters the day by any way: the tables themselves refuse it (C-6). What was being written when
    the lock was asked for is in the day before it is looked at, or is refused.
    Refusals: `no_such_day`, `day_locked`, `earlier_day_open`, `day_not_cut_off`, `day_busy` (something of the day is
    being written at this moment), `day_open_items` (`allowed` holds their sentences), `second_needed`, `same_person`,
    `second_may_not`, `second_is_let_in`, `second_worked_drawer`.
    """
    body = {"room": room.pk, "gaming_day": day, "second": second.pk if second else None}
    if claim(key, "lock_day", body, by=by, at=at):
        return DayLock.objects.get(request_key=key)
    _refuse_out_of_turn(room, day, at)
    if not try_hold(LockKind.GAMING_DAY, room=room.pk, thing=day.toordinal()):
        message = f"Something of {in_words(day)} is being recorded at this moment: lock the day again in a moment."
        raise DomainError("day_busy", message)
    _refuse_out_of_turn(room, day, at)
    confirmed = _second_person(room, day, second, by, at)
    if items := open_items(room, day):
        raise _still_open(day, items)
    facts = {"locked_at": at, "locked_by": by, "second": confirmed, "request_key": key}
    lock = DayLock.objects.create(room=room, gaming_day=day, **facts)
    kept = _keep(lock)
    after = {"gaming_day": day.isoformat(), "second": confirmed.pk, "kept": kept}
    record("day.locked", lock, room=room, by=by, at=at, after=after)
    tell(DAY_LOCKED, lock, room=room, at=at)
    for follow in FOLLOWERS:
        follow(room, day)
    return lock


def day_it_belongs_to(room: Room, day: date) -> date | None:
    """The gaming day, if it is locked: what corrects something of it is booked today and names that day.

    None where the day is still open. It isn't locked before the caller's transaction ends.
    """
    hold_shared(LockKind.GAMING_DAY, room=room.pk, thing=day.toordinal())
    return day if is_locked(room, day) else None


def refuse_locked(room: Room, day: date) -> None:
    """Refuse (`day_locked`) what would change a figure of a locked gaming day."""
    if is_locked(room, day):
        raise day_locked(day)


def _refuse_out_of_turn(room: Room, day: date, at: datetime) -> None:
    """Refuse a day that isn't the one to be locked now."""
    ahead = next_to_lock(room)
    refuse_locked(room, day)  # asked after it: a lock that comes in between is none of a day that isn't in the books
    if ahead is None or day < ahead:
        raise DomainError("no_such_day", f"{room} has no gaming day {in_words(day)} in its books: choose another.")
    if not is_cut_off(room, day, at):
        ends = room.start_of(day + timedelta(days=1)).astimezone(room.zone)
        message = f"{in_words(day)} goes on until {ends:%H:%M} of {in_words(ends.date())}: lock it after that."
        raise DomainError("day_not_cut_off", message)
    if day > ahead:
        message = f"{in_words(ahead)} is not locked yet: days are locked in order, that one first."
        raise DomainError("earlier_day_open", message, allowed={"day": ahead.isoformat()})


def _second_person(room: Room, day: date, second: User | None, by: User, at: datetime) -> User:
    """The second person, if they may be it; refused otherwise."""
    if second is not None and second.pk == by.pk:
        message = "Two people lock a day: somebody else enters badge and PIN."
        raise DomainError("same_person", message, field="badge")
    refuse_alone(second, by, Permission.DAY_VIEW, room, "a gaming day is locked", at=at)
    assert second is not None  # noqa: S101 - refused above
    at_drawers = people_of_drawers(room, day)
    if did := at_drawers.get(second.pk):
        others = _who_confirms(room, by, at_drawers, at)
        way_on = f"{', '.join(others[:NAMED])} may confirm it" if others else _NOBODY_CONFIRMS
        message = (
            f"{second} {did} on that day. Ask somebody who neither worked a drawer on it nor counted one: {way_on}."
        )
        raise DomainError("second_worked_drawer", message, field="badge")
    return second


def _who_confirms(room: Room, by: User, at_drawers: Collection[int], at: datetime) -> list[str]:
    """The names of the people at work in the room who may be the second person beside `by`, in their order."""
    apart = {by.pk, *at_drawers, *let_in_today(room, by, at), *let_in_by_today(room, by, at)}
    apart |= let_in_beside_today(room, by, at)
    at_work = User.objects.filter(is_active=True, staff_roles__room=room, staff_roles__ended_at=None).distinct()
    others = at_work.exclude(pk__in=apart).order_by("display_name")
    return [str(person) for person in others if person.may(Permission.DAY_VIEW, room)]


def _still_open(day: date, items: list[OpenItem]) -> DomainError:
    things = "1 thing keeps" if len(items) == 1 else f"{len(items)} things keep"
    message = f"{things} {in_words(day)} open: settle what the list says, then lock the day."
    return DomainError("day_open_items", message, allowed={"open_items": [item.sentence for item in items]})


def _keep(lock: DayLock) -> dict[str, str]:
    """Keep the figures of the day by value; returns the digest of each."""
    rows = [_figures(lock, code, of(lock.room, lock.gaming_day)) for code, of in sorted(KEPT.items())]
    KeptFigures.objects.bulk_create(rows)
    return {row.code: row.digest for row in rows}


def _figures(lock: DayLock, code: str, figures: Any) -> KeptFigures:
    text = json.dumps(figures, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return KeptFigures(lock=lock, code=code, text=text, digest=digest_of(text))


def digest_of(text: str) -> str:
    """sha256 of kept figures, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()
