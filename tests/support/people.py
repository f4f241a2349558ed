"""Rooms and the people who work in them, for tests of the kernel: arranged through the services."""

import itertools
from collections.abc import Collection
from datetime import UTC, datetime, time
from typing import Any

from django.test import Client

from config.rooms.models import Room
from config.rooms.services import set_up_room
from config.staff.conflicts import conflicts_among
from config.staff.models import User
from config.staff.role_exceptions import exceptions_of, post_exception
from config.staff.services import grant_role
from players.models import IdentityDecision, Player
from players.services import decide_identity

LONG_AGO = datetime(2025, 3, 7, 18, 0, tzinfo=UTC)
PASSWORD = "three blue kites over the river"
_numbers = itertools.count(1)


def a_room(**settings: Any) -> Room:
    """A room in dollars with chips from one dollar, whose gaming day starts at six in Los Angeles; it asks nobody for a
    second factor.
    """
    number = next(_numbers)
    facts = {"time_zone": "America/Los_Angeles", "gaming_day_start": time(6), "smallest_chip": 100}
    facts |= {"second_factor": "nobody"} | settings
    return set_up_room(name=f"Other room {number}", slug=f"other-room-{number}", by=None, at=LONG_AGO, **facts)


def a_person(room: Room | None = None, *roles: str, password: str = "") -> User:
    """Somebody with `roles` in `room`; with a password only where a test signs in with it, for hashing takes long."""
    number = next(_numbers)
    person = User(
        username=f"person{number}", badge_number=f"P{number}", display_name=f"Person {number}", joined_at=LONG_AGO
    )
    person.set_password(password or None)
    person.save()
    if room is not None:
        except_conflicts(room, roles)
    for role in roles:
        assert room is not None
        grant_role(person=person, room=room, role=role, by=None, at=LONG_AGO)
    person.forget_postings()
    return person


def except_conflicts(room: Room, roles: Collection[str]) -> None:
    """Post what is needed for one person to hold all of these roles in the room."""
    posted = {(each.first, each.second) for each in exceptions_of(room)}
    missing = [each for each in conflicts_among(roles) if (each.first, each.second) not in posted]
    if missing:
        boss, approver = a_person(room, "administrator"), a_person(room, "manager")
        for each in missing:
            post_exception(
                room=room, first=each.first, second=each.second, reason="a small room", by=boss, approver=approver,
                at=LONG_AGO,
            )  # fmt: skip


def signed_in(person: User) -> Client:
    """A browser in which the person is signed in."""
    client = Client()
    client.force_login(person, backend="config.staff.backends.StaffBackend")
    return client


def one_person(room: Room, one: Player, other: Player, *, by: User, at: datetime) -> None:
    """Let somebody find that two records are of one person; both say so from now on."""
    same = IdentityDecision.Outcome.SAME
    decide_identity(room=room, player=one, other=other, outcome=same, reason="the face", by=by, at=at)
    one.refresh_from_db()
    other.refresh_from_db()
