"""`manage.py prove_assurance`: who is flagged, rightly and wrongly, in rooms that are played by a seed."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rake.assurance.proof import PLANTED, Cell, cells, first_cause

LEAST = 0.8
"""The least share of rooms in which the planted cause is to be told first."""


class Command(BaseCommand):
    """Play rooms at the rates of FIGURES, flag in them, and print how soon, how rightly, and which cause came first."""

    help = "play rooms by a seed and say who is flagged in them, and how soon"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say what the command takes."""
        parser.add_argument("--seeds", type=int, default=20, help="the rooms of each kind")
        parser.add_argument("--json", action="store_true", help="one JSON document a line in place of the text")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the rooms. Exit 1 where a planted cause is told first too rarely, or flags are wrong too often."""
        wrong = right = 0
        for cell in cells(options["seeds"]):
            self._tell(cell, as_json=options["json"])
            wrong, right = wrong + cell.wrong, right + cell.right
        told = [self._cause(name, options["seeds"], as_json=options["json"]) for name in PLANTED]
        if not all(told) or wrong > 0.05 * (right + wrong):
            raise SystemExit(1)

    def _tell(self, cell: Cell, *, as_json: bool) -> None:
        facts = {"rooms": cell.seeds, "shifts": cell.shifts, "found": len(cell.found), "median": cell.about}
        facts |= {"within_60": cell.within(60), "within_8": cell.within(8), "right": cell.right, "wrong": cell.wrong}
        if as_json:
            self.stdout.write(json.dumps({"name": cell.name} | facts | {"after": sorted(cell.found)}))
            return
        about = "" if cell.about is None else f", after {cell.about:g} shifts in the middle"
        found = f"found in {len(cell.found)} of {cell.seeds}{about}"
        self.stdout.write(f"{cell.name}, {cell.shifts} shifts: {found}; flags {cell.right} right, {cell.wrong} wrong")

    def _cause(self, name: str, seeds: int, *, as_json: bool) -> bool:
        found = [first_cause(PLANTED[name], seed, 42) for seed in range(seeds)]
        first = sum(cause is not None and cause.name == name for cause in found)
        if as_json:
            self.stdout.write(json.dumps({"cause": name, "rooms": seeds, "first": first}))
        else:
            self.stdout.write(f"{name}: told first in {first} of {seeds} rooms")
        return first >= LEAST * seeds
