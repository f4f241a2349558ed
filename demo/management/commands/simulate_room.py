"""`manage.py simulate_room`: play days of a card room through the services, with errors planted and listed."""

import gc
import json
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.rooms.models import Room
from demo.simulation.night import UnsettledError
from demo.simulation.report import Report
from demo.simulation.room import play
from demo.simulation.script import FIRST_DAY, HOURS, Script, Thief, rate


class Command(BaseCommand):
    """Make a room of its own and play it: a line of JSON for each planted error, with whether the books show it, and
    for each line of the books that something went wrong, with the errors that explain it; then the sums.

    Exit 1 where an error doesn't show, a line is unexplained, or something keeps a day open that nobody settles."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """The script."""
        parser.add_argument("--days", type=int, required=True)
        parser.add_argument("--tables", type=int, required=True)
        parser.add_argument("--seed", type=int, required=True, help="the same seed makes the same room")
        parser.add_argument("--errors", type=rate, default=0.0, help="the share of hands in which something goes wrong")
        parser.add_argument("--thief", type=Thief.read, help="dealer=3,skim=0.05: keeps chips of the rake")
        parser.add_argument("--by-down", action="store_true", help="each push changes the rake boxes, counted at once")
        parser.add_argument("--first-day", type=date.fromisoformat, default=FIRST_DAY)
        parser.add_argument("--hours", type=int, default=HOURS, help="the hours that the room is open each day")
        parser.add_argument("--room", default="", help="the room's short name; simulated-SEED where it is left out")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the script. Refused in an installation with a room that isn't for trying things in."""
        if Room.objects.filter(is_demo=False).exists():
            raise CommandError("This installation has a room of its own: simulate in another database.")
        if not (1 <= options["days"] <= 60 and 1 <= options["tables"] <= 40 and 1 <= options["hours"] <= 18):
            raise CommandError("A simulation has 1 to 60 days of 1 to 18 hours, and 1 to 40 tables.")
        script = Script(
            days=options["days"],
            tables=options["tables"],
            seed=options["seed"],
            errors=options["errors"],
            thief=options["thief"],
            by_down=options["by_down"],
            first_day=options["first_day"],
            hours=options["hours"],
            slug=options["room"],
        )
        if Room.objects.filter(slug=script.name).exists():
            raise CommandError(f"The room {script.name} is played already: give another one a name with --room.")
        gc.freeze()
        gc.set_threshold(100_000, 50, 50)  # what an act makes is gone with it: to look for more costs a tenth of all
        self._tell(script, self._played(script))

    def _played(self, script: Script) -> Report:
        try:
            return play(script).report()
        except UnsettledError as error:
            raise CommandError(str(error)) from error

    def _tell(self, script: Script, found: Report) -> None:
        """Errors and lines of the books, then the faults, then the sums. Exit 1 on faults."""
        for told in [*(each.to_json() for each in found.errors), *(each.to_json() for each in found.lines)]:
            self.stdout.write(json.dumps(told))
        for fault in found.faults:
            self.stdout.write(f"FAIL {fault}")
        sums = f"{len(found.errors)} errors, {len(found.lines)} lines of the books that something went wrong"
        self.stdout.write(f"{script.name}: {script.days} days at {script.tables} tables, all locked: {sums}.")
        if found.faults:
            raise SystemExit(1)
