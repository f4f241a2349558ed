"""The fee schedule that a plaque carries by value: how the house is paid at a table, and the line on the plaque."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from itertools import chain, pairwise
from typing import Any, Final, Literal, TypeAlias, get_args, get_type_hints

from rules.text.amounts import major
from rules.text.violation import Money

Mode: TypeAlias = Literal["percent", "steps", "time", "none"]
Rounding: TypeAlias = Literal["down", "nearest", "up"]
FreeUntil: TypeAlias = Literal["flop", "first_card_after_round_1"]
Allocation: TypeAlias = Literal["main_first", "pro_rata"]
Pairs: TypeAlias = tuple[tuple[int, int], ...]

PERCENT: Final = 100
"""Basis points in one per cent."""
WHOLE: Final = 100 * PERCENT
"""Basis points in the whole pot."""


class FeeScheduleError(ValueError):
    """A fee schedule that contradicts itself or can't be read; the message says what to change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeSchedule:
    """The way the house is paid at a table. Amounts are minor units.

    - `percent_bp`: of the called pot, in basis points (500 is 5%); mode `percent`.
    - `steps`: (pot from, rake) with both rising; the last step reached is the whole rake; mode `steps`.
    - `cap`: the most that one hand pays; `caps_by_players`: (players at most, cap) for hands dealt short.
    - `unit`, `rounding`: the rake is a multiple of `unit`; `nearest` takes halves up.
    - `no_flop_no_drop`: a hand that ends early is free; `rake_free_until` says what early means outside flop games.
    - `allocation`: the main pot bears the rake first, or every pot in proportion.
    - `promo`: taken after the rake from a called pot of at least `promo_from`, with its own early-end rule, from hands
      dealt to `promo_players` or more, and where an ante is posted too unless `promo_with_ante` is off (house).
    - `time_charge`: for each player and half hour; mode `time`, nothing is taken from the pot (WSOP 27; 004:L48).

    Refuses with FeeScheduleError what no plaque could say.
    """

    mode: Mode = "none"
    percent_bp: int = 0
    steps: Pairs = ()
    cap: int | None = None
    caps_by_players: Pairs = ()
    unit: int = 1
    rounding: Rounding = "down"
    no_flop_no_drop: bool = True
    rake_free_until: FreeUntil = "first_card_after_round_1"
    allocation: Allocation = "main_first"
    promo: int = 0
    promo_from: int = 0
    promo_no_flop_no_drop: bool = True
    promo_players: int = 0
    promo_with_ante: bool = True
    time_charge: int = 0

    def __post_init__(self) -> None:
        complaint = next(chain(_wrong_values(self), _contradictions(self)), None)
        if complaint:
            raise FeeScheduleError(complaint)

    @property
    def rakes(self) -> bool:
        """Whether anything is taken from pots as rake."""
        return self.mode in ("percent", "steps")

    def cap_for(self, players: int) -> int | None:
        """The most that a hand dealt to so many players pays; None where the plaque sets no cap."""
        short = (cap for at_most, cap in self.caps_by_players if players <= at_most)
        return next(short, self.cap)

    def describe(self, money: Money = major) -> str:
        """The line on the plaque: "rake 5% to 3, no flop no drop · promo 1". `money` words an amount."""
        return " · ".join(_sign(self, money))

    def promo_hands(self) -> str:
        """From which hands the promo drop is taken, to go on a sentence: ", 3 or more dealt in, no ante posted"."""
        dealt = f", {self.promo_players} or more dealt in" if self.promo_players else ""
        return dealt + ("" if self.promo_with_ante else ", no ante posted")

    def to_json(self) -> dict[str, Any]:
        """Every field as plain JSON, so that a recorded schedule keeps its meaning when a default changes."""
        return {field.name: _listed(getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> FeeSchedule:
        """The schedule that `to_json` wrote. Refuses unknown keys and wrong values with FeeScheduleError."""
        if unknown := written.keys() - {field.name for field in fields(cls)}:
            raise FeeScheduleError(f"A fee schedule has no {', '.join(sorted(unknown))}: leave it out.")
        values: dict[str, Any] = {name: _tupled(value) for name, value in written.items()}
        return cls(**values)


def live_time(per_half_hour: int) -> FeeSchedule:
    """A time charge per player and half hour instead of a rake (004:L48)."""
    return FeeSchedule(mode="time", time_charge=per_half_hour)


def percent_words(basis_points: int) -> str:
    """Basis points as people write them: 500 is "5%", 250 is "2.5%"."""
    return f"{basis_points // PERCENT}.{basis_points % PERCENT:02}".rstrip("0").rstrip(".") + "%"


def _sign(schedule: FeeSchedule, money: Money) -> Iterator[str]:
    if schedule.mode == "time":
        yield f"time charge {money(schedule.time_charge)} per player and half hour"
    elif schedule.mode == "none":
        yield "no rake"
    else:
        yield "rake " + ", ".join(filter(None, [_rate(schedule, money), _caps(schedule, money), _early_end(schedule)]))
    if schedule.promo:
        since = f" from {money(schedule.promo_from)}" if schedule.promo_from else ""
        yield f"promo {money(schedule.promo)}{since}{schedule.promo_hands()}"


def _rate(schedule: FeeSchedule, money: Money) -> str:
    if schedule.mode == "steps":
        return ", ".join(f"{money(rake)} from {money(start)}" for start, rake in schedule.steps)
    most = "" if schedule.cap is None else f" to {money(schedule.cap)}"
    return percent_words(schedule.percent_bp) + most


def _caps(schedule: FeeSchedule, money: Money) -> str:
    return ", ".join(f"to {money(cap)} with {players} or fewer" for players, cap in reversed(schedule.caps_by_players))


def _early_end(schedule: FeeSchedule) -> str:
    return "no flop no drop" if schedule.no_flop_no_drop else ""


def _wrong_values(schedule: FeeSchedule) -> Iterator[str]:
    """Values of another kind than the field takes: no float, no truth value for an amount, no other word."""
    hints = _hints()
    for field in fields(schedule):
        value, wanted = getattr(schedule, field.name), hints[field.name]
        if not _fits(value, wanted):
            yield f"{field.name} can't be {value!r}: {_wanted(wanted)}."


@cache
def _hints() -> Mapping[str, Any]:
    return get_type_hints(FeeSchedule)


def _fits(value: object, wanted: object) -> bool:
    if wanted is bool:
        return isinstance(value, bool)
    if wanted == Pairs:
        return isinstance(value, tuple) and all(_is_pair(pair) for pair in value)
    if wanted is int or wanted == int | None:
        return _is_amount(value) or (value is None and wanted is not int)
    return value in get_args(wanted)


def _is_amount(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_pair(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(map(_is_amount, value))


def _wanted(wanted: object) -> str:
    if wanted is bool:
        return "it is true or false"
    if wanted == Pairs:
        return "it is a list of pairs of whole numbers"
    words = [word for word in get_args(wanted) if isinstance(word, str)]
    return f"it is {' or '.join(words)}" if words else "it is a whole number of at least 0"


def _contradictions(schedule: FeeSchedule) -> Iterator[str]:
    """The values that no plaque could state."""
    mode = schedule.mode
    if schedule.percent_bp and mode != "percent":
        yield "Only a rake in per cent has a percentage: choose that mode or leave the percentage out."
    if schedule.percent_bp > WHOLE:
        yield "A rake is at most the whole pot: post 100% or less."
    if bool(schedule.steps) != (mode == "steps"):
        yield "A rake by steps has steps, and nothing else has: choose that mode or leave the steps out."
    if bool(schedule.time_charge) != (mode == "time"):
        yield "A time charge has an amount per half hour, and nothing else has: choose that mode or leave it out."
    if (schedule.cap is not None or schedule.caps_by_players) and not schedule.rakes:
        yield "Only a rake has a cap: leave the cap out."
    if schedule.unit == 0:
        yield "The rake is taken in units of at least the smallest coin."
    yield from _uneven(schedule)


def _uneven(schedule: FeeSchedule) -> Iterator[str]:
    if not _rises(schedule.steps):
        yield "Steps rise: each begins at a larger pot and takes more than the one before."
    if any(rake > start for start, rake in schedule.steps):
        yield "A step takes at most the pot at which it begins."
    if not _rises(schedule.caps_by_players):
        yield "Caps by players rise with the number of players."
    if schedule.caps_by_players and (schedule.cap is None or schedule.caps_by_players[-1][1] > schedule.cap):
        yield "The cap of a full table is the highest: post it above the caps for fewer players."


def _rises(pairs: Pairs) -> bool:
    return all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))


def _listed(value: object) -> object:
    """Tuples as the lists that JSON has."""
    return [_listed(inner) for inner in value] if isinstance(value, tuple) else value


def _tupled(value: object) -> object:
    return tuple(_tupled(inner) for inner in value) if isinstance(value, list) else value


CARDROOM_A_STANDARD: Final = FeeSchedule(mode="percent", percent_bp=5 * PERCENT, cap=300)
"""5%, never more than 3.00, to the cent, no flop no drop (002:L175-178)."""
NO_FEE: Final = FeeSchedule()
