"""The rules that bind the figures of a hand: where chips can come from and where they can go.

They hold of every hand that was played to its end by the rules, however little of it was recorded.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rules.house.fee_schedule import FeeSchedule
from rules.house.rake import RakeResult, take
from rules.partial.feasible import Bound, Figures, Name, Rule, Rules, Source, Sum

POT, LEVEL, RAKE, PROMO, FLOP, PLAQUE = OF_HAND = ("pot", "level", "rake", "promo", "flop", "sign")
"""The figures that belong to no seat."""
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
"""The name of each figure where a sum is told."""
LARGEST: Final = 2**62
"""More than any stack."""


class SeatFigures(NamedTuple):
    """The names of the figures of a seat."""

    seat: int
    before: Name
    after: Name
    paid: Name
    dead: Name
    behind: Name
    back: Name
    called: Name
    won: Name
    folded: Name


@lru_cache(maxsize=256)
def figures_of(seat: int) -> SeatFigures:
    """The names of the figures of this seat."""
    return SeatFigures(seat, *(f"{kind} {seat}" for kind in SeatFigures._fields[1:]))


@lru_cache(maxsize=256)
def all_figures(seats: tuple[int, ...]) -> tuple[Name, ...]:
    """The names of all figures of a hand of these seats."""
    return (*OF_HAND, *(name for seat in seats for name in figures_of(seat)[1:]))


@lru_cache(maxsize=256)
def rules_of(seats: tuple[int, ...]) -> Rules:
    """The rules that hold of every hand of these seats, in the order in which they are applied."""
    of_seats = tuple(map(figures_of, seats))
    return Rules(Matching(of_seats), *_sums(of_seats), Eligibility(of_seats))


def _sums(seats: Sequence[SeatFigures]) -> Iterator[Rule]:
    """Chips are neither made nor lost: by seat, and in the middle."""
    for seat in seats:
        yield from _sums_of(seat)
    called, dead = [seat.called for seat in seats], [seat.dead for seat in seats]
    yield Sum([POT], [*called, *dead], "All called money lies in the pots", WORDS)
    yield Sum([POT], [*(seat.won for seat in seats), RAKE, PROMO], "The pots go to winners, rake and promo", WORDS)


def _sums_of(of: SeatFigures) -> Iterator[Rule]:
    seat = f"Seat {of.seat}"
    by_stacks = f"{seat}'s stack changed by what it won less what it put in for good"
    yield Sum([of.before], [of.paid, of.dead, of.behind], f"{seat} put in what it had before and didn't keep", WORDS)
    yield Sum([of.after], [of.behind, of.back, of.won], f"{seat} ends with what it kept, got back and won", WORDS)
    yield Sum([of.paid], [of.called, of.back], f"What nobody called of seat {of.seat}'s chips came back", WORDS)
    yield Sum([of.before, of.won], [of.after, of.called, of.dead], by_stacks, WORDS)


class Matching:
    """A seat that is in to the end has matched the highest bet or is all-in; what nobody called goes back."""

    is_done_at_once: Final = False

    def __init__(self, seats: Sequence[SeatFigures]) -> None:
        self._seats = seats
        self._paid = [seat.paid for seat in seats]
        self._paid_by_others = [[name for name in self._paid if name != seat.paid] for seat in seats]
        read = ((of.folded, of.won, of.back, of.called, of.paid, of.behind) for of in seats)
        self.names = frozenset({LEVEL, *(name for names in read for name in names)})

    def __call__(self, figures: Figures) -> None:
        for seat, others in zip(self._seats, self._paid_by_others, strict=True):
            self._live_or_folded(figures, seat)
            self._level(figures, seat)
            self._uncalled(figures, seat, others)
        self._highest(figures)
        self._last_one(figures)

    def _live_or_folded(self, figures: Figures, of: SeatFigures) -> None:
        spans = figures.spans
        if spans[of.folded][0]:
            folded = (figures.lows[of.folded],)
            why = f"Seat {of.seat} folded: it has nothing any more."
            figures.at_most(of.won, 0, why, folded)
            figures.at_most(of.back, 0, why, folded)
        for name in (of.won, of.back):
            if spans[name][0]:
                why = f"Seat {of.seat} took chips: it was in to the end."
                figures.at_most(of.folded, 0, why, (figures.lows[name],))

    def _last_one(self, figures: Figures) -> None:
        """Somebody is left: the one of whom nobody says that they folded, where all others did."""
        left = [seat for seat in self._seats if not figures.spans[seat.folded][0]]
        if len(left) > 1:
            return
        others = [figures.lows[seat.folded] for seat in self._seats if seat not in left]
        for seat in left or self._seats[:1]:
            figures.at_most(seat.folded, 0, "Somebody was left in the end.", others)

    def _level(self, figures: Figures, of: SeatFigures) -> None:
        """Nobody's called money is above the highest; who stayed with chips behind has matched it."""
        _at_most(figures, of.called, LEVEL, "Nobody has more money in the pots than was called.", ())
        if self._has_matched(figures, of):
            because = (figures.highs[of.folded], figures.lows[of.behind])
            why = f"Seat {of.seat} was in with chips left: it matched the highest bet."
            _at_most(figures, of.called, LEVEL, why, because)
            _at_most(figures, LEVEL, of.called, why, because)
            for paid in self._paid:
                _at_most(figures, paid, of.paid, why, because)

    def _has_matched(self, figures: Figures, of: SeatFigures) -> bool:
        """Whether the seat has matched the highest bet; not where it may have folded or be all-in."""
        return figures.spans[of.folded][1] == 0 and figures.spans[of.behind][0] > 0

    def _highest(self, figures: Figures) -> None:
        """The highest called money is somebody's, and whoever is in has not put in more than another one did."""
        highest = max([figures.spans[seat.called][1] for seat in self._seats])
        if highest < figures.spans[LEVEL][1]:
            known = [figures.highs[seat.called] for seat in self._seats]
            figures.at_most(LEVEL, highest, "The highest bet is somebody's.", known)

    def _uncalled(self, figures: Figures, of: SeatFigures, others: Sequence[Name]) -> None:
        """The uncalled part is what the seat put in more than anybody else, folded ones included (C-12)."""
        spans, lows, highs = figures.spans, figures.lows, figures.highs
        low, high = spans[of.paid]
        second = max(others, key=lambda name: spans[name][0])
        second_low = spans[second][0]
        if (called := min(low, second_low)) > spans[of.called][0]:
            least_called = figures.money(called)
            why = f"Seat {of.seat} and another one put in {least_called} each at the least: that was called."
            figures.at_least(of.called, called, why, (lows[of.paid], lows[second]))
        if highs[of.paid] is not None and (uncalled := max(high - second_low, 0)) < spans[of.back][1]:
            why = f"Another one called {figures.money(min(second_low, high))} of seat {of.seat}'s chips."
            figures.at_most(of.back, uncalled, why, (highs[of.paid], lows[second]))
        if spans[of.folded][1]:
            return
        highest = max([spans[name][1] for name in others])
        if low - highest > spans[of.back][0]:
            why = f"Nobody else put in more than {figures.money(highest)}: the rest went back to seat {of.seat}."
            figures.at_least(
                of.back, low - highest, why, (lows[of.paid], highs[of.folded], *(highs[name] for name in others))
            )


