"""The bets that are legal: the betting structures, each a few small questions about the round that is being played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from rules.house.house import House
from rules.house.plaque import Plaque
from rules.house.variants import Tier

UNBOUNDED = 1 << 62
"""More chips than there are: what an unknown stack holds and where no limit ends."""


@dataclass(slots=True)
class Round:
    """One betting round while it lasts. Amounts are minor units, players are counted from 0.

    `price` is what a player must have in to stay, `full` the level of the last full bet or raise, `increment` the size
    of that bet or raise (at first, of the smallest bet). `bets` counts full bets and raises. `answered` is, for
    each player, the price when they last acted, -1 before: whoever has answered less than the price is to act.
    `option` is the larger bet that fixed limit offers besides `size` (an open pair in stud), 0 where there is none.
    """

    size: int
    increment: int
    price: int
    full: int
    bets: int
    answered: list[int]
    capped: bool = False
    option: int = 0


class Pot(Protocol):
    """The facts that a limit may want to know of the hand."""

    def pot_to_call(self, player: int) -> int:
        """The pot as it lies, the call of `player` included."""


class Structure:
    """A betting structure: the smallest and the largest raise, and what counts as one. No limit as it stands.

    `too_small`, `raise_too_small` and `too_large` are the codes of its rules on amounts; `is_fixed` means that the size
    of every bet follows from the plaque, so that the minimum betting unit has no say.
    """

    too_small: str = "below_min_bet"
    raise_too_small: str = "below_min_raise"
    too_large: str = "insufficient_chips"
    is_fixed: bool = False

    def __init__(self, plaque: Plaque, house: House) -> None:
        opening = plaque.opening_bet
        self.sizes: dict[Tier, int] = {"small": opening, "big": plaque.big_bet or opening}
        self.raise_cap: int | None = None
        self.heads_up_uncapped = house.answers.heads_up_uncapped

    def open(self, players: int, tier: Tier) -> Round:
        """A round in which nothing has been bet."""
        size = self.sizes[tier]
        return Round(size, size, 0, 0, 0, [-1] * players)

    def post(self, betting: Round, amount: int, raise_by: int = 0) -> None:
        """Count a live blind of `amount` as the bet of the first round; short or not, the price is the whole of it.

        `raise_by` is the smallest raise over it where that is more than the smallest bet (WSOP 150, 161).
        """
        betting.price = betting.full = amount
        betting.bets = 1
        betting.increment = max(betting.size, raise_by)

    def offer(self, betting: Round, size: int, *, instead: bool = False) -> None:
        """Let the bets of the round be of `size` too, or of that size only; limits that fix no size don't care."""

    def allows(self, betting: Round, to: int) -> bool:
        """Whether an amount between the smallest and the largest is one of those that may be raised to."""
        return True

    def smallest(self, betting: Round) -> int:
        """The least that a player may raise to."""
        return betting.price + betting.increment

    def largest(self, betting: Round, pot: Pot, player: int) -> int:
        """The most that `player` may raise to, the stack aside."""
        return UNBOUNDED

    def is_full(self, betting: Round, to: int) -> bool:
        """Whether going to `to` is a full bet or raise: less than that, all-in, reopens nothing."""
        return to - betting.price >= betting.increment

    def is_open(self, betting: Round, player: int) -> bool:
        """Whether `player` may still raise: they haven't acted, or face a full raise since (WSOP 171-173)."""
        answered = betting.answered[player]
        return answered < 0 or betting.price - answered >= betting.increment

    def is_capped(self, betting: Round, contenders: int) -> bool:
        """Whether the raises are used up among `contenders` players."""
        if self.raise_cap is None or betting.bets <= self.raise_cap:
            return False
        return betting.capped or contenders > 2 or not self.heads_up_uncapped

    def bet(self, betting: Round, to: int, contenders: int) -> None:
        """Note that a player bet or raised to `to`."""
        if self.is_full(betting, to):
            self.count(betting, to)
            betting.bets += 1
            if self.raise_cap is not None and betting.bets > self.raise_cap and contenders > 2:
                betting.capped = True
        betting.price = to

    def count(self, betting: Round, to: int) -> None:
        """Remember the full bet or raise to `to` as the one that the next must match."""
        betting.increment = to - betting.price
        betting.full = to


class NoLimit(Structure):
    """Any amount up to the stack; a raise at least as large as the one before (000:L67)."""


