"""Fee schedules as people write them in TOML: amounts and percentages as decimal strings in major units.

percent = "5"
cap = "3"
unit = "0.25"
rounding = "down"
no_flop_no_drop = true
caps_by_players = [[2, "1"], [4, "2"]]
promo = { amount = "1", from = "20", no_flop_no_drop = true, players = 3, with_ante = false }

mode = "steps"                                 mode = "time"
steps = [["10", "1"], ["20", "2"]]             per_half_hour = "5"

mode = "hand"
collection = "5"
collections_by_players = [[5, "3"]]
collection_early = "1"
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from rules.house.fee_schedule import NO_FEE, FeeSchedule, FeeScheduleError
from rules.text.amounts import is_amount, minor

Written = Mapping[str, Any]
Reader = Callable[[Any], object]


def read_schedule(written: Written, start: FeeSchedule = NO_FEE) -> FeeSchedule:
    """The schedule that these words describe; a percentage needs no mode.

    Unit, rounding, allocation and when a hand is free are those of `start` where the words leave them out, the house's
    (`rake.starting_schedule`) or the usual ones; who names a collection of hands that end early says that they aren't
    free. Refuses unknown keys, wrong values and contradictions with FeeScheduleError.
    """
    flat = dict(_flattened(written))
    if unknown := flat.keys() - _FIELDS.keys():
        raise FeeScheduleError(f"A fee schedule has no {', '.join(sorted(unknown))}: leave it out.")
    values: dict[str, Any] = {name: getattr(start, name) for name in _FINE_PRINT}
    values |= {"mode": "percent"} if "percent" in flat else {}
    values |= {"no_flop_no_drop": False} if "collection_early" in flat else {}
    for key, value in flat.items():
        name, read = _FIELDS[key]
        values[name] = read(value)
    return FeeSchedule(**values)


_FINE_PRINT: Final = ("unit", "rounding", "no_flop_no_drop", "rake_free_until", "allocation")


def _flattened(written: Written) -> Iterator[tuple[str, Any]]:
    """The keys of `promo` beside the others, as "promo.from"."""
    for key, value in written.items():
        if key == "promo" and isinstance(value, Mapping):
            yield from ((f"promo.{inner}", amount) for inner, amount in value.items())
        else:
            yield key, value


def _amount(text: Any) -> int:
    if not (isinstance(text, str) and is_amount(text)):
        raise FeeScheduleError(f'An amount is written as a text in major units, such as "2.50", not {text!r}.')
    return minor(text)


def _as_written(value: Any) -> object:
    """For values that FeeSchedule checks itself."""
    return value


def _pairs(first: Reader) -> Reader:
    def read(rows: Any) -> object:
        if not (isinstance(rows, list) and all(isinstance(row, list) and len(row) == 2 for row in rows)):
            raise FeeScheduleError(f"Steps, caps and collections are written as a list of pairs, not {rows!r}.")
        return tuple((first(row[0]), _amount(row[1])) for row in rows)

    return read


_FIELDS: Final[Mapping[str, tuple[str, Reader]]] = {
    "mode": ("mode", _as_written),
    "percent": ("percent_bp", _amount),
    "cap": ("cap", _amount),
    "caps_by_players": ("caps_by_players", _pairs(_as_written)),
    "steps": ("steps", _pairs(_amount)),
    "collection": ("collection", _amount),
    "collections_by_players": ("collections_by_players", _pairs(_as_written)),
    "collection_early": ("collection_early", _amount),
    "unit": ("unit", _amount),
    "rounding": ("rounding", _as_written),
    "no_flop_no_drop": ("no_flop_no_drop", _as_written),
    "rake_free_until": ("rake_free_until", _as_written),
    "allocation": ("allocation", _as_written),
    "per_half_hour": ("time_charge", _amount),
    "promo.amount": ("promo", _amount),
    "promo.from": ("promo_from", _amount),
    "promo.no_flop_no_drop": ("promo_no_flop_no_drop", _as_written),
    "promo.players": ("promo_players", _as_written),
    "promo.with_ante": ("promo_with_ante", _as_written),
}
"""For each written key: the field of FeeSchedule and how it is read. Two decimals of a percentage are basis points."""
