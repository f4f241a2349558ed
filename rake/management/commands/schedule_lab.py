"""`manage.py schedule_lab`: past hands of a room under another fee schedule, as the page answers it."""

import json
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from config.amounts import parse_major
from config.errors import DomainError, Malformed
from config.jobs.services import set_patience
from config.rooms.models import Room
from rake.lab import words
from rake.lab.asking import USUAL_SEED, Question, asked
from rake.lab.ceiling import Ceiling, ceiling_of
from rake.lab.family import AIMS, Wish
from rake.lab.judging import Answer, answer, house_of
from rake.lab.naming import named
from rake.lab.reading import Where
from rake.lab.spread import MOST_WORKERS
from rules.house.fee_schedule import FeeSchedule, FeeScheduleError
from rules.house.fee_written import read_schedule
from rules.house.rake import starting_schedule
from rules.text.amounts import HUNDREDTHS
from tables.models import TableSession


class Command(BaseCommand):
    """Print what another fee schedule, written as TOML (`rules.house.fee_written`), would have made of past hands."""

    help = "judge past hands of a room under another fee schedule; exit 2 where the question can't be asked"

    def add_arguments(self, parser: CommandParser) -> None:
        """The question."""
        parser.add_argument("--room", required=True, help="the room's short name")
        parser.add_argument("--from", dest="first", type=date.fromisoformat, required=True, help="first gaming day")
        parser.add_argument("--to", dest="last", type=date.fromisoformat, required=True, help="last gaming day")
        parser.add_argument("--schedule", type=Path, required=True, help="the other schedule, a TOML file")
        parser.add_argument("--plaque", default="", help="only hands under plaques of this name, “NLH 1/3”")
        parser.add_argument("--game", default="", help="only hands of this game")
        parser.add_argument("--source", choices=TableSession.Source.values, default=TableSession.Source.FLOOR)
        parser.add_argument("--house", default="", help="play full hands again by the rules of this house")
        parser.add_argument("--ceiling-percent", default="", help="where the room's house rules set no ceiling")
        parser.add_argument("--ceiling-cap", default="", help="likewise, of one hand")
        parser.add_argument("--best", choices=list(AIMS), help="look for the best schedule of a family too")
        parser.add_argument("--no-band-pays-more", action="store_true", help="what the best one must keep to")
        parser.add_argument("--one-line", action="store_true", help="likewise")
        parser.add_argument("--beyond-ceiling", action="store_true", help="let the best one go beyond the ceiling")
        parser.add_argument("--seed", type=int, default=USUAL_SEED, help="of the draws that say what is chance")
        parser.add_argument("--workers", type=int, default=1, help="processes that reckon")
        parser.add_argument("--json", action="store_true", help="one JSON document, amounts in minor units")

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer it."""
        room = Room.objects.filter(slug=options["room"]).first()
        if room is None:
            raise CommandError(f"There is no room {options['room']!r}.", returncode=2)
        if not 1 <= options["workers"] <= MOST_WORKERS:
            raise CommandError(f"Reckon with 1 to {MOST_WORKERS} workers.", returncode=2)
        question = self._question(room, options)
        set_patience(settings.JOB_STATEMENT_TIMEOUT)
        found = answer(room, question, at=timezone.now(), workers=options["workers"])
        if options["json"]:
            told = {
                "room": room.slug,
                "question": question.to_json(),
                "schedule": named(question.other, room),
                "answer": found.to_json(),
            }
            self.stdout.write(json.dumps(told, indent=1, ensure_ascii=False))
        else:
            self._tell(room, question, found)

    def _question(self, room: Room, options: dict[str, Any]) -> Question:
        wish = None
        if options["best"]:
            kept = {name: options[name] for name in ("no_band_pays_more", "one_line")}
            wish = Wish(aim=options["best"], within_ceiling=not options["beyond_ceiling"], **kept)
        named = {name: options[name] for name in ("first", "last", "source", "game", "plaque", "house", "seed")}
        try:
            return asked(
                Question(other=_schedule(room, options["schedule"]), typed=_typed(room, options), wish=wish, **named)
            )
        except DomainError as error:
            raise CommandError(error.message, returncode=2) from error

    def _tell(self, room: Room, question: Question, found: Answer) -> None:
        """The answer as lines of text."""
        self.stdout.write(f"{room}, {question.first} to {question.last}: {named(question.other, room)}")
        if not found.hands:
            self.stdout.write(words.no_hands(Where(room, question).days_with_hands))
            return
        for line in (*words.coverage(found), words.HELD_FIXED, ""):
            self.stdout.write(line)
        for row in [("", "now", "then", "difference"), *words.rows(found, room)]:
            self.stdout.write("{:<38}{:>14}{:>14}{:>14}".format(*row))
        self.stdout.write("")
        for line in (words.chance(found, room), *words.breaches(found, room), *found.refusals):
            self.stdout.write(line)
        for change in found.changes:
            now, then = room.money(change["now"]), room.money(change["then"])
            why = " ".join(step["sentence"] for step in change["steps_then"])
            self.stdout.write(f"{change['name']}, pot {room.money(change['pot'])}: {now} now, {then} then. {why}")
        if found.best:
            rake = f"{found.best['words']}, {words.best_rake(found, room)}" if found.best["words"] else ""
            kept = ", ".join(words.best_keeps_to(found, room))
            said = rake or "none keeps to all that is wished"
            self.stdout.write(f"Best of {found.best['tried']:,} ({kept}): {said}.")
            self.stdout.write(words.ON_THE_SAME_HANDS)


def _schedule(room: Room, path: Path) -> FeeSchedule:
    """The schedule of a file; what it leaves out is as this room's house has it."""
    if room.exponent != HUNDREDTHS:
        message = f"Files write amounts in hundredths, {room.currency} has {room.exponent} decimals: ask on the page."
        raise CommandError(message, returncode=2)
    try:
        return read_schedule(tomllib.loads(path.read_text("utf-8")), starting_schedule(house_of(room, timezone.now())))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, FeeScheduleError) as error:
        raise CommandError(f"{path}: {error}", returncode=2) from error


def _typed(room: Room, options: dict[str, Any]) -> Ceiling:
    """The ceiling that was typed in. Refused where the room's house rules set one."""
    texts = (options["ceiling_percent"], options["ceiling_cap"])
    if any(texts) and ceiling_of(house_of(room, timezone.now())).is_set:
        raise CommandError("This room's house rules set the ceiling: leave it out.", returncode=2)
    try:
        percent, cap = (
            parse_major(text, exponent=exponent) if text else None
            for text, exponent in zip(texts, (2, room.exponent), strict=True)
        )
    except Malformed as error:
        raise CommandError(error.message, returncode=2) from error
    if 0 in (percent, cap):
        raise CommandError("A ceiling of 0 allows no rake at all: set a higher one, or leave it out.", returncode=2)
    return Ceiling(percent, cap)
