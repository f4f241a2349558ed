"""The plaque that stands on a table, as a value. Amounts are minor units."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, TypeAlias

from rules.house.fee_schedule import FeeSchedule
from rules.house.variants import SHEETS, GameSheet, Structure
from rules.text import amounts
from rules.text.violation import Money

Straddle: TypeAlias = Literal["none", "utg", "button"]


@dataclass(frozen=True, slots=True)
class Kill:
    """A kill on the plaque: limits half as high again, or twice, after a scoop of at least `qualifies_at`.

    (004 Glossary, HALF-KILL and KILL.)
    """

    size: Literal["half", "full"]
    qualifies_at: int

    def of(self, amount: int) -> int:
        """An amount of the plaque under the kill: half as much again, or twice as much."""
        return amount * 2 if self.size == "full" else amount * 3 // 2


@dataclass(frozen=True, slots=True)
class Plaque:
    """The facts that the rulebooks put on the plaque: game, structure, limits, blinds, buy-in, seats, fee, helpline.

    `blinds` run clockwise from the left of the button, as many as there are. `small_bet` and `big_bet` belong to
    fixed limit, `spread_min` and `spread_max` to spread limit, or the `ranges` of flexible limit: the least and the
    most bet of each betting round (004 Glossary, FLEXIBLE LIMIT). No limit and pot limit have neither: their minimum
    bet is `min_bet`, or the largest blind where the plaque leaves it out. `unit` is the minimum betting unit
    (004 Glossary). `raise_cap` None leaves the number of raises to the house, `buy_in_max` None sets none. Whether
    all this goes together is for `check_plaque` to say.
    """

    game: str
    structure: Structure
    blinds: tuple[int, ...] = ()
    small_bet: int | None = None
    big_bet: int | None = None
    min_bet: int | None = None
    spread_min: int | None = None
    spread_max: int | None = None
    ranges: tuple[tuple[int, int], ...] = ()
    ante: int = 0
    bring_in: int | None = None
    kill: Kill | None = None
    unit: int = 1
    raise_cap: int | None = None
    straddle: Straddle = "none"
    buy_in_min: int = 0
    buy_in_max: int | None = None
    seats: int = 9
    fee: FeeSchedule | None = None
    helpline: str = ""

    @property
    def sheet(self) -> GameSheet:
        """The sheet of its game. Raises KeyError for a game that nobody knows."""
        return SHEETS[self.game]

    @property
    def opening_bet(self) -> int:
        """The smallest bet of the first round: small bet, lower end of the range, or minimum bet."""
        first = self.spread_min or (self.ranges[0][0] if self.ranges else None)
        return self.small_bet or first or self.min_bet or max(self.blinds, default=0)

    @property
    def killed(self) -> Plaque:
        """The plaque at the limits of its kill; a plaque without a kill is the same."""
        if self.kill is None or self.small_bet is None or self.big_bet is None:
            return self
        return replace(self, small_bet=self.kill.of(self.small_bet), big_bet=self.kill.of(self.big_bet))

    def in_round(self, number: int) -> Plaque:
        """The plaque as it holds in a betting round, counted from 0: in flexible limit at the range of that round."""
        if not self.ranges:
            return self
        least, most = self.ranges[number]
        return replace(self, ranges=(), spread_min=least, spread_max=most)

    @property
    def bring_in_amount(self) -> int:
        """The bring-in: what the plaque says, else half the small bet (003:L18)."""
        return self.bring_in or self.opening_bet // 2

    def short_name(self, money: Money = amounts.major) -> str:
        """The name of the game on the list and the floor: "NLH 1/3", "PLO 2/5", "O8 4/8", "Hold'em 1-5"."""
        return f"{self._game_name()} {self._stakes(money)}".strip()

    def _game_name(self) -> str:
        big_bet_game = {"no_limit": "NL", "pot_limit": "PL"}.get(self.structure)
        if big_bet_game is None:
            return self.sheet.short
        return f"{big_bet_game}{self.sheet.letter}" if self.sheet.letter else f"{big_bet_game} {self.sheet.short}"

    def _stakes(self, money: Money) -> str:
        if self.structure == "spread":
            ends = dict.fromkeys(self.ranges) or [(self.spread_min, self.spread_max)]
            return "/".join("-".join(money(limit) for limit in limits if limit is not None) for limits in ends)
        bets = (self.small_bet, self.big_bet) if self.structure == "fixed_limit" else self.blinds
        return "/".join(money(bet) for bet in bets if bet is not None)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values, one key per field."""
        data = {field.name: getattr(self, field.name) for field in fields(self)}
        kill = self.kill and {"size": self.kill.size, "qualifies_at": self.kill.qualifies_at}
        ranges = [list(limits) for limits in self.ranges]
        fee = self.fee and self.fee.to_json()
        return data | {"blinds": list(self.blinds), "ranges": ranges, "kill": kill, "fee": fee}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Plaque:
        """The plaque that `to_json` wrote; fields left out have their defaults.

        Raises ValueError for a field that no plaque has or a value of the wrong kind.
        """
        if unknown := data.keys() - {field.name for field in fields(cls)}:
            raise ValueError(f"A plaque has no {', '.join(sorted(unknown))}.")
        for name, value in data.items():
            _require_kind(name, value)
        kill, fee = data.get("kill"), data.get("fee")
        read = {
            "blinds": tuple(data.get("blinds", ())),
            "ranges": tuple((least, most) for least, most in data.get("ranges", ())),
            "kill": Kill(kill["size"], kill["qualifies_at"]) if kill else None,
            "fee": FeeSchedule.from_json(fee) if fee else None,
        }
        return cls(**{**data, **read})


_WORDS: Mapping[str, tuple[str, ...]] = {
    "game": tuple(SHEETS),
    "structure": ("no_limit", "pot_limit", "fixed_limit", "spread"),
    "straddle": ("none", "utg", "button"),
}
_NEVER_EMPTY = frozenset({"ante", "unit", "buy_in_min", "seats"})


def _require_kind(name: str, value: object) -> None:
    """Raise ValueError unless `value` is of the kind that the field `name` holds."""
    if name in _WORDS:
        if value not in _WORDS[name]:
            raise ValueError(f"{name} can't be {value!r}: it is one of {', '.join(_WORDS[name])}.")
    elif name in _KINDS:
        fits, message = _KINDS[name]
        if not fits(value):
            raise ValueError(message)
    elif name != "fee" and not _is_amount(value) and not (value is None and name not in _NEVER_EMPTY):
        raise ValueError(f"{name} can't be {value!r}: it is a whole number, amounts in minor units.")


def _is_amount(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_range(value: object) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(map(_is_amount, value))


def _is_kill(value: object) -> bool:
    if not isinstance(value, Mapping) or value.keys() != {"size", "qualifies_at"}:
        return False
    return value["size"] in ("half", "full") and _is_amount(value["qualifies_at"])


def _is_list_of(is_one: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list | tuple) and all(map(is_one, value))


_KINDS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "blinds": (_is_list_of(_is_amount), "blinds are a list of whole amounts in minor units."),
    "ranges": (
        _is_list_of(_is_range),
        "ranges are a list of the least and the most bet of each round.",
    ),
    "kill": (
        lambda value: value is None or _is_kill(value),
        "A kill has a size, half or full, and the amount that a pot qualifies_at.",
    ),
    "helpline": (lambda value: isinstance(value, str), "The helpline is a text."),
}
"""The fields that hold no plain amount: what they hold, and what is said of anything else."""
