"""The rules that bind the figures of a hand: where chips can come from and where they can go.

They hold of every hand that was played to its end by the rules, however little of it was recorded.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from rules.house.fee_schedule import FeeSchedule
from rules.house.rake import RakeResult, take
from rules.partial.feasible import Bound, Fact, Figures, Name, Rule, Sum

HAND: Final = 0
"""The place of a figure that belongs to no seat."""
POT, LEVEL, RAKE, PROMO, FLOP, PLAQUE = ((kind, HAND) for kind in ("pot", "level", "rake", "promo", "flop", "sign"))
WORDS: Final = {
    "before": "stack before",
    "after": "stack after",
    "paid": "put in",
    "dead": "dead money",
    "behind": "kept behind",
    "back": "came back",
    "called": "called",
    "won": "won",
    "pot": "all pots",
    "rake": "rake",
    "promo": "promo drop",
}
"""What each figure is called where a sum is told."""
LARGEST: Final = 2**62
"""More than any stack."""


@lru_cache(maxsize=256)
def sums(seats: tuple[int, ...]) -> Sequence[Rule]:
    """Chips are neither made nor lost: by seat, and in the middle."""
    middle = Sum([POT], [*_all("called", seats), *_all("dead", seats)], "All called money lies in the pots", WORDS)
    paid_out = Sum([POT], [*_all("won", seats), RAKE, PROMO], "The pots go to winners, rake and promo", WORDS)
    return (*(rule for seat in seats for rule in _sums_of(seat)), middle, paid_out)


def _all(kind: str, seats: Iterable[int]) -> list[Name]:
    return [(kind, seat) for seat in seats]


def _sums_of(seat: int) -> list[Rule]:
    before, after, paid, dead, behind = ((kind, seat) for kind in ("before", "after", "paid", "dead", "behind"))
    back, called, won = ((kind, seat) for kind in ("back", "called", "won"))
    by_stacks = f"Seat {seat}'s stack changed by what it won less what it put in for good"
    return [
        Sum([before], [paid, dead, behind], f"Seat {seat} put in what it had before and didn't keep", WORDS),
        Sum([after], [behind, back, won], f"Seat {seat} ends with what it kept, got back and won", WORDS),
        Sum([paid], [called, back], f"What nobody called of seat {seat}'s chips came back", WORDS),
        Sum([before, won], [after, called, dead], by_stacks, WORDS),
    ]


class Matching:
    """A seat that is in to the end has matched the highest bet or is all-in; what nobody called goes back."""

    def __init__(self, seats: Sequence[int]) -> None:
        self._seats = seats
        read = ("folded", "won", "back", "called", "paid", "behind")
        self._names = frozenset({LEVEL, *((kind, seat) for kind in read for seat in seats)})

    def __call__(self, figures: Figures) -> None:
        if self._names.isdisjoint(figures.fresh):
            return  # it would say again what it said in the round before
        for seat in self._seats:
            self._live_or_folded(figures, seat)
            self._level(figures, seat)
            self._uncalled(figures, seat)
        self._highest(figures)
        self._last_one(figures)

    def _live_or_folded(self, figures: Figures, seat: int) -> None:
        folded = figures.low(("folded", seat))
        if folded.amount:
            why = f"Seat {seat} folded: it has nothing any more."
            figures.at_most(("won", seat), 0, why, folded.facts)
            figures.at_most(("back", seat), 0, why, folded.facts)
        for kind in ("won", "back"):
            taken = figures.low((kind, seat))
            if taken.amount:
                figures.at_most(("folded", seat), 0, f"Seat {seat} took chips: it was in to the end.", taken.facts)

    def _last_one(self, figures: Figures) -> None:
        """Somebody is left: the one of whom nobody says that they folded, where all others did."""
        left = [seat for seat in self._seats if not figures.low(("folded", seat)).amount]
        if len(left) > 1:
            return
        others = [figures.low(("folded", seat)) for seat in self._seats if seat not in left]
        for seat in left or self._seats[:1]:
            figures.at_most(("folded", seat), 0, "Somebody was left in the end.", _facts(others))

    def _level(self, figures: Figures, seat: int) -> None:
        """Nobody's called money is above the highest; who stayed with chips behind has matched it."""
        why = "Nobody has more money in the pots than was called."
        self._at_most(figures, ("called", seat), LEVEL, why, frozenset())
        because = self._has_matched(figures, seat)
        if because is not None:
            why = f"Seat {seat} was in with chips left: it matched the highest bet."
            self._equal(figures, ("called", seat), LEVEL, why, because)
            for other in self._seats:
                self._at_most(figures, ("paid", other), ("paid", seat), why, because)

    def _equal(self, figures: Figures, one: Name, other: Name, why: str, because: frozenset[Fact]) -> None:
        self._at_most(figures, one, other, why, because)
        self._at_most(figures, other, one, why, because)

    def _at_most(self, figures: Figures, less: Name, more: Name, why: str, because: frozenset[Fact]) -> None:
        """The first figure is no larger than the second."""
        low, high = figures.low(less), figures.high(more)
        if figures.is_above(more, low.amount):
            figures.at_least(more, low.amount, why, low.facts | because)
        if high is not None and figures.is_below(less, high.amount):
            figures.at_most(less, high.amount, why, high.facts | because)

    def _has_matched(self, figures: Figures, seat: int) -> frozenset[Fact] | None:
        """The facts by which the seat has matched the highest bet; None where it may have folded or be all-in."""
        live, behind = figures.high(("folded", seat)), figures.low(("behind", seat))
        if live is None or live.amount or not behind.amount:
            return None
        return live.facts | behind.facts

    def _highest(self, figures: Figures) -> None:
        """The highest called money is somebody's, and whoever is in has not put in more than another one did."""
        highest = [figures.high(("called", seat)) for seat in self._seats]
        known = [bound for bound in highest if bound is not None]
        if len(known) == len(highest):
            highest_known = max(bound.amount for bound in known)
            if figures.is_below(LEVEL, highest_known):
                figures.at_most(LEVEL, highest_known, "The highest bet is somebody's.", _facts(known))

    def _uncalled(self, figures: Figures, seat: int) -> None:
        """The uncalled part is what the seat put in more than anybody else, folded ones included (C-12)."""
        back, paid = ("back", seat), ("paid", seat)
        others = [("paid", other) for other in self._seats if other != seat]
        most, least = figures.high(paid), figures.low(paid)
        second = max((figures.low(other) for other in others), key=_amount)
        called = min(least, second, key=_amount)
        if figures.is_above(("called", seat), called.amount):
            least_called = figures.money(called.amount)
            why = f"Seat {seat} and another one put in {least_called} each at the least: that was called."
            figures.at_least(("called", seat), called.amount, why, least.facts | second.facts)
        if most is not None and figures.is_below(back, uncalled := max(most.amount - second.amount, 0)):
            why = f"Another one called {figures.money(min(second.amount, most.amount))} of seat {seat}'s chips."
            figures.at_most(back, uncalled, why, most.facts | second.facts)
        live, seconds = figures.high(("folded", seat)), [figures.high(other) for other in others]
        known = [bound for bound in seconds if bound is not None]
        if live is None or live.amount or len(known) < len(seconds):
            return
        highest = max(known, key=_amount)
        if figures.is_above(back, least.amount - highest.amount):
            why = f"Nobody else put in more than {figures.money(highest.amount)}: the rest went back to seat {seat}."
            figures.at_least(back, least.amount - highest.amount, why, least.facts | live.facts | _facts(known))