def _at_most(figures: Figures, less: Name, more: Name, why: str, because: tuple[Source, ...]) -> None:
    """The first figure is no larger than the second."""
    (low, high), (least, most) = figures.spans[less], figures.spans[more]
    if low > least:
        figures.at_least(more, low, why, (figures.lows[less], *because))
    if most < high:
        figures.at_most(less, most, why, (figures.highs[more], *because))


class Eligibility:
    """A seat wins of each other at most as much as it put in itself, and dead money (002:L106-124).

    Money of folded seats that nobody who is left can match goes to whoever put in most of those, so a share is bound
    only where somebody who put in more was in to the end.
    """

    is_done_at_once: Final = False

    def __init__(self, seats: Sequence[SeatFigures]) -> None:
        self._seats = seats
        self.names = frozenset(name for of in seats for name in (of.folded, of.won, of.called, of.dead))

    def __call__(self, figures: Figures) -> None:
        seats, spans = self._seats, figures.spans
        dead = [figures.highs[of.dead] for of in seats]
        if None in dead:
            return
        called = [figures.highs[of.called] for of in seats]
        in_dead = sum([spans[of.dead][1] for of in seats])
        most = [spans[of.called][1] for of in seats]
        for reach in {bound.amount for bound in called if bound is not None}:
            short = [of for of, amount in zip(seats, most, strict=True) if amount <= reach]
            used: list[Source] = [*called, *dead]
            if len(short) < len(seats):
                stayed = self._in_to_the_end(figures, [of for of in seats if of not in short])
                if stayed is None:
                    continue
                used.append(stayed)
            self._share(figures, short, sum([min(amount, reach) for amount in most]) + in_dead, used)

    def _in_to_the_end(self, figures: Figures, seats: Iterable[SeatFigures]) -> Bound | None:
        """The bound that says of one of these seats that it did not fold; None where all of them may have."""
        folded = (figures.highs[of.folded] for of in sorted(seats))
        return next((bound for bound in folded if bound is not None and not bound.amount), None)

    def _share(self, figures: Figures, short: Sequence[SeatFigures], most: int, used: Sequence[Source]) -> None:
        """Those who put in so little win no more than `most` together."""
        won = [figures.lows[of.won] for of in short]
        left = most - sum([bound.amount for bound in won])
        for of, bound in zip(short, won, strict=True):
            rest = left + bound.amount
            if rest >= figures.spans[of.won][1]:
                continue
            known = [*used, *(other for other in won if other is not bound)]
            why = f"What seat {of.seat} put in gave it a claim to no more than {figures.money(max(rest, 0))}."
            figures.at_most(of.won, rest, why, known)


