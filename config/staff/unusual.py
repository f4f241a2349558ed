"""Sign-ins under a person's name that they may not have made, and are told of: tries that failed, and devices at which
nobody had signed in as them before (ASVS 5.0, V6.3.5)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from config.audit.models import AuditEvent
from config.staff.devices import Device
from config.staff.models import User

TOLD_FOR = timedelta(days=7)
"""The time for which every sign-in tells of a new device: else whoever got in would be told of it, and nobody after."""
OWN_SLIPS = timedelta(minutes=15)
"""Tries of so long ago, from where the person now gets in at a device that knows them, are slips of their own."""
MOST_DEVICES = 5
SIGNED_IN, FAILED = "staff.signed_in", "staff.sign_in_failed"


@dataclass(frozen=True, slots=True)
class FirstSignIn:
    """The first sign-in of a person at a device: when, from which address, and what the device says it is."""

    at: datetime
    address: str
    device: str


@dataclass(frozen=True, slots=True)
class Unusual:
    """The number of failed tries, and the first sign-ins at other devices, the latest first."""

    failed: int
    devices: tuple[FirstSignIn, ...]


def facts_of_sign_in(device: Device, name: str, words: str) -> dict[str, Any] | None:
    """The facts that the trail keeps of a sign-in where nobody had signed in under this name; None where they had.
    `words` are what the device says it is."""
    return None if device.knows(name) else {"first_at": words, "device_mark": device.trace}


def unusual(person: User, device: Device, address: str, *, since: datetime | None, at: datetime) -> Unusual:
    """The sign-ins to tell a person of who signs in at an instant at a device, from an address: the tries that failed
    `since` they last did, and the first sign-ins at other devices within a week. Two queries."""
    events = _events(person).filter(at__lte=at)
    tries = events.filter(verb=FAILED, at__gt=since or at - TOLD_FOR)
    if device.knows(person.username):
        tries = tries.exclude(device=address, at__gt=at - OWN_SLIPS)
    return Unusual(tries.count(), _first_sign_ins(events.exclude(after__device_mark=device.trace), at))


def lately(person: User, *, at: datetime) -> Unusual:
    """The tries that failed and the first sign-ins at devices within a week, for the person's own page; two queries."""
    events = _events(person)
    return Unusual(events.filter(verb=FAILED, at__gt=at - TOLD_FOR).count(), _first_sign_ins(events, at))


def last_sign_in(person: User) -> datetime | None:
    """The instant at which the person last signed in; None for never."""
    return _events(person).filter(verb=SIGNED_IN).order_by("-id").values_list("at", flat=True).first()


def _events(person: User) -> QuerySet[AuditEvent]:
    return AuditEvent.objects.filter(subject_kind="user", subject_id=str(person.pk))


def _first_sign_ins(events: QuerySet[AuditEvent], at: datetime) -> tuple[FirstSignIn, ...]:
    found = events.filter(verb=SIGNED_IN, at__gt=at - TOLD_FOR, after__has_key="first_at").order_by("-id")
    return tuple(FirstSignIn(each.at, each.device, (each.after or {})["first_at"]) for each in found[:MOST_DEVICES])
