"""The floor board on fifty tablets, each of which asks again by its own clock, as the page's htmx does."""

import asyncio
import random
import re
import statistics
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from _browser import Answer, Tablet

TABLETS = {"floor": 30, "host": 8, "manager": 6, "auditor": 6}
"""The number of tablets of each role that show the board."""
EVERY, JITTER = 2.0, 0.2
NO_OP = "/"
_SEEN = re.compile(rb'hx-get="([^"]+)"')


@dataclass
class Wall:
    """The tablets that show the board, and what they were answered since they were last asked for it."""

    tablets: list[Tablet]
    paths: dict[int, str] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)

    async def open(self) -> None:
        """Every tablet goes to the floor."""
        for tablet in self.tablets:
            self._note(tablet, await tablet.open("/floor/"))

    async def poll(self, tablet: Tablet, due: float | None = None) -> None:
        """Ask for what the page's htmx asks for."""
        answer = await tablet.swap(self.paths[id(tablet)], "board", trigger="board", due=due)
        self._note(tablet, answer)
        self.answers.append(answer)

    async def no_op(self, tablet: Tablet, due: float | None = None) -> None:
        """The lightest page behind the sign-in, with the same headers."""
        self.answers.append(await tablet.swap(NO_OP, "board", trigger="board", due=due))

    def taken(self) -> list[Answer]:
        """The answers since the last time."""
        answers, self.answers = self.answers, []
        return answers

    def _note(self, tablet: Tablet, answer: Answer) -> None:
        if answer.status == 200:
            found = _SEEN.search(answer.body)
            assert found, answer.text[:400]
            self.paths[id(tablet)] = found[1].decode().replace("&amp;", "&")


Ask = Callable[[Tablet], Coroutine[Any, Any, None]]


async def now_and_then(wall: Wall, ask: Ask, seconds: float) -> None:
    """Every tablet asks by its own clock, as site.js does, until the time is over."""
    until = time.perf_counter() + seconds

    async def one(tablet: Tablet) -> None:
        await asyncio.sleep(random.uniform(0, EVERY))
        while time.perf_counter() < until:
            await ask(tablet)
            await asyncio.sleep(EVERY * random.uniform(1 - JITTER, 1 + JITTER))

    await asyncio.gather(*map(one, wall.tablets))


def seconds(answers: list[Answer]) -> list[float]:
    """The time that each took."""
    return [answer.seconds for answer in answers]


def spread(seconds: list[float]) -> tuple[float, float, float]:
    """The median, the 95th and the 99th of a hundred, in milliseconds."""
    cut = statistics.quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else [0.0] * 99
    return cut[49] * 1000, cut[94] * 1000, cut[98] * 1000
