"""Whoever leaves: the last day of work, and who may still sign in after it. Controls of gaming commonly ask that access
ends within 72 hours."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import transaction

from config.audit import services as audit
from config.rooms.models import Room
from config.staff.elsewhere import refuse_for_self_or_others
from config.staff.models import User

WITHIN = timedelta(days=3)
"""Access ends within 72 hours of the end of the last day."""


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody who has left and may still sign in: until which day access is to end, and how many days that is ago."""

    person: User
    until: date
    days_late: int


@transaction.atomic
def note_last_day(*, person: User, room: Room, last_day: date | None, by: User, at: datetime) -> User:
    """Note a person's last day of work, None where they stay after all; returns them. Nothing ends by it: from the day
    after on the room is reminded to disable them.

    Raises DomainError `own_account`, `not_his_administrator`.
    """
    person = User.objects.select_for_update().get(pk=person.pk)
    refuse_for_self_or_others(person, by)
    before, person.last_day = person.last_day, last_day
    if before == last_day:
        return person
    person.save(update_fields=["last_day"])
    told = [{"last_day": day.isoformat() if day else None} for day in (before, last_day)]
    audit.record("staff.leaves", person, room=room, by=by, at=at, before=told[0], after=told[1])
    return person


def left_in(room: Room, at: datetime) -> Iterator[Left]:
    """Whoever has left, holds a role in the room and may still sign in, the longest first; one query."""
    today = at.astimezone(room.zone).date()
    here = User.objects.filter(is_active=True, staff_roles__room=room, staff_roles__ended_at=None, last_day__lt=today)
    for person in here.distinct().order_by("last_day", "display_name"):
        if person.last_day is not None:
            until = person.last_day + WITHIN
            yield Left(person, until, max((today - until).days, 0))
