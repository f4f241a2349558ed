"""Facts around the hand: chips on and off the table, a pot and its winners, the floor's questions, draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules.book.scenarios.situation import Given, Situation, amount, seat, seats
from rules.cards.card import UNKNOWN
from rules.house.buyin import ChipsEvent
from rules.play.substantial import is_substantial
from rules.table.button import BlindAmounts, Places
from rules.table.floor import why_not_appeal, why_not_language, why_not_late_ruling, why_not_pick_up
from rules.table.kill import KillState, PotResult
from rules.table.missed_blinds import come_in
from rules.table.seats import Seat
from rules.table.supply import Stock
from rules.text.violation import Violation

_EVENT_AMOUNTS: Final = frozenset(
    {"amount", "stack_before", "stack_in_old_game", "cashed_out", "taken_at_sitting", "taken_on_day"}
)


def chips_event(stated: Given) -> ChipsEvent:
    """The chips that somebody wants on or off the table; `type` is what they want."""
    facts: dict[str, Any] = {name: amount(value) if name in _EVENT_AMOUNTS else value for name, value in stated.items()}
    return ChipsEvent(kind=facts.pop("type"), **facts)


def pot_result(stated: Given) -> PotResult[Seat]:
    """A pot with its rake, and who won its high and low half and the side pots."""
    high, low, side = (seats(stated.get(half, ())) for half in ("high", "low", "side_pot_winners"))
    pot, rake = amount(stated["pot"]), amount(stated.get("rake", 0))
    return PotResult(pot, rake, high, low, side, stated.get("contested", True))


def kill_state(stated: Given) -> KillState[Seat]:
    """The kill that a hand left: whether it is `active`, its `killer`, and who is `owing` one."""
    killer = seat(stated["killer"]) if stated.get("active", "killer" in stated) else None
    return KillState(killer, seats(stated.get("owing", ())))


def posts_to_come_in(situation: Situation) -> Sequence[tuple[str, int]]:
    """The posts of the `player` who missed blinds or is new and comes in: kind and amount. Raises Refused."""
    given = situation.given
    blinds = BlindAmounts(amount(given["sb"]), amount(given["bb"]))
    places, posts = Places(**given["places"]), given.get("posts", True)
    return come_in(seat(given["player"]), given["missed"], places, blinds, situation.house, posts=posts)


def is_action_substantial(situation: Situation) -> bool:
    """Whether the `actions`, each "p3 call", are substantial action in the house."""
    actions = [(seat(who), word) for who, word in map(str.split, situation.given["actions"])]
    still_dealing = situation.given.get("dealer_still_dealing", False)
    return is_substantial(actions, situation.house, dealer_still_dealing=still_dealing)


_FLOOR: Final[Mapping[str, Callable[..., Violation | None]]] = {
    "late_ruling": why_not_late_ruling,
    "appeal": why_not_appeal,
    "language": why_not_language,
    "pick_up": why_not_pick_up,
}


def why_floor_refuses(situation: Situation) -> Violation | None:
    """Why the floor doesn't rule, hear an appeal, let a language pass or pick chips up: `question` and its `facts`."""
    given: Mapping[str, Any] = situation.given
    return _FLOOR[given["question"]](situation.house, **given.get("facts", {}))


class Shortage(NamedTuple):
    """The place in a game of draws where the stock runs out, counted from 1, and the size of the new stock.

    `cards_before` is what that player still receives of the old one.
    """

    draw: int
    drawer: int
    cards_before: int
    stock: int


def draw(stock: Stock, asked: Sequence[int], number: int) -> Shortage | None:
    """Take what the players ask for in a draw; the place where the stock runs out, None where it reaches."""
    for drawer, count in enumerate(asked, 1):
        if stock.is_short(count, more=any(asked[drawer:])):
            return Shortage(number, drawer, stock.before(count), stock.reshuffle(count))
        stock.cards -= count
        stock.discards += [UNKNOWN] * count
    return None


def draw_all(stock: Stock, situation: Situation, hole: int) -> Shortage | None:
    """Play all `draws` from the stock, before each of which `folded_before` hands of `hole` cards are folded.

    `burn_before_draw` goes before the house's answer. Returns the first place where the stock runs out, None where it
    reaches for all of them.
    """
    given, draws = situation.given, situation.given["draws"]
    burns = given.get("burn_before_draw", situation.house.answers.burn_before_draw)
    folded = given.get("folded_before", [0] * len(draws))
    for number, asked in enumerate(draws, 1):
        stock.muck += [UNKNOWN] * (folded[number - 1] * hole)
        stock.open(burn=burns is True or burns == "each" or (burns == "first_only" and number == 1))
        if shortage := draw(stock, asked, number):
            return shortage
    return None
