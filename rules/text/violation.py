"""A refusal as a value: what was tried, what would have been allowed, and the rule with its source."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from rules.text.rulebook import RULES

Money: TypeAlias = Callable[[int], str]
"""Turns minor units into the words that people at the desk use: `lambda cents: f"${cents / 100:.2f}"`."""

Json: TypeAlias = Mapping[str, "Json"] | Sequence["Json"] | str | int | bool | None


@dataclass(frozen=True, slots=True)
class Violation:
    """Why something was refused, with everything a floor supervisor needs to explain it.

    `code` is a stable keyword of the rulebook; `index` counts the hand's actions from 0; `actor` is the position
    (1 is left of the button, as pN of a PHH file) and `seat` the number on the felt. Amounts in `allowed` are
    minor units. `message` is one sentence for the person at the desk.
    """

    code: str
    message: str
    rule: str
    citation: str
    index: int | None = None
    actor: int | None = None
    seat: int | None = None
    tried: str = ""
    allowed: Mapping[str, Json] = field(default_factory=dict)

    def to_json(self) -> dict[str, Json]:
        """Plain JSON values, one key per field."""
        return {
            "code": self.code,
            "index": self.index,
            "actor": self.actor,
            "seat": self.seat,
            "tried": self.tried,
            "allowed": dict(self.allowed),
            "message": self.message,
            "rule": self.rule,
            "citation": self.citation,
        }

    def at(self, index: int) -> "Violation":
        """The same refusal, of action number `index`."""
        return replace(self, index=index)


class Refused(Exception):  # noqa: N818 - a refusal is an answer of the rules, not an error
    """Raised by every `verify`; `violation` says why, `str()` is its message."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation.message)
        self.violation = violation


def violation(
    code: str,
    message: str,
    *,
    house: str = "",
    game: str = "",
    index: int | None = None,
    actor: int | None = None,
    seat: int | None = None,
    tried: str = "",
    allowed: Mapping[str, Json] | None = None,
) -> Violation:
    """A `Violation` of the rulebook's rule `code`, cited as the house `house` states it for the game `game`.

    Raises KeyError for a code that the rulebook doesn't know: a refusal without a rule must not leave the engine.
    """
    rule = RULES[code]
    return Violation(code, message, rule.sentence, rule.cite(house, game), index, actor, seat, tried, allowed or {})
