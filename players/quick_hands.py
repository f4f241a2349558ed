"""The chips that ticked hands can have moved between stacks: the app of hands says when each was played, and how large
its pot can have been.

A player wins no more of each other player than they themselves had (table stakes), so that a hand makes at most so many
stacks of one as there are seats; and all who win in it share its pot.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class QuickHand:
    """One hand that was ticked: when, and the most that its pot can have come to, minor units; None where nothing that
    was recorded bounds it."""

    at: datetime
    most: int | None


Source = Callable[[TableSession], Iterable[QuickHand]]
"""The ticked hands of a session as they now count; one query."""

SOURCES: Final[list[Source]] = []


def register(source: Source) -> Source:
    """Let counts know of hands that an app has ticked; returns the source."""
    if source not in SOURCES:
        SOURCES.append(source)
    return source


def quick_hands_of(session: TableSession) -> list[QuickHand]:
    """Every ticked hand of a session, the order left open."""
    return [hand for source in SOURCES for hand in source(session)]


@dataclass(frozen=True, slots=True)
class Draw:
    """The chips that a count put down to quick hands, minor units: when it was, and since when its stacks were known,
    so that these hands were played in between."""

    amount: int
    since: datetime
    at: datetime


def left_after(hands: Iterable[QuickHand], draws: Iterable[Draw]) -> list[QuickHand]:
    """The hands with what is left of their pots after counts have found so much of them, in the order of play.

    A count draws on the oldest hands that it can be about: those of before a player sat down are used up first, and the
    newer ones, which later counts can be about as well, are left. So no pot is carried twice, and no count that was
    right finds it used up by another.
    """
    left = sorted(hands, key=lambda hand: hand.at)
    for draw in sorted(draws, key=lambda each: each.at):
        wanted = draw.amount
        for place, hand in enumerate(left):
            if not draw.since <= hand.at <= draw.at:
                continue
            if hand.most is None:  # it may have carried all the rest
                break
            used = min(wanted, hand.most)
            left[place], wanted = replace(hand, most=hand.most - used), wanted - used
    return left


@dataclass(frozen=True, slots=True)
class Carried:
    """The most that quick hands can have made of each stack, by sitting, and can have carried to all who won together
    (None: nothing bounds the pot of one of them); minor units. `hands` is how many there were since each stack was last
    right.
    """

    stacks: Mapping[int, int]
    hands: Mapping[int, int]
    gains: int | None

    def beyond(self, gained: int) -> int:
        """The part of what was `gained` that no pot of these hands can have carried; minor units."""
        return 0 if self.gains is None else max(gained - self.gains, 0)

    @staticmethod
    def by(hands: Iterable[QuickHand], *, seats: int, stacks: Mapping[int, tuple[int, datetime]]) -> "Carried":
        """Return what these hands can have done at a table of so many seats to `stacks`: each with since when it is
        known."""
        played = list(hands)
        since = {pk: [hand for hand in played if hand.at >= at] for pk, (_, at) in stacks.items()}
        counts = {pk: len(hands) for pk, hands in since.items()}
        most = {pk: stack * seats ** counts[pk] for pk, (stack, _) in stacks.items()}
        longest = max(since.values(), key=len, default=[])
        pots = [hand.most for hand in longest if hand.most is not None]
        return Carried(most, counts, sum(pots) if len(pots) == len(longest) else None)
