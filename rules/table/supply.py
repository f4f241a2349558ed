"""The end of the deck: the last card of stud, and the draw that asks for more cards than there are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from rules.cards.card import UNKNOWN
from rules.house.house import House

LastCard: TypeAlias = Literal["individual", "reshuffle_burns_individual", "community", "reshuffle_burns_community"]
"""Ways to deal the last stud street: to each player or one card in the middle, from the stub or with the burn cards
shuffled in."""


class StudSupply(NamedTuple):
    """The cards left for the last street, what it needs with its burn card, and how it is dealt."""

    stub: int
    needed: int
    method: LastCard

    @property
    def is_common(self) -> bool:
        """Whether one card goes to the middle for everybody."""
        return self.method.endswith("community")


def stud_supply(stub: int, burned: int, players: int, house: House) -> StudSupply:
    """The way the last street is dealt to `players` from `stub` cards, after `burned` were burned.

    By the house rules `stud_shortage`, `stud_community_when`, `stud_last_card_playable`, `stud_last_burn` and
    `burn_cards` (001:L225-235, 003:L39-43, 004:L148, L246).
    """
    burns = house.answers.burn_cards
    needed = players + burns
    kept = 0 if house.answers.stud_last_card_playable else 1
    least = players if house.answers.stud_last_burn == "waived" else needed
    if least + kept <= stub:
        return StudSupply(stub, needed, "individual")
    if _goes_to_the_middle(players, house):
        return StudSupply(stub, needed, "community")
    if burns and least + kept <= stub + burned:
        return StudSupply(stub, needed, "reshuffle_burns_individual")
    short = burns and stub <= 1
    return StudSupply(stub, needed, "reshuffle_burns_community" if short else "community")


def _goes_to_the_middle(players: int, house: House) -> bool:
    """Whether the house has a common card before it touches the burn cards (003:L39-43)."""
    everybody = players >= 8 or house.answers.stud_community_when == "shortage"
    return house.answers.stud_shortage == "community" and everybody


@dataclass(slots=True)
class Stock:
    """The cards to draw from. `cards` are left in the stub, `burned` were burned; `muck` holds the folded hands and the
    discards of earlier draws, `discards` those of the draw in progress."""

    cards: int
    burned: int = 0
    muck: list[int] = field(default_factory=list)
    discards: list[int] = field(default_factory=list)

    def open(self, *, burn: bool) -> None:
        """Begin a draw: what was discarded in the one before may be shuffled from now on."""
        self.muck += self.discards
        self.discards = []
        if burn and self.cards:
            self.cards -= 1
            self.burned += 1

    def is_short(self, count: int, *, more: bool) -> bool:
        """Whether `count` cards can't be drawn; the last card is drawn only if nobody needs `more` after it."""
        return count > self.cards or (more and count == self.cards)

    def before(self, count: int) -> int:
        """The number of `count` cards that a short stock gives before it is shuffled: all but the last one."""
        return min(count, max(self.cards - 1, 0))

    def shuffled(self, count: int) -> frozenset[int]:
        """The known cards that come back when `count` are drawn from a short stock."""
        return frozenset(card for card in self._returning(count) if card < UNKNOWN)

    def reshuffle(self, count: int) -> int:
        """Draw `count` cards, shuffling the last card, the burn cards and the muck on the way (WSOP Section X).

        Returns how many cards the new stock had.
        """
        before = self.before(count)
        stock = self.cards - before + self.burned + len(self._returning(count))
        if len(self._returning(count)) > len(self.muck):
            self.discards = []
        self.muck, self.burned = [], 0
        self.cards = stock - (count - before)
        return stock

    def _returning(self, count: int) -> list[int]:
        """The muck; the discards of this very draw only where nothing else would do."""
        wanted = count - self.before(count)
        enough = self.cards - self.before(count) + self.burned + len(self.muck) >= wanted
        return self.muck if enough else self.muck + self.discards
