"""The signs that examples are played under, by short names, and how an example words a sign of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.book.examples.example import Given
from rules.house.fee_written import read_schedule
from rules.house.house import House
from rules.house.plaque import Kill, Plaque
from rules.text.amounts import minor

_LIMIT: Final[Given] = {"structure": "fixed_limit", "blinds": [2, 4], "small_bet": 4, "big_bet": 8}
_STUD: Final[Given] = {"game": "stud", "structure": "fixed_limit", "small_bet": 4, "big_bet": 8, "ante": 1}

_SIGNS: Final[Mapping[str, Given]] = {
    "no limit": {"game": "holdem", "structure": "no_limit", "blinds": [1, 2]},
    "pot limit": {"game": "holdem", "structure": "pot_limit", "blinds": [5, 10]},
    "limit": {"game": "holdem", **_LIMIT},
    "spread": {"game": "holdem", "structure": "spread", "blinds": [1, 2], "spread_min": 2, "spread_max": 10},
    "omaha8": {"game": "omaha8", **_LIMIT},
    "kill": {"game": "omaha8", **_LIMIT, "kill": {"size": "half", "qualifies_at": 40}},
    "stud": {**_STUD, "bring_in": 2, "seats": 8},
    "badugi": {"game": "badugi", **_LIMIT, "seats": 8},
    "triple draw": {"game": "27td", **_LIMIT, "seats": 6},
    "flexible": {
        "game": "holdem", "structure": "spread", "blinds": [1, 2], "ranges": [[2, 5], [2, 5], [4, 10], [4, 10]],
    },
    "blackjack": {
        "game": "holdem_blackjack", "structure": "spread", "blinds": [5, 10], "spread_min": 10, "ante": "2.50",
        "seats": 6,
    },
}  # fmt: skip

_AMOUNTS: Final = frozenset(
    {
        "small_bet",
        "big_bet",
        "min_bet",
        "spread_min",
        "spread_max",
        "ante",
        "bring_in",
        "unit",
        "buy_in_min",
        "buy_in_max",
    }
)


def sign_of(given: Given, house: House) -> Plaque:
    """The sign of an example: one of those above by name, or changed in what `change` says; "" leaves a line out.

    `follows` names lines of the fee that go by the house's answer: {"rounding": "rake_rounding"}.
    """
    stated = {**_SIGNS[given["sign"]], **given.get("change", {})}
    lines = {name: _line(name, value) for name, value in stated.items() if value != ""}
    if "fee" in stated:
        answers = {line: house.answer_to(house_rule) for line, house_rule in given.get("follows", {}).items()}
        lines["fee"] = read_schedule({**stated["fee"], **{line: _written(answer) for line, answer in answers.items()}})
    return Plaque(**lines)


def _line(name: str, value: Any) -> Any:
    if name in _AMOUNTS:
        return amount(value)
    if name == "blinds":
        return tuple(map(amount, value))
    if name == "ranges":
        return tuple((amount(least), amount(most)) for least, most in value)
    return Kill(value["size"], amount(value["qualifies_at"])) if name == "kill" else value


def _written(answer: object) -> object:
    """A house's answer as a fee schedule writes it: minor units become text in major units."""
    return f"{answer // 100}.{answer % 100:02}" if type(answer) is int else answer


def amount(written: Any) -> int:
    """An amount of an example in minor units: 4 is 400, "2.50" is 250."""
    return minor(str(written))
