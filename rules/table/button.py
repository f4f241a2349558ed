"""The way of the button, and who owes which blind. Seats are the numbers on the felt, ascending clockwise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from rules.house.house import House
from rules.house.variants import GameSheet
from rules.table.seats import NO_SEAT, Seat

Missed: TypeAlias = Literal["small", "big", "both"]


@dataclass(frozen=True, slots=True)
class Places:
    """The button and the blinds of one hand, by seat.

    A seat may be empty: a dead button stands in front of it, and a dead small blind, `sb_posted` False, is due there
    and stays unposted (004 Glossary, DEAD BLIND). In a game without blinds both of their seats are 0.
    """

    button: Seat
    sb: Seat
    bb: Seat
    sb_posted: bool = True
    dead_button: bool = False

    @property
    def has_blinds(self) -> bool:
        """Whether the hand was opened by blinds."""
        return self.bb > 0


def has_button(sheet: GameSheet, house: House) -> bool:
    """Whether a button moves round in this game: where blinds are posted, and in stud where the house says so."""
    return sheet.has_button or house.answers.stud_button == "moves"


def first_places(active: Collection[Seat], button: Seat, house: House, *, blinds: bool = True) -> Places:
    """The blinds of the first hand after `button` was drawn, or the button alone in a game without `blinds`.

    Raises ValueError with fewer than two active seats.
    """
    seats = _seated(active)
    return _from_button(seats, button, house) if blinds else _button_alone(button, seats)


def places_after(previous: Places, active: Collection[Seat], house: House, *, blinds: bool) -> Places:
    """The button, and the blinds of a game that has them, after a hand of any game: where blinds begin or end with it
    the button goes to the next player. Raises ValueError with fewer than two active seats."""
    if blinds and previous.has_blinds:
        return next_places(previous, active, house)
    seats = _seated(active)
    moved = _before if house.answers.button_move == "counterclockwise" else _after
    return first_places(seats, moved(previous.button, seats), house, blinds=blinds)


def next_places(previous: Places, active: Collection[Seat], house: House) -> Places:
    """The button and the blinds of the hand after `previous`, played by the `active` seats.

    By the house rules `button_rule` and `button_move`. Under the dead button (WSOP 151, RRoP 4 #2b) the big blind
    goes to the next player and everything follows it by seat; when three become two, nobody posts the big blind twice
    running (WSOP 153). Where so many left and came in that this can't be, the last player before the small blind has
    the button. Raises ValueError with fewer than two active seats.
    """
    seats = _seated(active)
    if house.answers.button_move == "counterclockwise":
        return _from_button(seats, _before(previous.button, seats), house)
    if house.answers.button_rule == "next_player":
        return _from_button(seats, _after(previous.button, seats), house)
    big = _after(previous.bb, seats)
    if len(seats) == 2:
        return _heads_up(seats, big, house)
    places = Places(
        button=previous.sb,
        sb=previous.bb,
        bb=big,
        sb_posted=previous.bb in seats,
        dead_button=previous.sb not in seats,
    )
    if _goes_round(places) and len(dealt_in(places, seats)) > 2:
        return places
    return replace(places, button=_before(places.sb, seats), dead_button=False)


def dealt_in(places: Places, active: Collection[Seat]) -> tuple[Seat, ...]:
    """The seats that play the hand, ascending: who has come in between the button and the big blind waits until the
    button has passed them (WSOP 155, RRoP 4)."""
    if not places.has_blinds:
        return tuple(sorted(active))
    posting = {places.sb, places.bb} if places.sb_posted else {places.bb}
    waiting = {seat for seat in active if lies_between(seat, places.button, places.bb)}
    return tuple(seat for seat in sorted(active) if seat in posting or seat not in waiting)


def first_button(
    active: Collection[Seat],
    house: House,
    *,
    choose: Callable[[Sequence[Seat]], Seat],
    cards: Mapping[Seat, int] | None = None,
) -> Seat:
    """The seat that has the button first, by the house rule `button_draw`.

    Each of the `active` seats is dealt one of the `cards` and the highest has it, or `choose` picks a seat by chance.
    Raises ValueError when a seat that should draw has no card, or a card went to a seat that isn't in the game.
    """
    if house.answers.button_draw == "random_seat":
        return choose(sorted(active))
    if cards is None or set(cards) != set(active):
        raise ValueError("Deal one card face up to each player: the highest has the button.")
    return draw_for_button(cards)


def draw_for_button(cards: Mapping[Seat, int]) -> Seat:
    """The seat that has the button first: the highest card, ties by suit (001:L40-42, 004:L74, WSOP 91).

    `cards` are by seat. Raises ValueError when nobody was dealt one.
    """
    return max(cards, key=lambda seat: cards[seat])


@dataclass(frozen=True, slots=True)
class BlindAmounts:
    """The blinds and the ante, in minor units."""

    sb: int
    bb: int
    ante: int = 0


def blind_amounts(min_bet: int, *, small_blind: str = "half", ante: str = "none") -> BlindAmounts:
    """The blinds of a game whose smallest bet is `min_bet`: the big blind is that bet (000:L63, 002:L33-37).

    `small_blind` is `half` or `equal` to it, `ante` is `half_small_blind` (003:L344) or `none`. Raises ValueError when
    a half would not be a whole number of minor units: the plaque must then say the amount.
    """
    sb = min_bet if small_blind == "equal" else _half(min_bet)
    return BlindAmounts(sb, min_bet, _half(sb) if ante == "half_small_blind" else 0)


def missed_posts(missed: Missed, blinds: BlindAmounts) -> tuple[tuple[Literal["post", "dead"], int], ...]:
    """The posts of a returning player at once instead of waiting for the big blind, as (kind, amount).

    The big blind is live, the small one goes dead to the middle (WSOP 154-157, RRoP 4, 004 Glossary DEAD MONEY); who
    missed the small blind alone posts it dead. A new player owes the big blind only: `missed="big"`.
    """
    live: tuple[tuple[Literal["post", "dead"], int], ...] = (("post", blinds.bb),) if missed != "small" else ()
    dead: tuple[tuple[Literal["post", "dead"], int], ...] = (("dead", blinds.sb),) if missed != "big" else ()
    return live + dead


def _half(amount: int) -> int:
    if amount % 2:
        raise ValueError(f"Half of {amount} is no whole amount: write the blinds on the plaque.")
    return amount // 2


def clockwise(seats: Collection[Seat], button: Seat) -> tuple[Seat, ...]:
    """The seats in the order of play: from the left of the button round to the button itself."""
    return tuple(sorted(seats, key=lambda seat: (seat <= button, seat)))


def _seated(active: Collection[Seat]) -> tuple[Seat, ...]:
    seats = tuple(sorted(set(active)))
    if len(seats) < 2:
        raise ValueError("A hand needs two players: seat another one first.")
    return seats


def _after(seat: Seat, seats: tuple[Seat, ...]) -> Seat:
    """The first of `seats` clockwise of `seat`."""
    return min(seats, key=lambda other: (other <= seat, other))


def _before(seat: Seat, seats: tuple[Seat, ...]) -> Seat:
    """The first of `seats` counterclockwise of `seat`."""
    return max(seats, key=lambda other: (other < seat, other))


def _goes_round(places: Places) -> bool:
    """Whether button, small and big blind follow each other clockwise; not so when those who came in sit between."""
    return places.button != places.bb and lies_between(places.sb, places.button, places.bb)


def lies_between(seat: Seat, start: Seat, end: Seat) -> bool:
    """Whether the seat lies clockwise after `start` and before `end`."""
    return start < seat < end if start < end else seat > start or seat < end


def _button_alone(button: Seat, seats: tuple[Seat, ...]) -> Places:
    """The button of a game without blinds (003:L46)."""
    return Places(button, NO_SEAT, NO_SEAT, sb_posted=False, dead_button=button not in seats)


def _from_button(seats: tuple[Seat, ...], button: Seat, house: House) -> Places:
    """The blinds left of a button that stands at a player's seat."""
    left = _after(button, seats)
    if len(seats) == 2:
        left_posts_small = house.answers.heads_up_blinds == "left_small" or button not in seats
        return _heads_up(seats, _after(left, seats) if left_posts_small else left, house)
    return Places(button, left, _after(left, seats), dead_button=button not in seats)


def _heads_up(seats: tuple[Seat, ...], big: Seat, house: House) -> Places:
    """Two players: who isn't the big blind has the button, and the small blind where the house says so."""
    other = _after(big, seats)
    if house.answers.heads_up_blinds == "left_small":
        return Places(button=big, sb=other, bb=big)
    return Places(button=other, sb=other, bb=big)
