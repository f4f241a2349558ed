"""Figures at two million hands: a month of the largest room, and the same room with a tenth of it, in one run.

Two databases of one server are made of the same evenings (`_big_room`): one has a month of 30 days at some 240 tables,
the other three days of them. Each is measured by a process of its own, page by page in turn, so that what else the
machine does falls on both. `SCALE_HANDS` says how many hands the month has.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from typing import Any

import psycopg
from _machine import load

from devkit import postgres, product, throwaway
from devkit.paths import PYTHON, ROOT

HANDS = int(os.environ.get("SCALE_HANDS", "2000000"))
DAYS, FEW_DAYS = 30, 3
REPEATS, MONTHS, TICKS = 15, 3, 200
EXPORTED, FEW_EXPORTED = 1_000_000, 20_000
GROWTH, RAW, ROLLUPS, MEMORY, WRITES = (1.5, 1.3), (3.0, 1.5), (0.25, 0.05), (1.2, 1.1), (4.0, 2.0)
"""Floors and goals: times as long with ten times the data; the month out of the hands and out of the rollups, times the
plain statement; the memory of a long file, times that of a short one; writes beside reports, times those without."""
OF_WEEKS = ("morning",)
"""Pages that compare a day with weeks before it: the small room has no weeks, so there is nothing to compare."""
SETTINGS = (*postgres.DURABLE, "max_wal_size=16GB", "shared_buffers=1GB", "effective_cache_size=4GB")
HERE = Path(__file__).resolve().parent
MONTH = ("bare", "bare_lines", "raw", "rollups", "bare_ledger", "raw_ledger")
_parts: list[bool] = []


def hold(name: str, figure: float, target: tuple[float, float], rest: str) -> None:
    """Print a target, floor and goal, with its verdict."""
    floor, goal = target
    verdict, reached = "ok" if figure <= floor else "MISSED", ", reached" if figure <= goal else ""
    print(
        f"{verdict:7}{name}: {figure:.2f} x (floor {floor:g} x, goal {goal:g} x{reached}); {rest}; {load()}", flush=True
    )
    _parts.append(figure <= floor)


def p95(seconds: list[float]) -> float:
    """So long took 95 of a hundred at most."""
    return statistics.quantiles(seconds, n=100, method="inclusive")[94]


class Side:
    """A process that measures one database."""

    def __init__(self, environ: dict[str, str], file: Path) -> None:
        command = [str(PYTHON), str(HERE / "_big_measures.py"), str(file)]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, name: str, *arguments: object) -> None:
        """Let it begin."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps([name, arguments]) + "\n")
        self.process.stdin.flush()

    def answer(self) -> Any:
        """Wait until it is done."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, "a measuring process ended: see above"
        return json.loads(line)

    def __call__(self, name: str, *arguments: object) -> Any:
        self.ask(name, *arguments)
        return self.answer()

    def end(self) -> None:
        """Let it go."""
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


class Rooms:
    """The server with its databases, by name: the environment of each, and the file of facts."""

    def __init__(self, server: postgres.Server, folder: Path) -> None:
        self.server, self.file = server, folder / "facts.json"
        self.base = product.environment(server.urls(), folder) | {
            "CARDROOM_DEMO": "0", "PYTHONPATH": str(ROOT), "CARDROOM_CLOCK_BOUND": "0",
            "CARDROOM_STATEMENT_TIMEOUT": "10min",
        }  # fmt: skip

    def make(self) -> None:
        """Play the evenings, and copy them into both databases."""
        product.prepare(self.base)
        self._run(self.base, "play", str(self.file))
        facts = json.loads(self.file.read_text(encoding="utf-8"))
        times = ceil(HANDS / DAYS / facts["hands"])
        for name, days in (("few", FEW_DAYS), ("many", DAYS)):
            self._clone(name)
            self._run(self.of(name), "copy", str(self.file), str(days), str(times))

    def of(self, name: str) -> dict[str, str]:
        """The environment of a database."""
        urls = {key: url.replace(f"/{postgres.DATABASE}?", f"/{name}?") for key, url in self.server.urls().items()}
        return self.base | urls

    @contextmanager
    def side(self, name: str) -> Iterator[Side]:
        """A process that measures the database."""
        side = Side(self.of(name), self.file)
        try:
            yield side
        finally:
            side.end()

    def _clone(self, name: str) -> None:
        url = self.server.url(postgres.OWNER).replace(f"/{postgres.DATABASE}?", "/postgres?")
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"create database {name} template {postgres.DATABASE}")

    def _run(self, environ: dict[str, str], *arguments: str) -> None:
        subprocess.run([str(PYTHON), str(HERE / "_big_room.py"), *arguments], cwd=ROOT, env=environ, check=True)


def sizes(few: Side, many: Side) -> None:
    """Say how big both are, and what a hand takes."""
    for side in (few, many):
        found = side("sizes")
        each = found["bytes"] / found["hands"]
        print(f"       {found['hands']:,} hands, {found['transfers']:,} transfers: {found['bytes'] / 1e9:.2f} GB, "
              f"{each:,.0f} bytes a hand, indices included", flush=True)  # fmt: skip
    for table, whole, indices, rows in found["tables"]:
        print(f"         {table}: {rows:,} rows, {whole / 1e6:,.0f} MB, of these indices {indices / 1e6:,.0f}")


def growth(few: Side, many: Side) -> None:
    """Pages with ten times the data, each asked for in turn."""
    for name in few("pages"):
        times = [(few("page", name), many("page", name)) for _ in range(REPEATS + 2)]
        before, after = (statistics.median(column) for column in zip(*times[2:], strict=True))
        if name in OF_WEEKS:
            print(
                f"       {name}: {before * 1000:.0f} ms of {FEW_DAYS} days, {after * 1000:.0f} of its weeks; {load()}"
            )
            continue
        hold(name, after / before, GROWTH, f"{before * 1000:.0f} and {after * 1000:.0f} ms, median of {REPEATS}")


def months(many: Side) -> None:
    """The month's figures: of the hands, of the ledger and of the rollups, beside the plain statements."""
    read: dict[str, list[Any]] = {name: [] for name in MONTH}
    for _ in range(MONTHS):
        for name, found in read.items():
            found.append(many(name))
    seconds = {name: statistics.median(each[0] for each in found) for name, found in read.items()}
    sums = {name: found[0][1] for name, found in read.items()}
    same = (
        sums["bare"] == sums["bare_lines"] == sums["raw"] == sums["rollups"]
        and sums["bare_ledger"] == sums["raw_ledger"]
    )
    print(f"{'ok' if same else 'MISSED':7}every sum of the month is the same to the cent: {sums['bare']}")
    _parts.append(same)
    for ours, plain, goal in (
        ("raw", "bare_lines", RAW),
        ("rollups", "bare", ROLLUPS),
        ("raw_ledger", "bare_ledger", RAW),
    ):
        said = f"{seconds[ours]:.2f} s against {seconds[plain]:.2f} s of the plain statement, median of {MONTHS}"
        hold(f"month, {ours.replace('_', ' ')}", seconds[ours] / seconds[plain], goal, said)


