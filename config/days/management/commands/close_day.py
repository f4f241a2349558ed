"""`close_day`: what keeps a gaming day open, one line each; and its lock, by two people with their PINs."""

import uuid
from argparse import ArgumentParser
from datetime import date
from getpass import getpass
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.days import selectors, services
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import second_person

STILL_OPEN, NO_SUCH_DAY = 1, 2


class Command(BaseCommand):
    """Exit 0 closed (or nothing open), 1 something open or refused, 2 no such room or day."""

    help = (
        "Lock a gaming day of a room, by two people who enter their PINs; --check only names what keeps it open, one "
        "line each. Exit 0 locked or nothing open, 1 something open or refused, 2 no such day."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the room, the day, the two people, and whether only to look."""
        parser.add_argument("--room", required=True, help="the room's short name")
        parser.add_argument("--day", required=True, help="the gaming day as YYYY-MM-DD")
        parser.add_argument("--check", action="store_true", help="only name what keeps the day open")
        parser.add_argument("--by", help="the manager who locks it, by the name they sign in with")
        parser.add_argument("--second", help="the second person, who worked no drawer of that day")

    def handle(self, *args: Any, **options: Any) -> None:
        """Name what is open, or lock the day."""
        room, day = _room(options["room"]), _day(options["day"])
        if selectors.day_row(room, day, timezone.now()) is None:
            raise CommandError(f"{room} has no gaming day {day} in its books.", returncode=NO_SUCH_DAY)
        if options["check"]:
            self._check(room, day)
        else:
            self._lock(room, day, options["by"], options["second"])

    def _check(self, room: Room, day: date) -> None:
        """A line for each thing; a day that is locked has none."""
        if selectors.is_locked(room, day):
            return
        for item in (items := selectors.open_items(room, day)):
            self.stdout.write(f"{item.code}: {item.sentence}" + (f" ({item.by})" if item.by else ""))
        if items:
            raise SystemExit(STILL_OPEN)

    def _lock(self, room: Room, day: date, by: str | None, second: str | None) -> None:
        """Ask both for their PINs, then lock the day."""
        if not by or not second:
            raise CommandError("Two people lock a day: name them with --by and --second.", returncode=STILL_OPEN)
        at = timezone.now()
        try:
            people = [_person(room, name, permission) for name, permission in _asked(by, second)]
            for person in people:
                second_person(room, person.badge_number, getpass(f"PIN of {person}: "), at=at)
            key = str(uuid.uuid4())
            services.lock_gaming_day(room=room, day=day, by=people[0], second=people[1], key=key, at=at)
        except DomainError as refused:
            for sentence in refused.allowed.get("open_items", ()):
                self.stdout.write(sentence)
            raise CommandError(refused.message, returncode=STILL_OPEN) from refused
        self.stdout.write(f"{day} of {room} is locked.")


def _asked(by: str, second: str) -> list[tuple[str, Permission]]:
    return [(by, Permission.DAY_LOCK), (second, Permission.DAY_VIEW)]


def _room(slug: str) -> Room:
    room = Room.objects.filter(slug=slug).first()
    if room is None:
        raise CommandError(f"There is no room “{slug}”.", returncode=NO_SUCH_DAY)
    return room


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise CommandError(f"“{text}” is no day: write it like 2025-03-07.", returncode=NO_SUCH_DAY) from error


def _person(room: Room, name: str, permission: Permission) -> User:
    """The person who signs in by that name, if they may do that in the room."""
    person = User.objects.filter(username=name.lower(), is_active=True).first()
    if person is None or not person.may(permission, room):
        message = f"{name} may not {permission.sentence} in {room}: name somebody who may."
        raise DomainError("second_may_not", message)
    return person