class Fees:
    """The fees that the plaque takes of the pots, and what pots a known drop speaks for."""

    is_done_at_once: Final = False

    def __init__(self, schedule: FeeSchedule, players: int, *, flop_game: bool) -> None:
        self.names = (POT, RAKE, PROMO, FLOP, PLAQUE)
        self._schedule = schedule
        self._players = players
        self._flop_game = flop_game

    def __call__(self, figures: Figures) -> None:
        plaque = figures.lows[PLAQUE]
        if plaque.amount:
            self._rake_of_pot(figures, plaque)
            self._promo_of_pot(figures, plaque)
            flop = figures.lows[FLOP]
            if self._take(LARGEST, flop=bool(flop.amount)).rake:
                self._pot_of_rake(figures, plaque, flop)

    def _rake_of_pot(self, figures: Figures, plaque: Bound) -> None:
        """The rake of the smallest and of the largest pot that there may have been."""
        low, high, flop = figures.lows[POT], figures.highs[POT], figures.lows[FLOP]
        least = self._take(low.amount, flop=bool(flop.amount)).rake
        figures.at_least(RAKE, least, _BY_THE_PLAQUE, (plaque, low, flop))
        if high is not None or self._is_limited:
            most = self._take(LARGEST if high is None else high.amount, flop=_may_have_come(figures)).rake
            figures.at_most(RAKE, most, _BY_THE_PLAQUE, (plaque, high, figures.highs[FLOP]))

    def _promo_of_pot(self, figures: Figures, plaque: Bound) -> None:
        """The promo drop: all of it from a pot that is large enough, nothing of a hand or pot that gives none."""
        schedule, low, high, flop = self._schedule, figures.lows[POT], figures.highs[POT], figures.lows[FLOP]
        largest = self._take(LARGEST, flop=_may_have_come(figures)).promo
        too_small = high is not None and high.amount < schedule.promo_from
        sources = (plaque, high if too_small else None, figures.highs[FLOP])
        figures.at_most(PROMO, 0 if too_small else largest, _BY_THE_PLAQUE, sources)
        certain = self._take(LARGEST, flop=bool(flop.amount)).promo
        rake = figures.highs[RAKE]
        if rake is not None and low.amount >= max(schedule.promo_from, rake.amount + certain):
            figures.at_least(PROMO, certain, _BY_THE_PLAQUE, (plaque, low, flop, rake))

    def _pot_of_rake(self, figures: Figures, plaque: Bound, flop: Bound) -> None:
        """The pots of which the plaque takes a rake within the bounds of what was taken: smaller ones pay less even
        with a flop, larger ones more even where none is known."""
        rake, high = figures.lows[RAKE], figures.highs[RAKE]
        low, top = figures.lows[POT].amount, figures.most(POT, LARGEST)
        why = "By the plaque a pot of another size gives another rake."
        pots = range(low, top + 1)
        if self._rake(low) < rake.amount:
            least = bisect_left(pots, rake.amount, key=self._rake)
            figures.at_least(POT, low + least, why, (plaque, flop, rake))
        if high is not None and self._take(top, flop=bool(flop.amount)).rake > high.amount:
            beyond = bisect_left(pots, high.amount + 1, key=self._rake)
            figures.at_most(POT, low + beyond - 1, why, (plaque, flop, high))

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
    flop = figures.highs[FLOP]
    return flop is None or flop.amount > 0