class Eligibility:
    """A seat wins of each other at most as much as it put in itself, and dead money (002:L106-124).

    Money of folded seats that nobody who is left can match goes to whoever put in most of those, so a share is bound
    only where somebody who put in more was in to the end.
    """

    def __init__(self, seats: Sequence[int]) -> None:
        self._seats = seats
        self._names = frozenset((kind, seat) for kind in ("folded", "won", "called", "dead") for seat in seats)

    def __call__(self, figures: Figures) -> None:
        if self._names.isdisjoint(figures.fresh):
            return  # as above
        called = {seat: figures.high(("called", seat)) for seat in self._seats}
        dead = [figures.high(("dead", seat)) for seat in self._seats]
        for reach in {bound.amount for bound in called.values() if bound is not None}:
            short = [seat for seat, bound in called.items() if bound is not None and bound.amount <= reach]
            used = [bound for bound in (*called.values(), *dead) if bound is not None]
            if len(short) < len(self._seats):
                stayed = self._in_to_the_end(figures, set(self._seats) - set(short))
                if stayed is None:
                    continue
                used.append(stayed)
            within = sum(reach if bound is None else min(bound.amount, reach) for bound in called.values())
            if None not in dead:
                self._share(figures, short, within + sum(bound.amount for bound in dead if bound), used)

    def _in_to_the_end(self, figures: Figures, seats: Iterable[int]) -> Bound | None:
        """The bound that says of one of these seats that it did not fold; None where all of them may have."""
        folded = (figures.high(("folded", seat)) for seat in sorted(seats))
        return next((bound for bound in folded if bound is not None and not bound.amount), None)

    def _share(self, figures: Figures, short: Sequence[int], most: int, used: Sequence[Bound]) -> None:
        """Those who put in so little win no more than `most` together."""
        won = {seat: figures.low(("won", seat)) for seat in short}
        taken = sum(bound.amount for bound in won.values())
        for seat in short:
            rest = most - taken + won[seat].amount
            if not figures.is_below(("won", seat), rest):
                continue
            known = _facts([*used, *(bound for other, bound in won.items() if other != seat)])
            why = f"What seat {seat} put in gave it a claim to no more than {figures.money(max(rest, 0))}."
            figures.at_most(("won", seat), rest, why, known)


