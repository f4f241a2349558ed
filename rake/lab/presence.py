"""The players who sat at a table when a hand began, by the record of its seats: quick hands don't say it."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from itertools import accumulate

from django.db.models import QuerySet

from players.models import Absence, Sitting
from tables.models import TableSession


class Presence:
    """The players present at each table session, at any instant; two queries."""

    def __init__(self, sessions: QuerySet[TableSession]) -> None:
        changes: dict[int, Counter[datetime]] = defaultdict(Counter)
        sat = Sitting.objects.filter(session__in=sessions)
        _note(changes, sat.values_list("session", "seated_at", "left_at"), 1)
        away = Absence.objects.filter(sitting__session__in=sessions)
        _note(changes, away.values_list("sitting__session", "started_at", "ended_at"), -1)
        self._at = {session: sorted(times) for session, times in changes.items()}
        self._there = {
            session: list(accumulate(changes[session][at] for at in times)) for session, times in self._at.items()
        }

    def at(self, session: int, instant: datetime) -> int:
        """The players present, those who come or come back at the instant among them."""
        place = bisect_right(self._at.get(session, []), instant)
        return self._there[session][place - 1] if place else 0


def _note(
    changes: dict[int, Counter[datetime]], spans: Iterable[tuple[int, datetime, datetime | None]], by: int
) -> None:
    for session, since, until in spans:
        changes[session][since] += by
        if until is not None:
            changes[session][until] -= by
