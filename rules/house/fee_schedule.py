"""The fee schedule that a plaque carries by value: how the house is paid at a table, and the line on the plaque."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from itertools import chain, pairwise
from typing import Any, Final, Literal, TypeAlias, get_args, get_type_hints

from rules.text.amounts import major
from rules.text.violation import Money

Mode: TypeAlias = Literal["percent", "steps", "hand", "time", "none"]
Rounding: TypeAlias = Literal["down", "nearest", "up"]
FreeUntil: TypeAlias = Literal["flop", "first_card_after_round_1"]
Allocation: TypeAlias = Literal["main_first", "pro_rata"]
Pairs: TypeAlias = tuple[tuple[int, int], ...]

PERCENT: Final = 100
"""Basis points in one per cent."""
WHOLE: Final = 100 * PERCENT
"""Basis points in the whole pot."""
MOST_RATES: Final = 5
"""So many collection rates a table has at most (California Penal Code 337j)."""


class FeeScheduleError(ValueError):
    """A fee schedule that contradicts itself or can't be read; the message says what to change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeSchedule:
    """The way the house is paid at a table. Amounts are minor units.

    - `percent_bp`: of the called pot, in basis points (500 is 5%); mode `percent`.
    - `steps`: (pot from, rake) with both rising; the last step reached is the whole rake; mode `steps`.
    - `cap`: the most that one hand pays; `caps_by_players`: (players at most, cap) for hands dealt short.
    - `unit`, `rounding`: the rake is a multiple of `unit`; `nearest` takes halves up.
    - `ceiling_bp`: the part of the called pot that rounding never takes a percentage beyond, in basis points: what is
      rounded above it is taken down to the unit below it (South Dakota 20:18:16:16; WAC 230-15-080). None: rounded as
      it is. `rules.house.rake.under_ceiling` sets it as a plaque is posted.
    - `no_flop_no_drop`: a hand that ends early is free; `rake_free_until` says what early means outside flop games.
    - `allocation`: the main pot bears the rake first, or every pot in proportion.
    - `promo`: taken after the rake from a called pot of at least `promo_from`, with its own early-end rule, from hands
      dealt to `promo_players` or more, and where an ante is posted too unless `promo_with_ante` is off (house).
    - `collection`: of each hand, whatever its pot; `collections_by_players`: (players at most, collection) for hands
      dealt short; `collection_early`: the most that a hand pays which ends early, where that isn't free (None: what any
      other pays); mode `hand`. A table has at most `MOST_RATES` of these, 0 not counted (California Penal Code 337j).
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
    collection: int = 0
    collections_by_players: Pairs = ()
    collection_early: int | None = None
    ceiling_bp: int | None = None

    def __post_init__(self) -> None:
        complaint = next(chain(_wrong_values(self), _contradictions(self)), None)
        if complaint:
            raise FeeScheduleError(complaint)

    @property
    def rakes(self) -> bool:
        """Whether anything is taken from pots as rake."""
        return self.mode in ("percent", "steps", "hand")

    @property
    def follows_pot(self) -> bool:
        """Whether the rake of a hand is reckoned from its pot, so that it has a unit and may have a cap."""
        return self.mode in ("percent", "steps")

    @property
    def collections(self) -> tuple[int, ...]:
        """The collections that a hand may pay, rising: 0 where some hand is free; none in another mode."""
        if self.mode != "hand":
            return ()
        early = 0 if self.no_flop_no_drop else self.collection_early
        posted = [self.collection, *(amount for _, amount in self.collections_by_players), early]
        return tuple(sorted({amount for amount in posted if amount is not None}))

    def cap_for(self, players: int) -> int | None:
        """The most that a hand dealt to so many players pays; None where the plaque sets no cap."""
        short = (cap for at_most, cap in self.caps_by_players if players <= at_most)
        return next(short, self.cap)

    def collection_for(self, players: int, *, early: bool) -> int:
        """The collection of a hand dealt to so many players, which ended `early` or didn't."""
        short = (amount for at_most, amount in self.collections_by_players if players <= at_most)
        amount = next(short, self.collection)
        return min(amount, self.collection_early) if early and self.collection_early is not None else amount

    def describe(self, money: Money = major) -> str:
        """The line on the plaque: "rake 5% to 3, no flop no drop · promo 1". `money` words an amount."""
        return " · ".join(_sign(self, money))

    def promo_hands(self) -> str:
        """From which hands the promo drop is taken, to go on a sentence: ", 3 or more dealt in, no ante posted"."""
        dealt = f", {self.promo_players} or more dealt in" if self.promo_players else ""
        return dealt + ("" if self.promo_with_ante else ", no ante posted")

    def to_json(self) -> dict[str, Any]:
        """Every field as plain JSON, so that a recorded schedule keeps its meaning when a default changes; those of a
        collection in its mode alone, for any other has none, and a ceiling where there is one."""
        names = [field.name for field in fields(self) if self.mode == "hand" or field.name not in _OF_COLLECTIONS]
        without = () if self.ceiling_bp is not None else ("ceiling_bp",)
        return {name: _listed(getattr(self, name)) for name in names if name not in without}

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


