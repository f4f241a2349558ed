"""The plaques that examples are played under, by short names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.book.scenarios.plaques import read_plaque
from rules.book.scenarios.situation import Given, Situation
from rules.house.plaque import Plaque

_LIMIT: Final[Given] = {"structure": "fixed_limit", "blinds": [2, 4], "small_bet": 4, "big_bet": 8}
_STUD: Final[Given] = {"game": "stud", "structure": "fixed_limit", "small_bet": 4, "big_bet": 8, "ante": 1}

_PLAQUES: Final[Mapping[str, Given]] = {
    "no limit": {"game": "holdem", "structure": "no_limit", "blinds": [1, 2]},
    "pot limit": {"game": "holdem", "structure": "pot_limit", "blinds": [5, 10]},
    "limit": {"game": "holdem", **_LIMIT},
    "spread": {"game": "holdem", "structure": "spread", "blinds": [1, 2], "spread_min": 2, "spread_max": 10},
    "omaha8": {"game": "omaha8", **_LIMIT},
    "kill": {"game": "omaha8", **_LIMIT, "kill": "half", "qualify": 40},
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


def plaque_of(example: Situation) -> Plaque:
    """The plaque of an example: one of those above by name, changed in what `change` says; "" leaves a line out."""
    given = example.given
    return read_plaque({**_PLAQUES[given["plaque"]], **given.get("change", {})}, example.house)
