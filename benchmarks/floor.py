"""The floor board as fifty tablets ask for it (targets P7 to P9), of the product as it is served: twenty full tables.

Each tablet asks every two seconds, a fifth earlier or later, with the headers of the page's htmx, while people of the
room write ten times a second through its pages. Then all fifty ask at the same instant, again and again. Beside each
figure stands that of the same tablets asking in the same pattern for the lightest page behind the sign-in.
"""

import asyncio
import os
import statistics
import sys
import time
from collections.abc import Callable, Coroutine
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from _browser import Answer, Tablet  # noqa: E402 - Django first
from _busy_room import BusyRoom, players_without_limit, tables  # noqa: E402
from _machine import load  # noqa: E402
from _served import Served, Used, served, session_of  # noqa: E402
from _staff_at_work import Cashier, Dealer, Host, Ticker, Writes  # noqa: E402
from _wall import EVERY, TABLETS, Wall, now_and_then, seconds, spread  # noqa: E402
from django.utils import timezone  # noqa: E402

from demo.places import PLAQUES  # noqa: E402
from players.list_games import game_of  # noqa: E402

WRITES_A_SECOND = 10.0
CALM, NO_OPS, POLLS, ROUNDS = 6.0, 12.0, 30.0, 10
"""Seconds of the parts, and how often all ask at once."""
_parts: list[bool] = []


async def all_at_once(wall: Wall, ask: Callable[..., Coroutine[Any, Any, None]], rounds: int) -> None:
    """All tablets ask at the same instant, every two seconds."""
    for _ in range(rounds):
        due = time.perf_counter()
        await asyncio.gather(*(ask(tablet, due) for tablet in wall.tablets))
        await asyncio.sleep(max(0.0, due + EVERY - time.perf_counter()))


async def beside(writes: Writes, work: Coroutine[Any, Any, None]) -> None:
    """Do it while people write."""
    stop = asyncio.Event()
    writing = asyncio.create_task(writes.go_on(stop))
    await work
    stop.set()
    await writing


def say(name: str, seconds: list[float], rest: str = "") -> tuple[float, float, float]:
    """Print how long they took."""
    p50, p95, p99 = spread(seconds)
    print(f"       {name}: p50 {p50:.1f}, p95 {p95:.1f}, p99 {p99:.1f} ms ({len(seconds)}; {load()}){rest}", flush=True)
    return p50, p95, p99


def hold(
    name: str, figure: float, floor: float, goal: float, *, baseline: float | None = None, unit: str = "ms"
) -> None:
    """Print a target with its verdict, and its ratio to the baseline of the same run."""
    verdict = "MISSED" if figure > floor else "ok"
    reached = "" if figure > goal else ", reached"
    ratio = f"; {figure / baseline:.1f} x the no-op" if baseline else ""
    print(f"{verdict:7}{name}: {figure:.1f} {unit} (floor {floor:g}, goal {goal:g}{reached}){ratio}", flush=True)
    _parts.append(figure <= floor)