class Fees:
    """The fees that the plaque takes of the pots, and what pots a known drop speaks for."""

    def __init__(self, schedule: FeeSchedule, players: int, *, flop_game: bool) -> None:
        self._schedule = schedule
        self._players = players
        self._flop_game = flop_game

    def __call__(self, figures: Figures) -> None:
        plaque = figures.low(PLAQUE)
        if plaque.amount:
            self._rake_of_pot(figures, plaque.facts)
            self._promo_of_pot(figures, plaque.facts)
            flop = figures.low(FLOP)
            if self._take(LARGEST, flop=bool(flop.amount)).rake:
                self._pot_of_rake(figures, plaque.facts | flop.facts)

    def _rake_of_pot(self, figures: Figures, plaque: frozenset[Fact]) -> None:
        """The rake of the smallest and of the largest pot that there may have been."""
        low, high, flop = figures.low(POT), figures.high(POT), figures.low(FLOP)
        least = self._take(low.amount, flop=bool(flop.amount)).rake
        figures.at_least(RAKE, least, _BY_THE_PLAQUE, plaque | low.facts | flop.facts)
        if high is not None or self._is_limited:
            most = self._take(LARGEST if high is None else high.amount, flop=_may_have_come(figures)).rake
            figures.at_most(RAKE, most, _BY_THE_PLAQUE, plaque | _facts([high, figures.high(FLOP)]))

    def _promo_of_pot(self, figures: Figures, plaque: frozenset[Fact]) -> None:
        """The promo drop: all of it from a pot that is large enough, nothing of a hand or pot that gives none."""
        schedule, low, high, flop = self._schedule, figures.low(POT), figures.high(POT), figures.low(FLOP)
        largest = self._take(LARGEST, flop=_may_have_come(figures)).promo
        too_small = high is not None and high.amount < schedule.promo_from
        facts = plaque | _facts([high if too_small else None, figures.high(FLOP)])
        figures.at_most(PROMO, 0 if too_small else largest, _BY_THE_PLAQUE, facts)
        certain = self._take(LARGEST, flop=bool(flop.amount)).promo
        rake = figures.high(RAKE)
        if rake is not None and low.amount >= max(schedule.promo_from, rake.amount + certain):
            figures.at_least(PROMO, certain, _BY_THE_PLAQUE, plaque | low.facts | flop.facts | rake.facts)

    def _pot_of_rake(self, figures: Figures, plaque: frozenset[Fact]) -> None:
        """The pots of which the plaque takes a rake within the bounds of what was taken."""
        rake, high = figures.low(RAKE), figures.high(RAKE)
        low, top = figures.low(POT).amount, figures.most(POT, LARGEST)
        why = "By the plaque a pot of another size gives another rake."
        pots = range(low, top + 1)
        if self._rake(low) < rake.amount:
            least = bisect_left(pots, rake.amount, key=self._rake)
            figures.at_least(POT, low + least, why, plaque | rake.facts)
        if high is not None and self._rake(top) > high.amount:
            beyond = bisect_left(pots, high.amount + 1, key=self._rake)
            figures.at_most(POT, low + beyond - 1, why, plaque | high.facts)

    @property
    def _is_limited(self) -> bool:
        """Whether the rake of a pot of any size has an end."""
        return self._schedule.mode != "percent" or self._schedule.cap_for(self._players) is not None

    def _rake(self, pot: int) -> int:
        return self._take(pot, flop=True).rake

    def _take(self, pot: int, *, flop: bool) -> RakeResult:
        return take(self._schedule, [pot], players_dealt=self._players, flop_dealt=flop, flop_game=self._flop_game)


_BY_THE_PLAQUE: Final = "So much the plaque takes."


def _may_have_come(figures: Figures) -> bool:
    """Whether a card may have been dealt after the first betting round."""
    flop = figures.high(FLOP)
    return flop is None or flop.amount > 0


def _amount(bound: Bound) -> int:
    return bound.amount


def _facts(bounds: Iterable[Bound | None]) -> frozenset[Fact]:
    return frozenset[Fact]().union(*(bound.facts for bound in bounds if bound is not None))