_OF_COLLECTIONS: Final = ("collection", "collections_by_players", "collection_early")


def _sign(schedule: FeeSchedule, money: Money) -> Iterator[str]:
    if schedule.mode == "time":
        yield f"time charge {money(schedule.time_charge)} per player and half hour"
    elif schedule.mode == "none":
        yield "no rake"
    elif schedule.mode == "hand":
        yield "collection " + ", ".join([*_collections(schedule, money), *_early_end(schedule, money)])
    else:
        yield "rake " + ", ".join([*_rate(schedule, money), *_caps(schedule, money), *_early_end(schedule, money)])
    if schedule.promo:
        since = f" from {money(schedule.promo_from)}" if schedule.promo_from else ""
        yield f"promo {money(schedule.promo)}{since}{schedule.promo_hands()}"


def _rate(schedule: FeeSchedule, money: Money) -> Iterator[str]:
    if schedule.mode == "steps":
        yield from (f"{money(rake)} from {money(start)}" for start, rake in schedule.steps)
        return
    most = "" if schedule.cap is None else f" to {money(schedule.cap)}"
    yield percent_words(schedule.percent_bp) + most
    if schedule.ceiling_bp is not None:
        yield f"never beyond {percent_words(schedule.ceiling_bp)} of the pot"


def _caps(schedule: FeeSchedule, money: Money) -> Iterator[str]:
    return (f"to {money(cap)} with {players} or fewer" for players, cap in reversed(schedule.caps_by_players))


def _collections(schedule: FeeSchedule, money: Money) -> Iterator[str]:
    yield f"{money(schedule.collection)} a hand"
    short = reversed(schedule.collections_by_players)
    yield from (f"{money(amount) if amount else 'none'} with {players} or fewer" for players, amount in short)


def _early_end(schedule: FeeSchedule, money: Money) -> Iterator[str]:
    if schedule.no_flop_no_drop:
        yield "no flop no drop"
    elif schedule.collection_early is not None:
        yield f"{money(schedule.collection_early)} without a flop"


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
    if schedule.ceiling_bp is not None and (mode != "percent" or schedule.percent_bp > schedule.ceiling_bp):
        yield "Only a rake in per cent has a ceiling, and is no higher: leave the ceiling out, or post a lower rake."
    if schedule.percent_bp > WHOLE:
        yield "A rake is at most the whole pot: post 100% or less."
    if bool(schedule.steps) != (mode == "steps"):
        yield "A rake by steps has steps, and nothing else has: choose that mode or leave the steps out."
    if bool(schedule.time_charge) != (mode == "time"):
        yield "A time charge has an amount per half hour, and nothing else has: choose that mode or leave it out."
    if (schedule.cap is not None or schedule.caps_by_players) and not schedule.follows_pot:
        yield "Only a rake has a cap: leave the cap out."
    if schedule.unit == 0:
        yield "The rake is taken in units of at least the smallest coin."
    yield from _uneven(schedule)
    yield from _wrong_collections(schedule)


def _wrong_collections(schedule: FeeSchedule) -> Iterator[str]:
    is_by_hand, short, early = schedule.mode == "hand", schedule.collections_by_players, schedule.collection_early
    if bool(schedule.collection) != is_by_hand or ((short or early is not None) and not is_by_hand):
        yield "A collection by the hand has an amount, and nothing else has: choose that mode or leave it out."
    if early is not None and (schedule.no_flop_no_drop or not early):
        yield "A hand that ends early is free, no flop no drop, or pays a collection: post one of them."
    if not _rises(short):
        yield "Collections by players rise with the number of players."
    if max([early or 0, *(amount for _, amount in short)]) >= schedule.collection > 0:
        yield "The collection of a full table is the highest: post it above those of other hands."
    if len([amount for amount in schedule.collections if amount]) > MOST_RATES:
        yield f"A table has at most {MOST_RATES} collection rates (California Penal Code 337j): post fewer."


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
