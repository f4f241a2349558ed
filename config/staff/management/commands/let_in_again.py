"""`let_in_again`: a way in for who lost password and authenticator, where no administrator is left to give one."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.errors import DomainError
from config.staff.models import User
from config.staff.second_factor import let_in_again


class Command(BaseCommand):
    """The one-time password alone goes to standard output; the trail of the room says that it was made here."""

    help = (
        "Take away somebody's authenticator and print a one-time password, good for a day. For the only administrator "
        "of a house: everybody else is let in by an administrator, on their page under Staff."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the name of the person."""
        parser.add_argument("username")

    def handle(self, *, username: str, **_: Any) -> None:
        """Print the password."""
        person = User.objects.filter(username=username.lower()).first()
        if person is None:
            raise CommandError(f"Nobody here is called {username}.")
        rooms = person.rooms_of_work()
        if not rooms:
            raise CommandError(f"{person} works in no room: an administrator gives them a role first.")
        try:
            self.stdout.write(let_in_again(person=person, room=rooms[0], at=timezone.now()))
        except DomainError as refused:
            raise CommandError(refused.message) from refused