class PotLimit(Structure):
    """At most the pot after calling (000:L69, 002:L166-171)."""

    too_large = "above_pot_limit"

    def largest(self, betting: Round, pot: Pot, player: int) -> int:
        """The price and the pot with the call in it; never less than the smallest bet."""
        return max(betting.price + pot.pot_to_call(player), self.smallest(betting))


class FixedLimit(Structure):
    """Bets and raises of one size; half a bet or more, all-in, counts as a whole one (RRoP 3 Betting #6)."""

    too_small = raise_too_small = too_large = "wrong_bet_size"
    is_fixed = True

    def __init__(self, plaque: Plaque, house: House) -> None:
        super().__init__(plaque, house)
        self.raise_cap = _raise_cap(plaque, house)
        self.half_counts = house.answers.short_allin_limit == "half"

    def post(self, betting: Round, amount: int, raise_by: int = 0) -> None:
        """A blind of less than the small bet is completed first, and the completion is the bet."""
        betting.price = amount
        betting.bets, betting.full = (amount // betting.size, amount) if amount >= betting.size else (0, 0)

    def offer(self, betting: Round, size: int, *, instead: bool = False) -> None:
        """The larger bet of an open pair; once it was made, the round goes on at its size (003:L28-30, WSOP 220)."""
        if instead:
            betting.size = size
        else:
            betting.option = size

    def allows(self, betting: Round, to: int) -> bool:
        return to - betting.full in (betting.size, betting.option)

    def smallest(self, betting: Round) -> int:
        return betting.full + betting.size

    def largest(self, betting: Round, pot: Pot, player: int) -> int:
        return betting.full + max(betting.size, betting.option)

    def is_full(self, betting: Round, to: int) -> bool:
        return self._is_whole(to - betting.full, betting.size)

    def is_open(self, betting: Round, player: int) -> bool:
        """Whether `player` hasn't acted or faces what counts as a whole bet. Two all-ins may add up to one for those
        who answered neither, and be too little for whoever answered the first (RRoP 3 Betting #6, WSOP 129)."""
        answered = betting.answered[player]
        first = betting.full > answered and betting.bets == 1
        return answered < 0 or first or self._is_whole(betting.price - answered, betting.size)

    def _is_whole(self, amount: int, size: int) -> bool:
        return amount >= size or (self.half_counts and 2 * amount >= size)

    def count(self, betting: Round, to: int) -> None:
        if betting.option and to - betting.full >= betting.option:
            betting.size, betting.option = betting.option, 0
        betting.full = to


class Spread(Structure):
    """Bets and raises within the range on the plaque, raises by at least the one before unless the house says less."""

    too_small = "below_spread_min"
    too_large = "above_spread_max"

    def __init__(self, plaque: Plaque, house: House) -> None:
        super().__init__(plaque, house)
        self.raise_cap = _raise_cap(plaque, house)
        self.at_most = plaque.spread_max or UNBOUNDED
        self.by_previous = house.answers.spread_raise_min == "previous"
        if not self.by_previous:
            self.raise_too_small = "below_spread_min"

    def post(self, betting: Round, amount: int, raise_by: int = 0) -> None:
        """A blind is the bet that the first raise matches, as far as the range goes: a straddle may lie above it."""
        super().post(betting, amount, max(raise_by, amount if self.by_previous else 0))
        betting.increment = min(betting.increment, self.at_most)

    def largest(self, betting: Round, pot: Pot, player: int) -> int:
        return betting.price + self.at_most

    def count(self, betting: Round, to: int) -> None:
        betting.full = to
        if self.by_previous:
            betting.increment = to - betting.price


def structure_of(plaque: Plaque, house: House, stake: tuple[int, int] | None = None) -> Structure:
    """The betting structure of the plaque or, where the street has a `stake` of its own, of so many to so many times
    the opening bet: one size is fixed limit, a range is spread limit (003:L345-350)."""
    if stake is None:
        return STRUCTURES[plaque.structure](plaque, house)
    least, most = (times * plaque.opening_bet for times in stake)
    if least == most:
        return FixedLimit(replace(plaque, small_bet=least, big_bet=least), house)
    return Spread(replace(plaque, small_bet=None, spread_min=least, spread_max=most), house)


STRUCTURES = {"no_limit": NoLimit, "pot_limit": PotLimit, "fixed_limit": FixedLimit, "spread": Spread}
"""The betting structure of each word on the plaque."""


def _raise_cap(plaque: Plaque, house: House) -> int | None:
    """The raises that follow the bet: what the plaque says, else what the house says; None where there is no cap."""
    if plaque.raise_cap is not None:
        return plaque.raise_cap
    cap = house.answers.raise_cap
    return cap if type(cap) is int else None
