"""People who change things while the tablets poll: ticks, hands on the console, names on lists, buy-ins, by the pages.

Each of them is a tablet that takes a form from a page, sends it as htmx would, and follows where the answer leads.
"""

import asyncio
import random
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count, cycle

from _browser import Answer, Form, Tablet, form_to, forms

Act = Callable[[float], Awaitable[Answer]]
_numbers = count(1)


class Ticker:
    """A supervisor who ticks hands at their tables in turn."""

    def __init__(self, tablet: Tablet, tables: list[int]) -> None:
        self.tablet, self.tables = tablet, cycle(tables)
        self.pages: dict[int, str] = {}

    async def act(self, due: float) -> Answer:
        """One hand."""
        path = f"/tables/{(table := next(self.tables))}/ticks/"
        if table not in self.pages:
            self.pages[table] = (await self.tablet.open(path)).text
            due = time.perf_counter()
        form = form_to(self.pages[table], "/ticks/")
        assert form is not None
        form.fields["rake_taken"] = ["1"]
        if "killer_seat" in form.fields:
            form.fields |= {"pot": [random.choice(["6", "60"])], "winners": ["3"]}
        answer = await self.tablet.swap(path, "tick", form.fields, due=due)
        self.pages[table] = answer.text
        return answer


class Dealer:
    """A supervisor who enters full hands on the console of one table: dealt, folded round, recorded."""

    def __init__(self, tablet: Tablet, table: int) -> None:
        self.tablet, self.path, self.page = tablet, f"/tables/{table}/hand/", ""

    async def act(self, due: float) -> Answer:
        """One press."""
        if not self.page:
            self.page = (await self.tablet.open(self.path)).text
            due = time.perf_counter()
        form = self._next()
        answer = await self.tablet.swap(form.action, "console", form.fields, due=due)
        self.page = answer.text
        return answer

    def _next(self) -> Form:
        for ending in ("/record/", "/act/", "/deal/"):
            if form := form_to(self.page, ending):
                return self._folded(form) if ending == "/act/" else form
        raise AssertionError(f"the console shows no form: {self.page[:400]}")

    def _folded(self, form: Form) -> Form:
        """The press of the fold, or of whatever is offered first where nobody may fold."""
        offered = [each for each in forms(self.page) if each.action == form.action]
        values = [value for each in offered for name, value in each.presses if name == "action" and value]
        action = next((value for value in values if value.split()[-1] == "f"), values[0])
        return Form(form.action, form.target, form.fields | {"action": [action]})


class Host:
    """A host who puts guests on a list."""

    def __init__(self, tablet: Tablet, keys: list[str]) -> None:
        self.tablet, self.keys = tablet, cycle(keys)

    async def act(self, due: float) -> Answer:
        """One name: the form, the press, and the lists again."""
        path, guest = f"/lists/{next(self.keys)}/add/", f"Walk-in%20{next(_numbers)}"
        page = await self.tablet.swap(f"{path}?guest={guest}", "add")
        (form,) = (each for each in forms(page.text) if "guest" in each.fields)
        answer = await self.tablet.swap(path, "add", form.fields | {"source": ["walk_in"]}, due=max(due, _now()))
        await self.tablet.open("/lists/")
        return answer


class Cashier:
    """A cashier who sells chips to players where they sit."""

    def __init__(self, tablet: Tablet, players: list[tuple[int, int]]) -> None:
        self.tablet, self.players = tablet, cycle(players)

    async def act(self, due: float) -> Answer:
        """One buy-in: the player at the window, the sale, and the receipt."""
        player, session = next(self.players)
        page = await self.tablet.open(f"/cage/players/{player}/")
        form = form_to(page.text, "/buy-in/")
        assert form is not None, page.text[:400]
        fields = form.fields | {"session": [str(session)], "amount": ["40"], "confirm": ["same_again"]}
        answer = await self.tablet.swap(form.action, "serve", fields, due=max(due, _now()))
        if to := answer.header("HX-Redirect"):
            await self.tablet.open(to)
        return answer


def _now() -> float:
    return time.perf_counter()


@dataclass
class Writes:
    """Writes at a steady rate, whatever the answers take: each person acts in turn, as soon as they are free."""

    people: list[Act]
    rate: float
    seconds: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    unmade: int = 0
    """The number of times that somebody was due whose last act but one was not answered yet: nobody enters what piles
    up."""

    async def go_on(self, until: asyncio.Event) -> None:
        """Write until told to stop; a person whose last act is not answered yet acts late, and the wait is counted."""
        waiting: set[asyncio.Task[None]] = set()
        locks, waits = {act: asyncio.Lock() for act in self.people}, Counter[Act]()
        turn, due = deque(self.people), _now()
        while not until.is_set():
            due += 1 / self.rate
            await asyncio.sleep(max(0.0, due - _now()))
            turn.rotate(-1)
            waits[turn[0]] += 1
            if waits[turn[0]] > 2:
                waits[turn[0]] -= 1
                self.unmade += 1
                continue
            task = asyncio.create_task(self._act(turn[0], due, locks[turn[0]], waits))
            waiting.add(task)
            task.add_done_callback(waiting.discard)
        await asyncio.gather(*waiting)

    async def _act(self, act: Act, due: float, lock: asyncio.Lock, waits: Counter[Act]) -> None:
        async with lock:
            answer = await act(due)
        waits[act] -= 1
        self.seconds.append(answer.seconds)
        if answer.status not in (200, 204, 303):
            self.refused.append(f"{answer.status}: {_reason(answer.text)}")


def _reason(page: str) -> str:
    """The refusal in a page, or the beginning of its text."""
    at = max(page.find('class="refusal'), page.find("errorlist"), 0)
    return " ".join(page[at : at + 300].split())
