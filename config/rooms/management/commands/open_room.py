"""`open_room`: the room itself, on a server without the demo."""

import re
from argparse import ArgumentParser
from datetime import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import IntegrityError
from django.utils import timezone

from config.amounts import parse_major
from config.errors import DomainError
from config.rooms.models import Room
from config.rooms.services import set_up_room

NEXT = """{room} is set up: {currency}, chips from {chip}, {zone}; its gaming day starts at {start}, today's is {day}.
Next: manage.py first_administrator --room {slug} --badge … --name …
The currency stays once money is booked; everything else is changed under Room."""


class Command(BaseCommand):
    help = "Set up a room: its name, its currency and smallest chip, its time zone and the start of its gaming day."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add what can't be guessed, and what is usual."""
        parser.add_argument("--name", required=True, help="as guests read it on the wall")
        parser.add_argument("--time-zone", required=True, help="like America/Los_Angeles")
        parser.add_argument("--currency", required=True, help="three letters: USD, EUR")
        parser.add_argument("--symbol", default="$", help="written before amounts")
        parser.add_argument("--decimals", type=int, default=2, help="of the currency")
        parser.add_argument("--smallest-chip", required=True, help="in the currency: 1, 0.50")
        parser.add_argument("--day-starts", default="06:00", help="local time at which a gaming day starts")
        parser.add_argument("--helpline", default="", help="problem-gambling helpline, printed on plaques")
        parser.add_argument("--slug", default="", help="short name for commands; made of the name if left out")

    def handle(self, *, name: str, slug: str, **options: Any) -> None:
        """Set the room up, and say what comes next."""
        slug = slug or re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
        if Room.objects.filter(slug=slug).exists():
            raise CommandError(
                f"There is a room {slug} already. Its settings are changed under Room by its administrator."
            )
        now = timezone.now()
        try:
            room = set_up_room(name=name, slug=slug, by=None, at=now, **_settings(options))
        except DomainError as refused:
            raise CommandError(refused.message) from refused
        except IntegrityError as refused:
            raise CommandError("These settings don't go together: see manage.py open_room --help.") from refused
        self.stdout.write(
            NEXT.format(
                room=room,
                slug=slug,
                currency=room.currency,
                chip=room.money(room.smallest_chip),
                zone=room.time_zone,
                start=f"{room.gaming_day_start:%H:%M}",
                day=f"{room.gaming_day(now):%d %b %Y}",
            )
        )


def _settings(options: dict[str, Any]) -> dict[str, Any]:
    """The settings as the service takes them. Refused in words where one can't be read."""
    currency = options["currency"].upper()
    if not re.fullmatch(r"[A-Z]{3}", currency):
        raise CommandError(f"“{options['currency']}” is no currency: write three letters, like USD.")
    if not 0 <= options["decimals"] <= 4:
        raise CommandError("A currency has 0 to 4 decimals.")
    try:
        starts = time.fromisoformat(options["day_starts"])
        chip = parse_major(options["smallest_chip"], exponent=options["decimals"])
    except (ValueError, DomainError) as error:
        raise CommandError(
            f"{error} Write the smallest chip like 1 or 0.50, and the start of the day like 06:00."
        ) from error
    if chip < 1:
        raise CommandError("The smallest chip is worth something: write it like 1 or 0.50.")
    return {
        "currency": currency, "currency_symbol": options["symbol"], "exponent": options["decimals"],
        "smallest_chip": chip, "time_zone": options["time_zone"], "gaming_day_start": starts,
        "helpline": options["helpline"],
    }  # fmt: skip