def export(rooms: Rooms) -> None:
    """The ledger's file, long and short, each by a process that did nothing else."""
    memory, said = [], []
    for rows in (FEW_EXPORTED, EXPORTED):
        with rooms.side("many") as side:
            seconds, written, largest = side("export", rows)
        memory.append(largest)
        said.append(f"{written:,} rows in {seconds:.0f} s with {largest / 1000:.0f} MB")
    hold("memory of a long file", memory[1] / memory[0], MEMORY, " and ".join(said))


def writes(rooms: Rooms, many: Side) -> None:
    """Quick hands, quiet and while two others make month reports."""
    many("ticks", 20)
    quiet = many("ticks", TICKS)
    with rooms.side("many") as first, rooms.side("many") as second:
        for side in (first, second):
            side("rollups")
            side.ask("report_for", 30)
        time.sleep(1)
        busy = many("ticks", TICKS)
        reports = first.answer() + second.answer()
    said = f"p95 {p95(quiet) * 1000:.0f} ms quiet and {p95(busy) * 1000:.0f} ms beside {reports} month reports"
    hold("quick hands beside reports, p95", p95(busy) / p95(quiet), WRITES, said)


def main() -> int:
    """0 where every floor was reached."""
    with tempfile.TemporaryDirectory() as folder, throwaway.running_server(large=True, more=SETTINGS) as server:
        rooms = Rooms(server, Path(folder))
        rooms.make()
        with rooms.side("few") as few, rooms.side("many") as many:
            sizes(few, many)
            growth(few, many)
            months(many)
            writes(rooms, many)
        export(rooms)
    return 0 if all(_parts) else 1


if __name__ == "__main__":
    sys.exit(main())
