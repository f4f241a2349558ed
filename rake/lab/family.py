"""A family of fee schedules to choose from, and what the chosen one must keep to, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final, Literal, get_args

from rake.lab.naming import in_words
from rules.house.fee_schedule import PERCENT, FeeSchedule, Pairs, Rounding
from rules.text.violation import Money

Aim = Literal["most", "gentlest"]
AIMS: Final[dict[Aim, str]] = {
    "most": "the most rake",
    "gentlest": "the least rake from small pots, with no less rake in all than now",
}
LONGEST_LINE: Final = 60
"""Characters of a schedule that people can say in one breath, and that stand on one line of the plaque."""


@dataclass(frozen=True, slots=True)
class Wish:
    """The aim of the best schedule, and all that it must keep to."""

    aim: Aim = "most"
    no_band_pays_more: bool = False
    one_line: bool = False
    within_ceiling: bool = True

    def in_words(self, *, has_ceiling: bool) -> list[str]:
        """All that it must keep to; a ceiling only where one is set."""
        said = (
            (self.no_band_pays_more, "no band of players pays more"),
            (self.one_line, "sayable in one line on the plaque"),
            (self.within_ceiling and has_ceiling, "at most the ceiling"),
        )
        return [words for holds, words in said if holds]

    def to_json(self) -> dict[str, Any]:
        """Plain JSON, one key per field."""
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def from_json(cls, written: dict[str, Any]) -> Wish:
        """The wish that `to_json` wrote. Raises ValueError for an aim that there isn't."""
        if written.get("aim") not in get_args(Aim):
            raise ValueError(f"the aim is one of {', '.join(get_args(Aim))}")
        return cls(**written)


@dataclass(frozen=True, slots=True)
class Rate:
    """A rake in per cent before caps: what rounding and no flop no drop make of it."""

    percent_bp: int
    unit: int
    rounding: Rounding
    no_flop_no_drop: bool


@dataclass(frozen=True, slots=True)
class Family:
    """Schedules in per cent: every rate with every cap, and with every lower cap for so many players or fewer. What
    else there is of a schedule, its promo drop among it, is that of `base`."""

    base: FeeSchedule
    percents_bp: tuple[int, ...]
    units: tuple[int, ...]
    roundings: tuple[Rounding, ...]
    free: tuple[bool, ...]
    caps: tuple[int, ...]
    short_players: tuple[int, ...] = ()

    def rates(self) -> Iterator[Rate]:
        """Its rates."""
        for percent, unit, rounding, free in product(self.percents_bp, self.units, self.roundings, self.free):
            yield Rate(percent, unit, rounding, free)

    def all_caps(self) -> Iterator[tuple[int, Pairs]]:
        """Each cap alone, and with one lower cap for fewer players."""
        for cap in self.caps:
            yield cap, ()
            for players, short in product(self.short_players, self.caps):
                if short < cap:
                    yield cap, ((players, short),)

    def schedule(self, rate: Rate, cap: int | None, short: Pairs = ()) -> FeeSchedule:
        """One of its schedules; without a cap where that is None."""
        return replace(
            self.base,
            mode="percent",
            percent_bp=rate.percent_bp,
            steps=(),
            time_charge=0,
            collection=0,
            collections_by_players=(),
            collection_early=None,
            unit=rate.unit,
            rounding=rate.rounding,
            no_flop_no_drop=rate.no_flop_no_drop,
            cap=cap,
            caps_by_players=short,
        )

    def __iter__(self) -> Iterator[FeeSchedule]:
        """Every schedule of it."""
        return (self.schedule(rate, *caps) for rate in self.rates() for caps in self.all_caps())

    def __len__(self) -> int:
        """The number of its schedules."""
        return sum(1 for _ in self.rates()) * sum(1 for _ in self.all_caps())


def usual_family(base: FeeSchedule, *, chip: int, most_cap: int) -> Family:
    """2.5 to 10 per cent by halves, rounded down or to the nearest one, two or four smallest chips.

    Capped at a dozen amounts of chips up to `most_cap`, and lower for two, three, four or six players or fewer. Every
    hand that ends early is free, or isn't where the base says so.
    """
    step = max(chip, -(-most_cap // (12 * chip)) * chip)
    return Family(
        base=base,
        percents_bp=tuple(range(5 * PERCENT // 2, 10 * PERCENT + 1, PERCENT // 2)),
        units=(chip, 2 * chip, 4 * chip),
        roundings=("down", "nearest"),
        free=(True,) if base.no_flop_no_drop else (True, False),
        caps=tuple(range(step, max(most_cap, step) + 1, step)),
        short_players=(2, 3, 4, 6),
    )


def is_sayable(schedule: FeeSchedule, money: Money, chip: int) -> bool:
    """Whether all of the rake can be said in one short line, its rounding too: down, which people expect of a rake."""
    return schedule.rounding == "down" and len(in_words(schedule, money, chip)) <= LONGEST_LINE
