"""`api_token`: give another system a token for the API, or end it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.errors import DomainError
from config.staff.models import User
from config.staff.tokens import end_token, give_token


class Command(BaseCommand):
    """The token alone goes to standard output, so that it can be piped to where it is kept."""

    help = (
        "Give a user a token for the API and print it; the one before ends. The system that sends it "
        "(Authorization: Token …) may do what the user's roles allow: add a user of its own for each system."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose token, and whether to end it."""
        parser.add_argument("username")
        parser.add_argument("--end", action="store_true", help="end the token, and give no new one")

    def handle(self, *, username: str, end: bool, **_: Any) -> None:
        """Print the new token, or say that the old one has ended."""
        person = User.objects.filter(username=username.lower()).first()
        if person is None:
            raise CommandError(f"Nobody here is called {username}.")
        if end:
            ended = end_token(person=person, by=None, at=timezone.now())
            self.stdout.write("The token has ended." if ended else f"{person} has no token.")
            return
        try:
            self.stdout.write(give_token(person=person, by=None, at=timezone.now()))
        except DomainError as refused:
            raise CommandError(refused.message) from refused
