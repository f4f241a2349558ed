"""The rake of a schedule by the pot, as a ladder: the pots at which it rises, and what is taken from each on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from rules.house.fee_schedule import WHOLE, FeeSchedule
from rules.house.rake import take

MOST_RUNGS: Final = 26
"""So many rungs are told one by one. A rake that rises oftener, cent by cent, is told at as many pots, evenly apart;
the pot at which it rises last is among them, for it is four fifths of the way."""
_FULL: Final = 99
"""More players than a table has: no lower cap for a short table applies."""


class Rung(NamedTuple):
    """One rung: from a called pot of `pot` on, `rake` is taken. Minor units."""

    pot: int
    rake: int


class Ladder(NamedTuple):
    """The rungs up to a pot of `until`, from nothing on; `is_exact` where each rise of the rake is one of them."""

    rungs: tuple[Rung, ...]
    until: int
    is_exact: bool


def ladder(schedule: FeeSchedule, *, players: int = _FULL, until: int | None = None) -> Ladder | None:
    """The ladder of a hand that saw a flop, dealt to so many players, up to a pot somewhat beyond the last rise.

    None where nothing is taken from pots, or nothing ever reaches the first unit. `until` (minor units) holds the
    ladder to the same pots as another one; a collection, which rises no more once a pot holds it, has none without.
    The rake of every pot is the engine's own.
    """

    def rake(pot: int) -> int:
        return take(schedule, [pot], players_dealt=players, flop_dealt=True).rake

    if not (schedule.rakes and (until or schedule.follows_pot)):
        return None
    until = until or _end(schedule, rake)
    if not rake(until):
        return None
    rungs = _rises(rake, until)
    if rungs is not None:
        return Ladder(rungs, until, is_exact=True)
    pots = [until * number // (MOST_RUNGS - 1) for number in range(MOST_RUNGS)]
    return Ladder(tuple(Rung(pot, rake(pot)) for pot in pots), until, is_exact=False)


def _end(schedule: FeeSchedule, rake: Callable[[int], int]) -> int:
    """A quarter beyond the pot at which the rake rises last; where nothing caps it, the pot of a score of units."""
    if schedule.mode == "steps":
        last = schedule.steps[-1][0]
    elif schedule.cap is None:
        last = 20 * schedule.unit * WHOLE // max(schedule.percent_bp, 1)
    else:
        highest = schedule.cap * WHOLE // max(schedule.percent_bp, 1) + schedule.unit * WHOLE
        last = _first(rake, rake(highest), 0, highest)
    return max(last + last // 4, 1)


def _rises(rake: Callable[[int], int], until: int) -> tuple[Rung, ...] | None:
    """Every pot up to `until` at which the rake rises, nothing first; None where there are more than can be told."""
    rungs, top = [Rung(0, rake(0))], rake(until)
    while rungs[-1].rake < top:
        if len(rungs) == MOST_RUNGS:
            return None
        pot = _first(rake, rungs[-1].rake + 1, rungs[-1].pot, until)
        rungs.append(Rung(pot, rake(pot)))
    return tuple(rungs)


def _first(rake: Callable[[int], int], wanted: int, below: int, reached: int) -> int:
    """The smallest pot above `below` whose rake is at least `wanted`, as that of `reached` is; rake never falls."""
    while reached - below > 1:
        middle = (below + reached) // 2
        below, reached = (below, middle) if rake(middle) >= wanted else (middle, reached)
    return reached
