"""The acts that are legal next in a hand, with amounts: what the console offers and what a refusal says was allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rules.cards.card import UNKNOWN
from rules.cards.evaluate.blackjack import MOST_CARDS, TARGET, blackjack_total
from rules.play.betting import UNBOUNDED
from rules.play.state import State
from rules.play.table import NOBODY
from rules.text.violation import Json


class Due(NamedTuple):
    """The cards that the dealer owes next: `cards` of them to `position`, or to the board when that is None."""

    kind: Literal["hole", "board"]
    cards: int
    street: str
    position: int | None = None
    seat: int | None = None

    def to_json(self) -> dict[str, Json]:
        """One key per field."""
        return {
            "kind": self.kind,
            "cards": self.cards,
            "street": self.street,
            "actor": self.position,
            "seat": self.seat,
        }


class Raise(NamedTuple):
    """The range in which a player may bet or raise. Amounts are what they make it *to*, in minor units.

    `refusal` is the rule's code when they may not, and both amounts are then 0. `most` is None where neither limit nor
    a known stack ends it.
    """

    least: int = 0
    most: int | None = 0
    refusal: str | None = None


@dataclass(frozen=True, slots=True)
class Legal:
    """Everything that may happen next. Exactly one of `position` (a player acts) and `due` (the dealer deals) is set
    until the hand is over; `may_show` lists the positions that may turn over or muck their hands.

    `call` is what the player adds to stay (0: a check). `min_raise_to` and `max_raise_to` are what they may make
    it *to*; `why_no_raise` is the code of the rule when they may not. `bring_in` is what a stud player posts who opens
    third street and doesn't complete; `must_open` means that they may not fold instead. In a draw `most_discards`
    says how many cards the player may change, `least_discards` how many they have to throw away where the game asks for
    it; where hands are completed `may_hit` says whether they may take one more.
    """

    position: int | None = None
    seat: int | None = None
    call: int = 0
    may_raise: bool = False
    min_raise_to: int = 0
    max_raise_to: int | None = None
    why_no_raise: str | None = None
    due: Due | None = None
    may_show: tuple[int, ...] = ()
    complete: bool = False
    bring_in: int = 0
    must_open: bool = False
    most_discards: int | None = None
    may_hit: bool | None = None
    least_discards: int = 0

    @property
    def is_betting(self) -> bool:
        """Whether a player is to act with chips, not with cards."""
        return self.position is not None and self.most_discards is None and self.may_hit is None

    @property
    def may_fold(self) -> bool:
        """Whether a player is to act with chips and isn't forced to open."""
        return self.is_betting and not self.must_open

    @property
    def may_check(self) -> bool:
        """Whether the player owes nothing."""
        return self.may_fold and self.call == 0 and not self.bring_in

    @property
    def may_call(self) -> bool:
        """Whether the player owes something."""
        return self.may_fold and self.call > 0

    def to_json(self) -> dict[str, Json]:
        """The facts that a refusal hands out as `allowed`; the raise's amounts only where a raise is legal."""
        if self.due:
            return {"due": self.due.to_json()}
        if self.most_discards is not None:
            least: dict[str, Json] = {"least_discards": self.least_discards} if self.least_discards else {}
            return {"actor": self.position, "seat": self.seat, "most_discards": self.most_discards, **least}
        if self.may_hit is not None:
            return {"actor": self.position, "seat": self.seat, "may_hit": self.may_hit}
        if self.position is None:
            return {"may_show": list(self.may_show), "complete": self.complete}
        amounts: dict[str, Json] = {"min_raise_to": self.min_raise_to, "max_raise_to": self.max_raise_to}
        return {
            "actor": self.position,
            "seat": self.seat,
            "call": self.call,
            "may_raise": self.may_raise,
            **(amounts if self.may_raise else {}),
            **({"bring_in": self.bring_in} if self.bring_in else {}),
        }


def legal_actions(state: State) -> Legal:
    """The acts that are legal next on the table."""
    may_show = tuple(player + 1 for player in range(state.players) if may_show_or_muck(state, player))
    if state.stage in ("hole", "board") or state.hole_due:
        return Legal(due=due(state), may_show=may_show)
    if state.stage == "draw":
        return _exchange(state)
    if state.to_act == NOBODY:
        return Legal(may_show=may_show, complete=True)
    player = state.to_act
    raising = raise_range(state, player)
    return Legal(
        position=player + 1,
        seat=state.setup.seats[player],
        call=state.to_call(player),
        may_raise=raising.refusal is None,
        min_raise_to=raising.least,
        max_raise_to=raising.most,
        why_no_raise=raising.refusal,
        bring_in=min(state.setup.plaque.bring_in_amount, state.stacks[player]) if state.bring_in_due else 0,
        must_open=state.must_open(player),
    )


def _exchange(state: State) -> Legal:
    """The acts open to the player whose turn it is in a draw, or who completes a hand.

    Cards that are owed come first here; a dealer who takes all discards before is right as well.
    """
    player, street = state.draw_due[0], state.sheet.streets[state.street]
    position, seat = player + 1, state.setup.seats[player]
    if street.hits:
        return Legal(position, seat, may_hit=why_no_hit(state.hole[player]) is None)
    return Legal(position, seat, most_discards=street.draw or street.discard, least_discards=street.discard)


def why_no_hit(held: Sequence[int]) -> str | None:
    """The rule by which a hand takes no further card: it is busted, or it has seven; None when it may."""
    if max(held, default=0) < UNKNOWN and len(held) <= MOST_CARDS and blackjack_total(held) > TARGET:
        return "must_stand"
    return "too_many_cards" if len(held) >= MOST_CARDS else None


def due(state: State) -> Due:
    """The cards that the dealer owes next; only where the stage is one of dealing."""
    street = state.sheet.streets[state.street]
    if state.stage == "board":
        return Due("board", state.board_due, street.name)
    player = state.hole_due[0]
    return Due("hole", state.cards_due(player), street.name, player + 1, state.setup.seats[player])


def raise_range(state: State, player: int) -> Raise:
    """The range in which the player whose turn it is may raise, or the rule by which they may not."""
    refusal = why_no_raise(state, player)
    if refusal:
        return Raise(refusal=refusal)
    stack, betting, structure = state.stacks[player], state.round, state.structure
    least, most = structure.smallest(betting), structure.largest(betting, state, player)
    if not structure.is_fixed:
        unit = state.setup.plaque.unit
        least, most = -(-least // unit) * unit, most // unit * unit
    all_in = state.bets[player] + stack
    most = min(max(least, most), all_in)
    return Raise(min(least, all_in), most if most < UNBOUNDED // 2 else None)


def why_no_raise(state: State, player: int) -> str | None:
    """The rule by which the player whose turn it is may not raise; None when they may."""
    betting, structure = state.round, state.structure
    if state.stacks[player] <= state.owed(player):
        return "insufficient_chips"
    if not state.can_be_called(player):
        return "no_opponent_can_call"
    if structure.is_capped(betting, state.contenders):
        return "raise_cap_reached"
    return None if structure.is_open(betting, player) else "betting_not_reopened"


def may_show_or_muck(state: State, player: int) -> bool:
    """Whether the player may turn their hand over: the betting is over and they still have one."""
    return state.betting_is_over and state.in_hand(player)
