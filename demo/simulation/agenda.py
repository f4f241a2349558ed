"""The clock of a simulated room: what is to happen, in order of time."""

from collections.abc import Callable
from datetime import datetime, timedelta
from heapq import heappop, heappush
from itertools import count

Act = Callable[[], None]
A_MOMENT = timedelta(microseconds=1)


class Agenda:
    """Acts by the time at which they are due; those of one instant in the order in which they were entered.

    `now` is the time of the act that happens. No two happen at one instant: which was first can be told by the books.
    """

    def __init__(self, now: datetime) -> None:
        self.now = now
        self._due: list[tuple[datetime, int, Act]] = []
        self._numbers = count()

    def at(self, when: datetime, act: Act) -> None:
        """Enter an act; one that was due before now is due at once."""
        heappush(self._due, (max(when, self.now), next(self._numbers), act))

    def run(self, until: datetime | None = None) -> None:
        """Let everything happen, and whatever that enters, until nothing is due, or nothing before `until`."""
        while self._due and (until is None or self._due[0][0] < until):
            when, _, act = heappop(self._due)
            self.now = max(when, self.now + A_MOMENT)
            act()
