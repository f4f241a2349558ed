"""`api_token`: give another system a token for the API, or end it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import ApiToken, User
from config.staff.tokens import MOST_DAYS, USUAL_DAYS, end_token, give_token


class Command(BaseCommand):
    """The token alone goes to standard output, so that it can be piped to where it is kept."""

    help = (
        "Give a user a token for the API and print it; the one before in that room ends. The system that sends it "
        "(Authorization: Token …) may do what the user's roles in the room allow: add a user for each system."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add whose token it is, where, for how much and how long; and whether to end it."""
        parser.add_argument("username")
        parser.add_argument("--room", default="", help="slug of the room; the user's only one if left out")
        parser.add_argument("--scope", choices=ApiToken.Scope.values, default=ApiToken.Scope.RECORD.value)
        parser.add_argument("--days", type=int, default=USUAL_DAYS, help=f"good for so long, at most {MOST_DAYS}")
        parser.add_argument("--end", action="store_true", help="end the token, and give no new one")

    def handle(self, *, username: str, room: str, scope: str, days: int, end: bool, **_: Any) -> None:
        """Print the new token, or say that the old one has ended."""
        person = User.objects.filter(username=username.lower()).first()
        if person is None:
            raise CommandError(f"Nobody here is called {username}.")
        now = timezone.now()
        if end:
            ended = end_token(person=person, room=_room(person, room) if room else None, by=None, at=now)
            self.stdout.write("The token has ended." if ended else f"{person} has no token.")
            return
        place = _room(person, room)
        try:
            self.stdout.write(give_token(person=person, room=place, scope=scope, days=days, by=None, at=now))
        except DomainError as refused:
            raise CommandError(refused.message) from refused


def _room(person: User, slug: str) -> Room:
    own = person.rooms_of_work()
    named = [room for room in own if room.slug == slug] if slug else own
    if len(named) != 1:
        slugs = ", ".join(room.slug for room in own) or "none"
        raise CommandError(f"Name one room of {person} with --room: {slugs}.")
    return named[0]