class Bench:
    """The whole run."""

    def __init__(self, room: BusyRoom, server: Served) -> None:
        self.room, self.server = room, server
        people = [role for role, many in TABLETS.items() for _ in range(many)]
        self.wall = Wall([self._tablet(role) for role in people])
        self.people = self._writes()
        self.cost: dict[str, float] = {}

    def _tablet(self, role: str) -> Tablet:
        return Tablet(self.server.port, session_of(self.room.staff[role]))

    def _writes(self) -> Writes:
        """Of ten writes four are ticks, four presses on consoles, one a name on a list and one a buy-in."""
        room, keys = self.room.room, [game_of(PLAQUES[name]).key for name in ("Table 1", "Table 2", "Table 4")]
        ticked, dealt = tables(room, for_consoles=False), tables(room, for_consoles=True)
        tickers = [Ticker(self._tablet("floor"), ticked[each::4]).act for each in range(4)]
        dealers = [Dealer(self._tablet("floor"), table).act for table in dealt[:4]]
        host = Host(self._tablet("host"), keys).act
        cashier = Cashier(self._tablet("cashier"), players_without_limit(room)).act
        return Writes([*tickers[:2], *dealers[:2], host, *tickers[2:], *dealers[2:], cashier], WRITES_A_SECOND)

    async def run(self) -> None:
        """Every part, one after the other."""
        await self.wall.open()
        await beside(self.people, asyncio.sleep(3))  # everybody opens their page, and the server gets warm
        await self.no_ops()
        await self.polls()
        await self.at_once()

    async def timed(self, work: Coroutine[Any, Any, None]) -> tuple[list[Answer], list[float], Used]:
        """The answers of the board, the seconds of the writes and the processor time of a part."""
        self.wall.taken()
        self.people.seconds.clear()
        self.people.unmade = 0
        before = self.server.used()
        await work
        return self.wall.taken(), list(self.people.seconds), self.server.used().since(before)

    async def no_ops(self) -> None:
        """The baseline: the same tablets ask for next to nothing, without and with writes."""
        answers, _, used = await self.timed(now_and_then(self.wall, self.wall.no_op, CALM))
        self.cost["no-op"] = used.web / len(answers)
        self.no_op_calm = say("no-op GET, calm", seconds(answers), f"; {cpu(used, len(answers))}")
        work = beside(self.people, now_and_then(self.wall, self.wall.no_op, NO_OPS))
        answers, written, used = await self.timed(work)
        self.cost["write"] = (used.web - len(answers) * self.cost["no-op"]) / len(written)
        self.no_op = say("no-op GET beside writes", seconds(answers))
        say("the writes beside it", written, f"; {self.cost['write'] * 1000:.1f} ms CPU of the web server a write")

    async def polls(self) -> None:
        """P7 and P9: first while nobody writes, then beside writes."""
        answers, _, used = await self.timed(now_and_then(self.wall, self.wall.poll, CALM))
        say("polls, calm", seconds(answers), f"; {cpu(used, len(answers))}")
        answers, written, used = await self.timed(beside(self.people, now_and_then(self.wall, self.wall.poll, POLLS)))
        changed = [answer for answer in answers if answer.status == 200]
        say("polls unchanged", seconds([answer for answer in answers if answer.status == 204]))
        say("polls changed", seconds(changed))
        _, p95, p99 = say("all polls", seconds(answers), f"; {self._cpu_of_polls(used, len(answers), len(written))}")
        say("the writes beside them", written, f"; {self.people.unmade} could not be made in time")
        hold("P7 floor polls beside writes, p95", p95, 100, 50, baseline=self.no_op[1])
        hold("P7 floor polls beside writes, p99", p99, 250, 100, baseline=self.no_op[2])
        hold("P9 the board as it changed, p95", spread(seconds(changed))[1], 100, 50, baseline=self.no_op[1])
        sizes = [answer.packed_size for answer in changed[::10]]
        plain = statistics.median(len(answer.body) for answer in changed) / 1000
        print(f"       the board is {plain:.1f} kB, {statistics.median(sizes) / 1000:.1f} kB through gzip")
        hold("P9 the board through gzip, largest", max(sizes) / 1000, 30, 14, unit="kB")

    async def at_once(self) -> None:
        """P8: everybody asks at the same instant."""
        answers, _, _ = await self.timed(beside(self.people, all_at_once(self.wall, self.wall.no_op, ROUNDS // 2)))
        no_op = say("no-op GET, all at once", seconds(answers))
        answers, written, used = await self.timed(beside(self.people, all_at_once(self.wall, self.wall.poll, ROUNDS)))
        _, p95, _ = say(
            "polls, all at once", seconds(answers), f"; {self._cpu_of_polls(used, len(answers), len(written))}"
        )
        _, written_p95, _ = say("the writes beside them", written, f"; {self.people.unmade} could not be made in time")
        hold("P8 all at once, p95", p95, 1000, 200, baseline=no_op[1])
        hold("P8 writes beside it, p95", written_p95, 500, 50)

    def _cpu_of_polls(self, used: Used, polls: int, writes: int) -> str:
        """Say what a poll took of the web server, the writes' share taken off as it was measured beside the no-ops."""
        each = (used.web - writes * self.cost["write"]) / polls
        ratio = each / self.cost["no-op"]
        return f"{each * 1000:.1f} ms CPU of the web server a poll, {ratio:.1f} x the no-op; {own(used)}"


def cpu(used: Used, count: int) -> str:
    """Processor time by request."""
    web, database = used.web / count * 1000, used.database / count * 1000
    return f"{web:.1f} ms CPU of the web server and {database:.1f} of PostgreSQL each; {own(used)}"


def own(used: Used) -> str:
    """The share of the measuring itself, in words."""
    return f"measuring took {used.own / used.at:.0%} of a processor"


def main() -> int:
    """0 where every floor was reached and nobody was refused anything."""
    room = BusyRoom(timezone.now())
    room.make()
    print(f"       a room of {len(room.sessions)} tables is made; {load()}", flush=True)
    with served() as server:
        bench = Bench(room, server)
        asyncio.run(bench.run())
    for refusal in bench.people.refused[:5]:
        print(f"MISSED a write was refused: {refusal}")
    return 0 if all(_parts) and not bench.people.refused else 1


if __name__ == "__main__":
    sys.exit(main())
