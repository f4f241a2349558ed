"""The end of a gaming day in a simulated room: what keeps it open is settled, then two people lock it."""

from collections.abc import Sequence
from datetime import date

from config.days.models import DayLock
from config.days.registry import OpenItem
from config.days.selectors import open_items
from config.days.services import lock_gaming_day
from demo.simulation.part import Part, Settler
from demo.simulation.stage import Stage

ROUNDS = 4
"""Looks at the list of what is open: what is settled may open something else, as a report that is built does."""


class UnsettledError(Exception):
    """Something keeps a day open that nobody of the simulated room settles."""


def end_day(stage: Stage, parts: Sequence[Part], day: date) -> DayLock:
    """Settle whatever keeps a gaming day open and lock it, by the manager and the auditor, who works no drawer.

    Raises UnsettledError for what no part of the room settles, and for what is still open after it was settled.
    """
    for part in parts:
        part.night()
    settle(stage, parts, day)
    by, second = stage.by("manager"), stage.by("auditor")
    return lock_gaming_day(room=stage.house.room, day=day, second=second, key=stage.key("lock"), by=by, at=stage.now)


def settle(stage: Stage, parts: Sequence[Part], day: date) -> None:
    """Let the people of every part, in their order, settle what keeps a day open."""
    for _ in range(ROUNDS):
        if not (items := open_items(stage.house.room, day)):
            return
        _settle(items, parts, day)
    if items := open_items(stage.house.room, day):
        raise UnsettledError(f"{day} is still open: {items[0].code}: {items[0].sentence}")


def _settle(items: Sequence[OpenItem], parts: Sequence[Part], day: date) -> None:
    known: dict[str, Settler] = {code: settler for part in parts for code, settler in part.settlers().items()}
    for item in items:
        if item.code not in known:
            raise UnsettledError(f"Nobody of the simulated room settles {item.code}: {item.sentence}")
    still_open = {item.code for item in items}
    for code, settler in known.items():
        if code in still_open:
            settler(day)
