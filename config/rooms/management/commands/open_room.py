"""`open_room`: the room itself, on a server without the demo."""

import re
import unicodedata
from argparse import ArgumentParser
from datetime import time
from itertools import accumulate
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import IntegrityError
from django.utils import timezone

from config.amounts import parse_major
from config.errors import DomainError
from config.rooms.currencies import refuse_unknown_currency
from config.rooms.models import Room
from config.rooms.services import set_up_room

_LONGEST_NAME, _LONGEST_SLUG = 80, 40
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
        slug = _slug(slug, name)
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


def _slug(asked: str, name: str) -> str:
    """The short name that was asked for, or one made of the name: the whole words that fit. Refused where one can't be
    made, and where the name is none that people can read."""
    if not 1 <= len(name.strip()) <= _LONGEST_NAME:
        raise CommandError(f"A room’s name has 1 to {_LONGEST_NAME} letters: this one has {len(name.strip())}.")
    if asked:
        if not re.fullmatch(rf"[a-z0-9][a-z0-9_-]{{0,{_LONGEST_SLUG - 1}}}", asked):
            raise CommandError(
                f"“{asked}” is no short name: write --slug with 1 to {_LONGEST_SLUG} small letters a to z, digits and "
                "dashes, like river-room."
            )
        return asked
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", plain)
    whole = accumulate(words, lambda before, word: f"{before}-{word}")
    slug = max((each for each in whole if len(each) <= _LONGEST_SLUG), key=len, default="")
    if not slug:
        raise CommandError(f"No short name can be made of “{name}”: add one with --slug, like --slug river-room.")
    return slug


def _day_start(written: str) -> time:
    """The local time, HH:MM or H:MM. Refused in words where it is none."""
    if not (found := re.fullmatch(r"(\d{1,2}):(\d{2})", written)) or int(found[1]) > 23 or int(found[2]) > 59:
        raise CommandError(f"“{written}” is no time of a day: write the start of the day on a full minute, like 06:00.")
    return time(int(found[1]), int(found[2]))


def _settings(options: dict[str, Any]) -> dict[str, Any]:
    """The settings as the service takes them: a new room fills its drawers by slips, which state pieces (C-8; LA
    42:III.2717). Refused in words where one can't be read."""
    currency = options["currency"].upper()
    if not 0 <= options["decimals"] <= 4:
        raise CommandError("A currency has 0 to 4 decimals.")
    starts = _day_start(options["day_starts"])
    try:
        refuse_unknown_currency(currency)
        chip = parse_major(options["smallest_chip"], exponent=options["decimals"])
    except DomainError as refused:
        raise CommandError(refused.message) from refused
    for option, most in (("symbol", 4), ("helpline", 160)):
        if len(options[option]) > most:
            said = {"symbol": "currency sign", "helpline": "helpline"}[option]
            raise CommandError(f"The {said} has at most {most} letters: shorten --{option}.")
    if chip < 1:
        raise CommandError("The smallest chip is worth something: write it like 1 or 0.50.")
    return {
        "currency": currency, "currency_symbol": options["symbol"], "exponent": options["decimals"],
        "smallest_chip": chip, "time_zone": options["time_zone"], "gaming_day_start": starts,
        "helpline": options["helpline"], "fills_by_slip": True,
    }  # fmt: skip
