"""The best schedule of a family for past hands, found by trying all of them.

A rake in per cent depends on the pot and on whether a flop was dealt; a cap only cuts it off. So the engine is asked
once for each rate and kind of hand, and the caps are tried on sums by the height of the rake: what would take hours
hand by hand takes seconds, and no schedule of the family is left out. What wins is reckoned again by the engine.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from rake.lab.ceiling import NO_CEILING, Ceiling
from rake.lab.family import Family, Rate, Wish, is_sayable
from rake.lab.naming import in_words
from rake.lab.sums import Group, band_of
from rules.house.fee_schedule import WHOLE, FeeSchedule, Pairs
from rules.house.rake import take
from rules.text.amounts import major
from rules.text.violation import Money

Groups = Mapping[Group, int]
Allowed = Callable[[FeeSchedule], bool]
Told = Callable[[int, int], None]


class Worth(NamedTuple):
    """The rake of hands under a schedule: in all, and from small pots; minor units."""

    rake: int
    small: int


@dataclass(frozen=True, slots=True)
class Task:
    """The hands by what they share, the rake now, in all and by band of players, and what is wished for."""

    groups: Groups
    now: int
    bands_now: Mapping[int, int]
    wish: Wish
    ceiling: Ceiling = NO_CEILING
    money: Money = major
    chip: int = 1


@dataclass(frozen=True, slots=True)
class Best:
    """The best schedule and its worth; None where none of the `tried` keeps to what it must."""

    schedule: FeeSchedule | None
    worth: Worth | None
    tried: int


def best_of(
    family: Family, task: Task, *, allowed: Allowed = lambda _: True, told: Told = lambda _done, _total: None
) -> Best:
    """The best schedule of the family among those that keep to the wish and that `allowed` lets pass; of equals the
    one that takes the fewest words. The engine comes to its worth again (AssertionError where it doesn't)."""
    rates = list(family.rates())
    found: tuple[tuple[int, ...], FeeSchedule, Worth] | None = None
    for number, rate in enumerate(rates):
        told(number, len(rates))
        table = _Table(family, rate, task)
        for cap, short in family.all_caps():
            worth = table.worth(cap, short)
            if not table.keeps(cap, short, worth):
                continue
            rank = _rank(task.wish, worth)
            if found is not None and rank < found[0][:2]:
                continue
            schedule = family.schedule(rate, cap, short)
            full = (*rank, -len(in_words(schedule, task.money, task.chip)))
            if (found is None or full > found[0]) and _may_be(schedule, task) and allowed(schedule):
                found = (full, schedule, worth)
    if found is None:
        return Best(None, None, len(family))
    if worth_of(found[1], task.groups) != found[2]:
        raise AssertionError("the engine comes to another rake than the search")
    return Best(found[1], found[2], len(family))


def worth_of(schedule: FeeSchedule, groups: Groups) -> Worth:
    """The rake of the hands under a schedule, by the engine."""
    rake = small = 0
    for group, hands in groups.items():
        taken = _rake(schedule, group) * hands
        rake += taken
        small += taken if group.is_small else 0
    return Worth(rake, small)


def keeps(schedule: FeeSchedule, task: Task) -> bool:
    """Whether a schedule keeps to all that is wished, hand by hand by the engine: what `best_of` does by sums."""
    rakes = {group: _rake(schedule, group) for group in task.groups}
    bands: Counter[int] = Counter()
    for group, rake in rakes.items():
        bands[band_of(group.players)] += rake * task.groups[group]
    dear = task.wish.no_band_pays_more and any(rake > task.bands_now.get(band, 0) for band, rake in bands.items())
    beyond = task.wish.within_ceiling and any(task.ceiling.excess(rake, group.pot) for group, rake in rakes.items())
    less = task.wish.aim == "gentlest" and sum(bands.values()) < task.now
    return not (dear or beyond or less) and _may_be(schedule, task)


def _may_be(schedule: FeeSchedule, task: Task) -> bool:
    """Whether the words of a schedule keep to what is wished."""
    too_long = task.wish.one_line and not is_sayable(schedule, task.money, task.chip)
    return not too_long and (not task.wish.within_ceiling or task.ceiling.allows(schedule))


def _rank(wish: Wish, worth: Worth) -> tuple[int, int]:
    return (worth.rake, -worth.small) if wish.aim == "most" else (-worth.small, worth.rake)


def _rake(schedule: FeeSchedule, group: Group) -> int:
    players, flop, is_flop_game = group.players, group.flop, group.is_flop_game
    return take(schedule, [group.pot], players_dealt=players, flop_dealt=flop, flop_game=is_flop_game).rake


class _Heights:
    """Rakes before the cap with how many hands have each: what they come to under any cap."""

    def __init__(self, hands: Mapping[int, int]) -> None:
        self.heights = sorted(hands)
        self.counts = [0, *accumulate(hands[height] for height in self.heights)]
        self.sums = [0, *accumulate(height * hands[height] for height in self.heights)]

    def under(self, cap: int) -> int:
        """The rake with no more than `cap` of a hand."""
        place = bisect_right(self.heights, cap)
        return self.sums[place] + cap * (self.counts[-1] - self.counts[place])


class _Table:
    """The rake of the hands at one rate, by players dealt in, under any cap."""

    def __init__(self, family: Family, rate: Rate, task: Task) -> None:
        self.task = task
        self._known: dict[tuple[int, int], tuple[int, int]] = {}
        every: dict[int, Counter[int]] = defaultdict(Counter)
        small: dict[int, Counter[int]] = defaultdict(Counter)
        self._over: dict[int, int] = {}
        bare = family.schedule(rate, None)
        heights: dict[Group, int] = {}
        for group, hands in task.groups.items():
            alike = group._replace(players=0)
            height = heights[alike] if alike in heights else heights.setdefault(alike, _rake(bare, alike))
            every[group.players][height] += hands
            if group.is_small:
                small[group.players][height] += hands
            self._note_over(group, height)
        self._every = {players: _Heights(hands) for players, hands in every.items()}
        self._small = {players: _Heights(hands) for players, hands in small.items()}

    def _note_over(self, group: Group, height: int) -> None:
        """Note the smallest pot, by players, whose rake is beyond the ceiling's percentage before any cap."""
        percent = self.task.ceiling.percent_bp
        if percent is not None and height * WHOLE > percent * group.pot:
            self._over[group.players] = min(group.pot, self._over.get(group.players, group.pot))

    def worth(self, cap: int, short: Pairs) -> Worth:
        """The rake under these caps."""
        parts = [self._of(players, _cap_for(players, cap, short)) for players in self._every]
        return Worth(sum(rake for rake, _ in parts), sum(small for _, small in parts))

    def keeps(self, cap: int, short: Pairs, worth: Worth) -> bool:
        """Whether the rake under these caps keeps to what is wished of it."""
        wish = self.task.wish
        if wish.aim == "gentlest" and worth.rake < self.task.now:
            return False
        if wish.within_ceiling and self._is_beyond(cap, short):
            return False
        return not wish.no_band_pays_more or self._no_band_pays_more(cap, short)

    def _is_beyond(self, cap: int, short: Pairs) -> bool:
        percent, most = self.task.ceiling.percent_bp or 0, self.task.ceiling.cap
        if most is not None and cap > most:
            return True
        return any(_cap_for(players, cap, short) * WHOLE > percent * pot for players, pot in self._over.items())

    def _no_band_pays_more(self, cap: int, short: Pairs) -> bool:
        bands: Counter[int] = Counter()
        for players in self._every:
            bands[band_of(players)] += self._of(players, _cap_for(players, cap, short))[0]
        return all(rake <= self.task.bands_now.get(band, 0) for band, rake in bands.items())

    def _of(self, players: int, cap: int) -> tuple[int, int]:
        key = (players, cap)
        if key not in self._known:
            small = self._small.get(players)
            self._known[key] = (self._every[players].under(cap), small.under(cap) if small else 0)
        return self._known[key]


def _cap_for(players: int, cap: int, short: Pairs) -> int:
    return next((lower for at_most, lower in short if players <= at_most), cap)
