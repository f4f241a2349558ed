"""Import at scale: real hands through the service into the books, beside the engine alone reading and settling them.

Both are timed on the clock of the wall, because most of an import is the database's: its statements, the triggers and
checks of the ledger, and the wait until a transaction is on the disk. Each repeat imports the same hands as another
file (a comment at its end), so that none is known already; the guests are known from the second repeat on.
"""

import os
import statistics
import sys
import time
from collections import Counter
from datetime import time as clock
from pathlib import Path
from tempfile import TemporaryDirectory

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.db import connection  # noqa: E402 - Django first
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from config.rooms.models import Room  # noqa: E402
from games.importing import Importer  # noqa: E402
from rules.check.checker import Checker  # noqa: E402
from rules.phh.files import find_files, look_at  # noqa: E402
from tables.models import Table  # noqa: E402
from tables.services import add_table  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
HANDS = Path(os.environ.get("CARDROOM_HANDS", ROOT.parent / "shared" / "hands"))
FILES = ("pluribus/30.phhs", "pluribus/32.phhs", "pluribus/34.phhs")
REPEATS = 3
CEILING = 120
"""The most times as long as the engine alone that an import may take."""


def engine(paths: list[Path]) -> None:
    """Read, validate and settle."""
    checker = Checker()
    for path in paths:
        for hand in look_at(path).hands():
            checker.check(hand)


def service(paths: list[Path], table: Table) -> Counter[str]:
    """Record them; returns how many were recorded and how many were not."""
    with Importer(table) as importer:
        results = Counter(outcome.result for path in paths for outcome in importer.record(look_at(path)))
        importer.close()
    return results


def copies(folder: Path, turn: int) -> list[Path]:
    """The files as others that hold the same hands."""
    made = []
    for number, path in enumerate(find_files([HANDS / name for name in FILES])):
        copy = folder / f"{turn}-{number}{path.suffix}"
        copy.write_text(f"{path.read_text(encoding='utf-8')}\n# turn {turn}\n", encoding="utf-8")
        made.append(copy)
    return made


def a_table() -> Table:
    """An empty table of a new room."""
    room = Room.objects.create(
        slug="archive", name="Archive", time_zone="UTC", currency="USD", gaming_day_start=clock(6, 0)
    )
    return add_table(room=room, name="Archive", seats=10, by=None, at=timezone.now())


def timed(work: object, *arguments: object) -> tuple[float, Counter[str]]:
    """Seconds that it took, and what it returned."""
    began = time.perf_counter()
    done = work(*arguments)  # type: ignore[operator]  # a function of this file
    return time.perf_counter() - began, done


def main() -> int:
    """0 where importing costs no more than the ceiling beside the engine alone."""
    if not all((HANDS / name).is_file() for name in FILES):
        print(f"skipped the import: not all of {', '.join(FILES)} in {HANDS}; CARDROOM_HANDS names the folder")
        return 0
    table, alone, whole, results = a_table(), [], [], Counter[str]()
    with TemporaryDirectory() as folder:
        for turn in range(REPEATS):
            paths = copies(Path(folder), turn)
            alone.append(timed(engine, paths)[0])
            seconds, results = timed(service, paths, table)
            whole.append(seconds)
        with CaptureQueriesContext(connection) as queries:
            service(copies(Path(folder), REPEATS)[:1], table)
    hands = results.total()
    assert results["recorded"] == hands, results
    statements = len(queries) / len(list(look_at(HANDS / FILES[0]).hands()))
    mine, theirs = statistics.median(whole), statistics.median(alone)
    ratio = mine / theirs
    print(
        f"{'MISSED' if ratio > CEILING else 'ok':7}import {hands} hands of Pluribus into the books: {ratio:.0f} x the "
        f"time of the engine alone (ceiling {CEILING} x); {hands / mine:,.0f} a second against {hands / theirs:,.0f}, "
        f"{statements:.1f} statements a hand, median of {REPEATS}"
    )
    return 1 if ratio > CEILING else 0


if __name__ == "__main__":
    sys.exit(main())
