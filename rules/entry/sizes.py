"""The bets that are worth a button: few, sensible, legal, and payable in the plaque's chips."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.play.hand import Hand
from rules.play.legal import Betting

MOST_SIZES = 4
"""Besides the smallest and all-in."""


@dataclass(frozen=True, slots=True)
class Size:
    """A bet or raise *to* `to` minor units, and why it is offered: "½ pot", "×3", "all-in"."""

    to: int
    why: str


def bet_sizes(hand: Hand) -> list[Size]:
    """The bets or raises to offer besides the smallest one, in rising order; all-in last. Empty where none is legal."""
    legal = hand.legal_actions()
    if not isinstance(legal, Betting) or not legal.may_raise:
        return []
    largest = _largest(hand, legal)
    top = largest.to if largest else None
    offered = {size.to: size for size in _candidates(hand, legal)}
    between = sorted(to for to in offered if to > legal.raising.least and (top is None or to < top))
    sizes = [offered[to] for to in between[:MOST_SIZES]]
    return sizes + ([largest] if largest and largest.to > legal.raising.least else [])


def smallest_is_all_in(hand: Hand) -> bool:
    """Whether the smallest legal raise takes the player's last chip."""
    legal = hand.legal_actions()
    return isinstance(legal, Betting) and legal.raising.least == all_in(hand, legal.position - 1)


def pot_size(hand: Hand) -> int | None:
    """The bet or raise *to* what the pot holds after a call, as legal: in pot limit the most there may be. None where
    none is legal, where limits are fixed, and where a stack is unknown."""
    legal, structure = hand.legal_actions(), hand.setup.plaque.structure
    if not isinstance(legal, Betting) or not legal.may_raise or structure not in ("pot_limit", "no_limit"):
        return None
    least, most = legal.raising.least, legal.raising.most
    if structure == "pot_limit" or most is None:
        return most
    to = _round_up(hand.round.price + hand.pot_to_call(legal.position - 1), hand.setup.plaque.unit)
    return min(max(to, least), most)


def _largest(hand: Hand, legal: Betting) -> Size | None:
    """The size that ends the row: all-in, or the most that the limit allows; nothing where the stack is unknown."""
    if legal.raising.most is None:
        return None
    if legal.raising.most == all_in(hand, legal.position - 1):
        return Size(legal.raising.most, "all-in")
    return Size(legal.raising.most, {"pot_limit": "pot", "spread": "most"}.get(hand.setup.plaque.structure, "most"))


def all_in(hand: Hand, player: int) -> int:
    """The amount *to* which the player of this index bets with the last chip."""
    return hand.bets[player] + hand.stacks[player]


def _candidates(hand: Hand, legal: Betting) -> Iterator[Size]:
    unit = hand.setup.plaque.unit
    price, pot = hand.round.price, hand.pot_to_call(legal.position - 1)
    if hand.setup.plaque.structure == "spread":
        least, step = legal.raising.least, max(unit, *hand.setup.plaque.blinds, 0)
        yield from (Size(least + times * step, "") for times in range(1, MOST_SIZES + 1))
    elif price and hand.street == 0:
        yield from (Size(times * price, f"×{times}") for times in (3, 4, 5, 6))
    elif price:
        yield Size(3 * price, "×3")
        yield Size(_round_up(price + pot // 2, unit), "½ pot")
        yield Size(_round_up(price + pot, unit), "pot")
    else:
        yield from (Size(_round_up(pot * parts // of, unit), why) for parts, of, why in _OF_THE_POT)


_OF_THE_POT = ((1, 3, "⅓ pot"), (1, 2, "½ pot"), (2, 3, "⅔ pot"), (1, 1, "pot"))


def _round_up(amount: int, unit: int) -> int:
    return -(-amount // unit) * unit
