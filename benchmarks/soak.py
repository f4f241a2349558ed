"""A soak of the product as it is served: fifty tablets, four windows, 300 hands a minute, two people who read reports.

It lasts ten minutes, or as many as SOAK_MINUTES says. Held: no request fails, every hand that was answered is there
once and no other, the memory of web server and worker stays flat, and the books are in order at the end.
"""

import asyncio
import os
import statistics
import sys
import time
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import cycle
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from _browser import Answer, Tablet  # noqa: E402 - Django first
from _busy_room import BusyRoom, players_without_limit, tables  # noqa: E402
from _machine import load  # noqa: E402
from _served import Served, memory, running, served, session_of  # noqa: E402
from _staff_at_work import Act, Cashier, Dealer, Host, Ticker, Writes  # noqa: E402
from _wall import TABLETS, Wall, now_and_then, seconds, spread  # noqa: E402
from django.core.management import CommandError, call_command  # noqa: E402
from django.utils import timezone  # noqa: E402

from config.jobs.models import Job  # noqa: E402
from demo.places import PLAQUES  # noqa: E402
from devkit import product  # noqa: E402
from games.models import Hand  # noqa: E402
from players.list_games import game_of  # noqa: E402

MINUTES = float(os.environ.get("SOAK_MINUTES", "10"))
HANDS_A_SECOND, PRESSES, SALES, NAMES = 5.0, 1.0, 0.4, 0.1
WINDOWS, READERS, TICKERS, CONSOLES = 4, 2, 8, 2
EVERY = 5.0
"""Seconds between two looks at the memory."""
FLOOR, GOAL = 1.20, 1.05
"""The memory in the last fifth over that in the second (P16)."""
PATIENCE = 120.0
"""Seconds for the jobs that wait when everybody stops."""
REPORTS = (
    "/reports/figures/?chapter=takings&period=month&by=table&look=yes",
    "/reports/figures.csv?chapter=play&period=month&by=weekday-hour&look=yes",
    "/reports/morning/?look=yes",
    "/reports/figures.csv?chapter=takings&period=month&by=dealer&look=yes",
)


@dataclass
class Reader:
    """A manager who opens one report after the other, as fast as they come."""

    tablet: Tablet
    answers: list[Answer] = field(default_factory=list)

    async def read(self, until: asyncio.Event) -> None:
        """Read until told to stop."""
        for path in cycle(REPORTS):
            if until.is_set():
                return
            self.answers.append(await self.tablet.send("GET", path, {"Accept": "text/html"}))


@dataclass
class Soak:
    """The people of the room at work; what they were answered, and the memory of the product meanwhile."""

    room: BusyRoom
    server: Served
    worker: int
    memories: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.wall = Wall([self.tablet(role) for role, many in TABLETS.items() for _ in range(many)])
        self.readers = [Reader(self.tablet("manager")) for _ in range(READERS)]
        ticked, dealt = tables(self.room.room, for_consoles=False), tables(self.room.room, for_consoles=True)
        self.hands = Writes(
            [Ticker(self.tablet("floor"), ticked[each::TICKERS]).act for each in range(TICKERS)], HANDS_A_SECOND
        )
        consoles = [Dealer(self.tablet("floor"), table).act for table in dealt[:CONSOLES]]
        lists = [game_of(PLAQUES[name]).key for name in ("Table 1", "Table 2", "Table 4")]
        self.others = [
            Writes(consoles, PRESSES),
            Writes(self._cashiers(), SALES),
            Writes([Host(self.tablet("host"), lists).act], NAMES),
        ]

    def tablet(self, role: str) -> Tablet:
        """A tablet on which somebody of this role is signed in."""
        return Tablet(self.server.port, session_of(self.room.staff[role]))

    def _cashiers(self) -> list[Act]:
        players, acts = players_without_limit(self.room.room), []
        for number in range(1, WINDOWS + 1):
            cashier = self.room.staff["cashier"]
            if number > 1:
                cashier = self.room.person("cashier")
                self.room.window(f"Window {number}", cashier)
            acts.append(Cashier(Tablet(self.server.port, session_of(cashier)), players[number::WINDOWS]).act)
        return acts

    async def run(self, seconds: float) -> None:
        """Everybody at work for so long."""
        until = asyncio.Event()
        await self.wall.open()
        work: list[Coroutine[Any, Any, None]] = [each.go_on(until) for each in (self.hands, *self.others)]
        work += [reader.read(until) for reader in self.readers]
        tasks = [asyncio.create_task(each) for each in (*work, self._look(until))]
        await now_and_then(self.wall, self.wall.poll, seconds)
        until.set()
        await asyncio.gather(*tasks)

    async def _look(self, until: asyncio.Event) -> None:
        while not until.is_set():
            await asyncio.sleep(EVERY)
            self.memories.append((memory(self.server.process.pid), memory(self.worker)))

    @property
    def failures(self) -> list[str]:
        """Every answer that was none: a status that nobody should see, a write that was refused."""
        asked = [*self.wall.answers, *(answer for reader in self.readers for answer in reader.answers)]
        told = [f"{answer.status}: {answer.text[:200]}" for answer in asked if answer.status not in (200, 204)]
        return told + [refusal for each in (self.hands, *self.others) for refusal in each.refused]

    @property
    def requests(self) -> int:
        """The answers of all, forms that pages were opened for not counted."""
        written = sum(len(each.seconds) for each in (self.hands, *self.others))
        return written + len(self.wall.answers) + sum(len(reader.answers) for reader in self.readers)


