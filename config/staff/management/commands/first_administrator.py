"""`first_administrator`: the person who lets everybody else in, on a server without anybody."""

import getpass
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.errors import DomainError
from config.rooms.models import Room
from config.staff.first import add_first_administrator
from config.staff.models import USERNAME, User

NEXT = """{person} is the administrator of {room}. Next:
1. Sign in at {address}/sign-in/ as {username}; set up the authenticator that the room asks for, and keep the recovery
   codes on paper. Then set a PIN on your account's page: adding people asks for it.
2. Staff → Add a person: a second administrator, so that no power is one person's alone; a manager, a cashier, a floor.
   Each gets a password that is good for a day and sets up their own.
3. The manager posts the house rules, adds a table and posts its plaque, receives chips with a second person and adds a
   drawer; the cashier opens it with a count of nothing, the manager fills it, the floor opens the table."""


class Command(BaseCommand):
    """The password is typed twice, or read as one line of standard input; it stands in no list of processes."""

    help = (
        "Add the first administrator of a room that has none. The password is asked for, or read from standard input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add who it is and where."""
        parser.add_argument("--badge", required=True, help="badge number: capital letters, digits and dashes")
        parser.add_argument("--name", required=True, help="the name that colleagues read")
        parser.add_argument("--username", default="", help="what they sign in as; made of the name if left out")
        parser.add_argument("--room", default="", help="slug of the room; the only one if left out")

    def handle(self, *, badge: str, name: str, username: str, room: str, **options: Any) -> None:
        """Add the person, and say what comes next."""
        place = _room(room)
        username = username or _username(name)
        try:
            person = add_first_administrator(
                room=place, badge_number=badge, username=username, display_name=name, password=_password(),
                at=timezone.now(),
            )  # fmt: skip
        except DomainError as refused:
            raise CommandError(refused.message) from refused
        self.stdout.write(_told(person, place))


def _username(name: str) -> str:
    """The name to sign in with that is made of a name. Refused where its letters are no small letters a to z."""
    username = name.lower().replace(" ", ".")
    try:
        USERNAME(username)
    except ValidationError as refused:
        raise CommandError(
            f"No name to sign in with can be made of “{name}”: add one with --username, like --username ada.kern."
        ) from refused
    return username


def _told(person: User, room: Room) -> str:
    return NEXT.format(person=person, room=room, username=person.username, address=settings.PUBLIC_ADDRESS)


def _room(slug: str) -> Room:
    rooms = list(Room.objects.filter(slug=slug) if slug else Room.objects.all())
    if not rooms:
        there = f"no room “{slug}”" if slug else "no room yet"
        raise CommandError(f"There is {there}. Open one first: manage.py open_room --help")
    if len(rooms) > 1:
        raise CommandError(f"Name the room with --room: {', '.join(room.slug for room in rooms)}.")
    return rooms[0]


def _password() -> str:
    """The password, typed twice without being shown, or the first line of standard input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass("Password: ")
    if getpass.getpass("The same again: ") != password:
        raise CommandError("The two were not the same. Nobody was added: try again.")
    return password
