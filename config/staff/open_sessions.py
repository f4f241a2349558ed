"""The sessions that a person has open: at which device, since when, touched when; and the end of one of them.

Sessions lie in Django's own table, which doesn't say whose they are: all that go on are read, some hundreds at most.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils.crypto import constant_time_compare

from config.audit import services as audit
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from config.staff.sessions import BEGAN, DEVICE, ENTERED, ROOM, TOUCHED, idle_limit_of, is_over


@dataclass(frozen=True, slots=True)
class OpenSession:
    """One session as pages show it. With its `mark` it can be named, and nobody can be signed in."""

    mark: str
    device: str
    began: datetime
    touched: datetime
    is_this: bool


def sessions_of(person: User, *, at: datetime, this: str | None = None, room: Room | None = None) -> list[OpenSession]:
    """The open sessions of a person, the one with the key `this` first, then the one touched last; one query, and one
    more for the person's roles. With `room` those alone that work there, and since when they do: what the person does
    in other rooms is told to nobody here."""
    at_work = ((row, said) for row, said in _open(person, at) if room is None or _works_in(person, said, room))
    since = ENTERED if room else BEGAN
    found = [_shown(row, said, this, since) for row, said in at_work]
    return sorted(found, key=lambda each: (not each.is_this, -each.touched.timestamp()))


def end_sessions_in(person: User, room: Room, at: datetime) -> None:
    """End the sessions of a person that work in a room, within the caller's act and its event, and before their roles
    there end: where a session chose none, they say which room it works in."""
    for row, said in _of(person, at):
        if _works_in(person, said, room):
            row.delete()


@transaction.atomic
def end_session(*, person: User, mark: str, at: datetime, this: str | None = None) -> None:
    """End one of the person's own sessions: the device is signed out with its next request.

    Raises DomainError `session_over` where none of theirs goes by that mark any more, and `session_in_use` for the one
    with the key `this`, in which the person works.
    """
    for row, said in _open(person, at):
        if _mark(row) == mark:
            if row.session_key == this:
                raise DomainError("session_in_use", "You are working in that session: sign out instead.")
            row.delete()
            audit.record(
                "staff.session_ended", person, room=None, by=person, at=at, before={DEVICE: said.get(DEVICE, "")}
            )
            return
    raise DomainError("session_over", "That session is over already: load the page again to see which are open.")


def _open(person: User, at: datetime) -> Iterator[tuple[Session, Mapping[str, Any]]]:
    limit = idle_limit_of(person)
    for row, said in _of(person, at):
        if BEGAN in said and not is_over(said, limit, at):
            yield row, said


def _of(person: User, at: datetime) -> Iterator[tuple[Session, Mapping[str, Any]]]:
    for row in Session.objects.filter(expire_date__gt=at).order_by("expire_date"):
        said = row.get_decoded()
        if _is_of(person, said):
            yield row, said


def _works_in(person: User, said: Mapping[str, Any], room: Room) -> bool:
    return person.room_of_work(said.get(ROOM)) == room


def _is_of(person: User, said: Mapping[str, Any]) -> bool:
    """Whether a session is the person's and lets them in: it ends with every change of the password or of roles."""
    if said.get(SESSION_KEY) != str(person.pk):
        return False
    good = (person.get_session_auth_hash(), *person.get_session_auth_fallback_hash())
    return any(constant_time_compare(said.get(HASH_SESSION_KEY, ""), each) for each in good)


def _shown(row: Session, said: Mapping[str, Any], this: str | None, since: str) -> OpenSession:
    seconds = said.get(since, said[BEGAN]), said[TOUCHED]
    began, touched = (datetime.fromtimestamp(each, UTC) for each in seconds)
    return OpenSession(_mark(row), said.get(DEVICE, ""), began, touched, is_this=row.session_key == this)


def _mark(row: Session) -> str:
    return sha256(row.session_key.encode()).hexdigest()[:24]