def growth(sizes: Sequence[int]) -> float:
    """The memory of the last fifth over that of the second, once everything is loaded."""
    fifth = max(1, len(sizes) // 5)
    return statistics.median(sizes[-fifth:]) / statistics.median(sizes[fifth : 2 * fifth] or sizes)


def hold(is_held: bool, text: str) -> bool:
    """Print what was to be held, with its verdict."""
    print(f"{'ok' if is_held else 'MISSED':7}{text}", flush=True)
    return is_held


def jobs_done() -> bool:
    """Wait for the jobs that are left; False where some never end."""
    deadline = time.monotonic() + PATIENCE
    while waiting := Job.objects.filter(state__in=[Job.State.WAITING, Job.State.RUNNING]).count():
        if time.monotonic() > deadline:
            print(f"       {waiting} jobs are left")
            return False
        time.sleep(0.5)
    return not Job.objects.filter(state=Job.State.FAILED).exists()


def audit() -> bool:
    """Whether the books are in order."""
    try:
        call_command("audit_books")
    except (CommandError, SystemExit) as fault:
        return not getattr(fault, "code", 1)
    return True


def told(soak: Soak, before: int) -> list[bool]:
    """The results of the soak, line by line."""
    ticks = Hand.objects.filter(tier=Hand.Tier.TICK).count() - before
    answered = len(soak.hands.seconds) - len(soak.hands.refused)
    said = [
        f"{soak.requests:,} answers in {MINUTES:g} minutes, {ticks:,} quick hands; {load()}",
        *(_times(name, took) for name, took in (
            ("polls", seconds(soak.wall.answers)),
            ("quick hands", soak.hands.seconds),
            ("presses, sales, names", [each for writes in soak.others for each in writes.seconds]),
            ("reports of a month", [answer.seconds for reader in soak.readers for answer in reader.answers]),
        )),
        f"{soak.hands.unmade} hands were due while the same person's last but one was not answered yet",
    ]  # fmt: skip
    for line in said:
        print(f"       {line}")
    for failure in soak.failures[:5]:
        print(f"       {failure}")
    web, worker = ([size[each] for size in soak.memories] for each in (0, 1))
    return [
        hold(not soak.failures, f"no request fails: {len(soak.failures)} did"),
        hold(ticks == answered, f"every answered hand is there once: {ticks:,} of {answered:,}"),
        hold(jobs_done(), "every job is done"),
        *(
            hold(
                growth(sizes) <= FLOOR,
                f"memory of the {name}: {max(sizes) / 2**20:.0f} MB at most, at the end {growth(sizes):.3f} of the "
                f"beginning (floor {FLOOR:g}, goal {GOAL:g})",
            )
            for name, sizes in (("web server", web), ("worker", worker))
        ),
        hold(audit(), "audit_books finds nothing"),
    ]


def _times(name: str, took: list[float]) -> str:
    p50, p95, p99 = spread(took)
    return f"{name}: {len(took):,}, p50 {p50:.0f}, p95 {p95:.0f}, p99 {p99:.0f} ms"


def main() -> int:
    """0 where everything was held."""
    room = BusyRoom(timezone.now(), timedelta(minutes=50))
    room.make()
    before = Hand.objects.filter(tier=Hand.Tier.TICK).count()
    with served() as server, running(product.worker(dict(os.environ))) as worker:
        soak = Soak(room, server, worker.pid)
        asyncio.run(soak.run(MINUTES * 60))
        held = told(soak, before)
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
