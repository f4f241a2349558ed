"""The reader of plaques: lines named as the fields of `rules.house.plaque.Plaque`, with a few short spellings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.book.scenarios.situation import Given, amount
from rules.house.fee_written import read_schedule
from rules.house.house import House
from rules.house.plaque import Kill, Plaque
from rules.house.rake import starting_schedule
from rules.house.variants import Structure

STRUCTURES: Final[Mapping[str, Structure]] = {
    "NL": "no_limit",
    "PL": "pot_limit",
    "FL": "fixed_limit",
    "SPREAD": "spread",
    "BJ": "spread",
}
"""The betting structures as the catalogue abbreviates them; Hold'em Blackjack is played at spread limit."""

_SPELLINGS: Final = {
    "small": "small_bet",
    "big": "big_bet",
    "lower_limit": "small_bet",
    "min": "spread_min",
    "max": "spread_max",
    "min_buyin": "buy_in_min",
    "max_buyin": "buy_in_max",
}
_AMOUNTS: Final = (
    *("small_bet", "big_bet", "min_bet", "spread_min", "spread_max"),
    *("ante", "bring_in", "unit", "buy_in_min", "buy_in_max"),
)
_READ: Final[Mapping[str, Callable[[Any], object]]] = {
    **dict.fromkeys(_AMOUNTS, amount),
    "blinds": lambda stated: tuple(map(amount, stated)),
    "ranges": lambda stated: tuple((amount(least), amount(most)) for least, most in stated),
}


def read_plaque(stated: Given, house: House) -> Plaque:
    """The plaque of these lines; a line that is "" is left out.

    `kill` is the size of a kill for which a pot qualifies at `qualify`. `rake` is the fee; what it leaves out of the
    fine print is the house's.
    """
    lines = {_SPELLINGS.get(name, name): line for name, line in stated.items() if line != ""}
    kill, qualify, rake = lines.pop("kill", None), lines.pop("qualify", None), lines.pop("rake", None)
    facts: dict[str, Any] = {name: _READ[name](line) if name in _READ else line for name, line in lines.items()}
    if kill is not None:
        facts["kill"] = Kill(kill, amount(qualify))
    if rake is not None:
        facts["fee"] = read_schedule(rake, starting_schedule(house))
    return Plaque(**facts)
