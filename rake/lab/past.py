"""A past hand as the lab judges it, and the terms of the plaque that it was played under: plain values, no database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from rules.house.fee_schedule import NO_FEE, FeeSchedule
from rules.house.plaque import Plaque

NO_POT: Final = "no_pot"
TIMED: Final = "timed"
NOT_REPLAYED: Final = "not_replayed"
LEFT_OUT: Final = {
    NO_POT: "nobody stated the pot",
    TIMED: "played under a time charge, which no pot tells",
    NOT_REPLAYED: "an action is not legal, or the outcome unknown, under the other house",
}
"""Why a hand isn't judged, in words."""
NO_PLAYERS: Final = "players"
NO_FLOP: Final = "flop"
TAKEN_FOR: Final = {
    NO_PLAYERS: "say nothing of the players dealt in: those present by the seats’ record are counted, a full table "
    "where that is fewer than two",
    NO_FLOP: "say nothing of the flop: they count as having seen one",
}
"""Assumptions about a hand whose record lacks the fact, in words."""
SMALL: Final = 20
"""A pot of fewer big bets is a small one."""


class Recorded(NamedTuple):
    """A hand as it stands in the books. `block` is the hour of the table that it was dealt in; `present` counts those
    who sat there then; amounts are minor units, None where nobody stated them; `phh` is the file of a full hand, empty
    where it need not be read."""

    hand: int
    block: int
    plaque: int
    pots: tuple[int, ...] | None
    players: int | None
    present: int
    flop: bool | None
    is_killed: bool
    phh: str = ""


class PastHand(NamedTuple):
    """The facts of a hand that a fee follows from, and the big bet that its pot is measured by."""

    hand: int
    block: int
    plaque: int
    pots: tuple[int, ...]
    players: int
    flop: bool
    ante: bool
    big_bet: int


@dataclass(frozen=True, slots=True)
class Terms:
    """A plaque's part in the fees of its hands."""

    fee: FeeSchedule
    is_flop_game: bool
    seats: int
    ante: bool
    big_bet: int
    killed_big_bet: int

    @classmethod
    def of(cls, plaque: Plaque) -> Terms:
        """The terms of a plaque. The big bet of a game that isn't played at fixed limits is its minimum bet."""
        return cls(
            fee=plaque.fee or NO_FEE,
            is_flop_game=plaque.sheet.board_cards > 0,
            seats=plaque.seats,
            ante=plaque.ante > 0,
            big_bet=plaque.big_bet or plaque.opening_bet,
            killed_big_bet=plaque.killed.big_bet or plaque.opening_bet,
        )


def judgeable(hand: Recorded, terms: Terms) -> PastHand | str:
    """The hand as the lab judges it, by what its row says, or the reason (`LEFT_OUT`) why it can't be judged."""
    if terms.fee.mode == "time":
        return TIMED
    if hand.pots is None:
        return NO_POT
    there = hand.present if hand.present > 1 else terms.seats
    return PastHand(
        hand.hand,
        hand.block,
        hand.plaque,
        hand.pots,
        hand.players or there,
        hand.flop is not False,
        terms.ante,
        terms.killed_big_bet if hand.is_killed else terms.big_bet,
    )


def taken_for(hand: Recorded) -> list[str]:
    """The codes of all that is supposed of the hand (`TAKEN_FOR`)."""
    facts = {NO_PLAYERS: hand.players, NO_FLOP: hand.flop}
    return [code for code, fact in facts.items() if fact is None]
