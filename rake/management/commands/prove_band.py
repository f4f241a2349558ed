"""`manage.py prove_band`: whether the band of the sampled pots keeps its promise, on days that are played by a seed."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rake.bands import proof
from rake.bands.proof import Cell

LEAST = 0.94
"""The least share of days whose band must hold the truth, in every cell (FIGURES R-2 e)."""
MOST = 0.98
"""Above this the band holds the truth more often than R-2 hopes for: it is sure, and wider than it need be there."""

SAYS = """The band is the betting confidence sequence for bounded differences, drawn without replacement. It promises
95 % at least for errors of any size up to the plaque's most, not only for errors of 1 as they are played here: where
such large errors were never seen it still leaves room for those that the draw may have missed. That is why it holds
the truth more often than 98 % of days where errors are few and small. The usual band, beside it, doesn't."""


class Command(BaseCommand):
    """Print how often the band held what was true of simulated days; exit 1 if a cell falls short."""

    help = "play days by a seed and say how often the band of the sampled pots held the truth"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say what the command takes."""
        parser.add_argument("--days", type=int, default=1000, help="days played in each cell")
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same days")
        parser.add_argument("--json", action="store_true", help="one JSON document in place of the table")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the days."""
        if options["days"] < 1:
            self.stderr.write("Play one day at least: --days 1")
            raise SystemExit(2)
        played = list(proof.cells(options["days"], options["seed"]))
        if options["json"]:
            self.stdout.write(json.dumps([told(cell) for cell in played], indent=1))
        else:
            self._table(played)
        if short := [cell for cell in played if cell.coverage < LEAST]:
            self.stderr.write(f"{len(short)} of {len(played)} cells are below {LEAST:.0%}.")
            raise SystemExit(1)

    def _table(self, played: list[Cell]) -> None:
        head = ("hands a day", "one in", "off", "days", "covered", "usual", "half width")
        self.stdout.write("{:>11}  {:>6}  {:>6}  {:>5}  {:>8}  {:>8}  {:>10}".format(*head))
        for cell in played:
            share = f"{cell.per_mille_off / 10:.1f} %"
            covered, usual = f"{cell.coverage:.1%}", f"{cell.usual / cell.days:.1%}"
            row = (cell.hands, cell.one_in, share, cell.days, covered, usual, f"{cell.half_width:.0f}")
            self.stdout.write("{:>11}  {:>6}  {:>6}  {:>5}  {:>8}  {:>8}  {:>10}".format(*row))
        above = sum(cell.coverage > MOST for cell in played)
        self.stdout.write(f"\n{above} of {len(played)} cells are above {MOST:.0%}.\n{SAYS}")


def told(cell: Cell) -> dict[str, Any]:
    """A cell as JSON: the share of hands that are off, and the shares of days on which the bands held the truth."""
    return {
        "hands": cell.hands,
        "one_in": cell.one_in,
        "off": cell.per_mille_off / 1000,
        "days": cell.days,
        "coverage": cell.coverage,
        "usual": cell.usual / cell.days,
        "half_width": round(cell.half_width, 1),
    }
