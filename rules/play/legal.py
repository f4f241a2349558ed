"""The acts that are legal next in a hand, with amounts: what the console offers and what a refusal says was allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple, TypeAlias

from rules.cards.card import UNKNOWN
from rules.cards.evaluate.blackjack import MOST_CARDS, TARGET, blackjack_total
from rules.play.betting import UNBOUNDED
from rules.play.state import NOBODY, State
from rules.play.turns import must_open
from rules.table.seats import Position, Seat
from rules.text.violation import Json


class Due(NamedTuple):
    """The cards that the dealer owes next: `cards` of them to `position`, or to the board when that is None."""

    kind: Literal["hole", "board"]
    cards: int
    street: str
    position: Position | None = None
    seat: Seat | None = None

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
class Dealing:
    """The dealer owes cards. `may_show` are the positions that may turn over or muck their hands before: all are in."""

    position: ClassVar[None] = None
    seat: ClassVar[None] = None
    due: Due
    may_show: tuple[Position, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """The facts that a refusal hands out as `allowed`."""
        return {"due": self.due.to_json()}


@dataclass(frozen=True, slots=True)
class Betting:
    """A player acts with chips.

    `call` is what the player adds to stay (0: a check), `raising` what they may make it. `bring_in` is what a stud
    player posts who opens third street and doesn't complete; `must_open` means that they may not fold instead.
    """

    may_show: ClassVar[tuple[Position, ...]] = ()
    position: Position
    seat: Seat
    call: int
    raising: Raise
    bring_in: int = 0
    must_open: bool = False

    @property
    def may_raise(self) -> bool:
        """Whether the player may bet or raise."""
        return self.raising.refusal is None

    @property
    def may_fold(self) -> bool:
        """Whether the player isn't forced to open."""
        return not self.must_open

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
        amounts: dict[str, Json] = {"min_raise_to": self.raising.least, "max_raise_to": self.raising.most}
        return {
            "actor": self.position,
            "seat": self.seat,
            "call": self.call,
            "may_raise": self.may_raise,
            **(amounts if self.may_raise else {}),
            **({"bring_in": self.bring_in} if self.bring_in else {}),
        }


@dataclass(frozen=True, slots=True)
class Drawing:
    """A player changes `most_discards` cards at most, and `least_discards` where the game has them thrown away."""

    may_show: ClassVar[tuple[Position, ...]] = ()
    position: Position
    seat: Seat
    most_discards: int
    least_discards: int = 0

    def to_json(self) -> dict[str, Json]:
        """The facts that a refusal hands out as `allowed`."""
        least: dict[str, Json] = {"least_discards": self.least_discards} if self.least_discards else {}
        return {"actor": self.position, "seat": self.seat, "most_discards": self.most_discards, **least}


@dataclass(frozen=True, slots=True)
class Completing:
    """A player completes their hand at Hold'em Blackjack: they stand, or take one more card where they `may_hit`."""

    may_show: ClassVar[tuple[Position, ...]] = ()
    position: Position
    seat: Seat
    may_hit: bool

    def to_json(self) -> dict[str, Json]:
        """The facts that a refusal hands out as `allowed`."""
        return {"actor": self.position, "seat": self.seat, "may_hit": self.may_hit}


@dataclass(frozen=True, slots=True)
class Over:
    """Nobody acts any more: the positions in `may_show` turn over or muck their hands, if there are any."""

    position: ClassVar[None] = None
    seat: ClassVar[None] = None
    may_show: tuple[Position, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """The facts that a refusal hands out as `allowed`."""
        return {"may_show": list(self.may_show), "complete": True}


Legal: TypeAlias = Dealing | Betting | Drawing | Completing | Over
"""The acts that are legal next, in one of the five situations of a hand. `position` and `seat` are those of the player
who is to act, None where nobody is; `may_show` is empty where no hand may be turned over."""


Acting: TypeAlias = Betting | Drawing | Completing
"""The acts that are legal where a player is to act."""


def legal_actions(state: State) -> Legal:
    """The acts that are legal next on the table."""
    may_show = tuple(Position(player + 1) for player in range(state.players) if may_show_or_muck(state, player))
    if state.stage in ("hole", "board") or state.hole_due:
        return Dealing(due(state), may_show)
    if state.stage == "draw":
        return _exchange(state)
    if state.to_act == NOBODY:
        return Over(may_show)
    player = state.to_act
    return Betting(
        Position(player + 1),
        state.setup.seats[player],
        call=state.to_call(player),
        raising=raise_range(state, player),
        bring_in=min(state.setup.plaque.bring_in_amount, state.stacks[player]) if state.bring_in_due else 0,
        must_open=must_open(state, player),
    )


def _exchange(state: State) -> Drawing | Completing:
    """The acts open to the player whose turn it is in a draw, or who completes a hand.

    Cards that are owed come first here; a dealer who takes all discards before is right as well.
    """
    player, street = state.draw_due[0], state.sheet.streets[state.street]
    position, seat = Position(player + 1), state.setup.seats[player]
    if street.hits:
        return Completing(position, seat, may_hit=why_no_hit(state.hole[player]) is None)
    return Drawing(position, seat, street.draw or street.discard, street.discard)


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
    return Due("hole", state.cards_due(player), street.name, Position(player + 1), state.setup.seats[player])


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
