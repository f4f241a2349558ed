"""Whether somebody who works in the room was on duty at an instant or for a while, by what was recorded then (C-12)."""

from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Q

from cage.models import DrawerSession
from config.audit.models import AuditEvent
from players.models import Employment
from tables.models import DealerShift

OF_THE_ACCOUNT: Final = ("staff.", "access.")
"""The beginnings of verbs that tell of an account, not of work: a sign-in, another password."""


def on_duty(row: Employment, at: datetime, until: datetime | None = None) -> str:
    """The reason why somebody was on duty at that instant, or at any up to `until`, which goes on from "who"; nothing
    where they were off.

    A dealer is on duty while a shift of theirs is open, on a break too. Who signs in is on duty while a drawer, a
    window's or a runner's, is theirs, from the first opening count until it is closed; and for some minutes before
    and after every act in the room's audit trail that is theirs (the room's `at_work_minutes`), for the floor keeps no
    shifts: who works leaves something there more often than that. To sign in or out is no act. Three queries at most.
    """
    zone, until = row.room.zone, until or at
    if row.dealer_id:
        shift = DealerShift.objects.filter(_lasts("started_at", "ended_at", at, until), dealer=row.dealer_id).first()
        return f"was on a shift {_from(shift.started_at, shift.ended_at, zone)}" if shift else ""
    theirs = DrawerSession.objects.filter(room=row.room, cashier=row.user_id)
    drawers = theirs.filter(_lasts("began_at", "closed_at", at, until)).order_by("began_at", "pk")
    if (session := drawers.select_related("drawer").first()) is not None:
        return f"worked {session.drawer} {_from(session.began_at, session.closed_at, zone)}"
    around = timedelta(minutes=row.room.at_work_minutes)
    acts = AuditEvent.objects.filter(room=row.room, by=row.user_id, at__range=(at - around, until + around))
    for beginning in OF_THE_ACCOUNT:
        acts = acts.exclude(verb__startswith=beginning)
    act = acts.order_by("-pk").first()
    return f"was at work at {act.at.astimezone(zone):%H:%M}" if act else ""


def _from(began: datetime, ended: datetime | None, zone: ZoneInfo) -> str:
    """A time of work in words: "from 10:02 to 18:00", "from 10:02 on"."""
    return f"from {began.astimezone(zone):%H:%M} " + (f"to {ended.astimezone(zone):%H:%M}" if ended else "on")


def _lasts(start: str, end: str, at: datetime, until: datetime) -> Q:
    """The condition on rows that had begun by `until` and weren't over at the first instant."""
    return Q(**{f"{start}__lte": until}) & (Q(**{end: None}) | Q(**{f"{end}__gt": at}))
