"""The chips that ticked hands can have moved between stacks: the app of hands says when each was played, and how large
its pot can have been.

A player wins no more of each other player than they themselves had (table stakes), so that a hand makes at most so many
stacks of one as there are seats; and all who win in it share its pot.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class QuickHand:
    """One hand that was ticked: when, and the most that its pot can have come to, minor units; None where nothing that
    was recorded bounds it. `winners` are the seats that it went to, none where nobody said."""

    at: datetime
    most: int | None
    winners: frozenset[int] = frozenset()


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
    return _drawn_on(hands, draws)[0]


def uncarried(hands: Iterable[QuickHand], draws: Iterable[Draw]) -> int:
    """The part of what counts put down to quick hands that these carried in no pot, as they now count; minor units."""
    return _drawn_on(hands, draws)[1]


def _drawn_on(hands: Iterable[QuickHand], draws: Iterable[Draw]) -> tuple[list[QuickHand], int]:
    left, beyond = sorted(hands, key=lambda hand: hand.at), 0
    for draw in sorted(draws, key=lambda each: each.at):
        wanted = draw.amount
        for place, hand in enumerate(left):
            if not draw.since <= hand.at <= draw.at:
                continue
            if hand.most is None:  # it may have carried all the rest
                wanted = 0
                break
            used = min(wanted, hand.most)
            left[place], wanted = replace(hand, most=hand.most - used), wanted - used
        beyond += wanted
    return left, beyond


@dataclass(frozen=True, slots=True)
class Known:
    """A stack as it was last known, minor units, and since when; the seat that it lies at, and since when; and the
    instants of the hands that its player missed."""

    stack: int
    since: datetime
    seat: int
    seated_at: datetime
    missed: Collection[datetime] = ()

    def hands(self, played: Iterable[QuickHand]) -> list[QuickHand]:
        """The hands that can have moved it since."""
        return [hand for hand in played if hand.at >= self.since and hand.at not in self.missed]

    def can_have_won(self, hand: QuickHand) -> bool:
        """Whether a hand may have gone to this stack: it isn't said who won, or its seat is said, or the player sat
        elsewhere at the table by then."""
        return not hand.winners or self.seat in hand.winners or hand.at < self.seated_at


@dataclass(frozen=True, slots=True)
class Carried:
    """The most that quick hands can have made of each stack, by sitting, what each `wins` and `loses` at most by them,
    and what they can have carried to all who won together (None: nothing bounds the pot of one of them); minor units.
    `hands` is how many there were since each stack was last right.
    """

    stacks: Mapping[int, int]
    hands: Mapping[int, int]
    gains: int | None
    wins: Mapping[int, int | None]
    loses: Mapping[int, int | None]

    def beyond(self, found: Mapping[int, int]) -> int:
        """The part of what was `found` above the books (below 0: missed), by sitting, that no pot of these hands can
        have carried; minor units. What is missing of the whole was dropped, beside the pots."""
        gained = sum(amount for amount in found.values() if amount > 0)
        together = 0 if self.gains is None else max(gained - self.gains, 0)
        won = sum(self.beyond_wins(sitting, amount) for sitting, amount in found.items())
        lost = sum(self.beyond_losses(sitting, amount) for sitting, amount in found.items())
        dropped = max(-sum(found.values()), 0)
        return max(together, won, lost - dropped)

    def beyond_wins(self, sitting: int, found: int) -> int:
        """The part of what was `found` more at one stack that the hands which it can have won don't come to."""
        most = self.wins.get(sitting)
        return 0 if most is None else max(found - most, 0)

    def beyond_losses(self, sitting: int, found: int) -> int:
        """The part of what was `found` less at one stack that the hands which its player was in don't come to."""
        most = self.loses.get(sitting)
        return 0 if most is None else max(-found - most, 0)

    @staticmethod
    def by(
        played: Iterable[QuickHand], left: Iterable[QuickHand], *, seats: int, stacks: Mapping[int, Known]
    ) -> "Carried":
        """Return what the hands that were `played` can have done at a table of so many seats to `stacks`, where earlier
        counts have `left` so much of their pots."""
        since = {pk: known.hands(played) for pk, known in stacks.items()}
        counts = {pk: len(hands) for pk, hands in since.items()}
        of_any = {hand.at for hands in since.values() for hand in hands}
        return Carried(
            stacks={pk: known.stack * seats ** counts[pk] for pk, known in stacks.items()},
            hands=counts,
            gains=pots([hand for hand in left if hand.at in of_any]),
            wins={pk: pots(filter(stacks[pk].can_have_won, hands)) for pk, hands in since.items()},
            loses={pk: pots(hands) for pk, hands in since.items()},
        )


def pots(hands: Iterable[QuickHand]) -> int | None:
    """The most that the pots of these hands come to together, minor units; None where nothing bounds one of them."""
    each = [hand.most for hand in hands]
    known = [most for most in each if most is not None]
    return sum(known) if len(known) == len(each) else None
