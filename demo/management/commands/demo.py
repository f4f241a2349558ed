"""`manage.py demo`: make the demo room once; again, it only sees to the sign-ins."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from config.rooms.models import Room
from demo.evening import Evening, set_passwords


def _refuse_anchors() -> None:
    """The room is made in one transaction: a head that was written outside would go on where that is rolled back."""
    if settings.ANCHORS:
        raise CommandError(
            "The demo room is made in one go, before any head of its chain can be written outside."
            " Run it without CARDROOM_ANCHORS; the worker writes the heads from then on."
        )


class Command(BaseCommand):
    """Make the demo room with its people, a day that is locked and the evening after it, through the services."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the room where there is none; an installation with rooms of its own is left alone."""
        if not settings.DEMO or not settings.DEMO_PASSWORD:
            raise CommandError("The demo is off. Set CARDROOM_DEMO=1 and CARDROOM_DEMO_PASSWORD to make the demo room.")
        if not Room.objects.exists():
            _refuse_anchors()
            self.stdout.write("Making the demo room: a day is played, counted and locked, then an evening begins …")
            self.stdout.flush()
            with transaction.atomic():
                Evening(now=timezone.now()).make()
            self.stdout.write("The demo room is made.")
        elif not Room.objects.filter(is_demo=True).exists():
            self.stdout.write("This installation has rooms of its own: no demo room is added. CARDROOM_DEMO=0 says so.")
        set_passwords()
