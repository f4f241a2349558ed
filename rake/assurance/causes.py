"""The causes that may explain what was seen, the likeliest first: a dealer, a table whose sign and plaque differ,
somebody who enters hands, or chips that were dropped late, into the next box.

Each is held against everybody's errors alone, by the logarithm of how much likelier it makes all that was seen.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from rake.assurance.chances import log_chance
from rake.assurance.fits import RATES, Counted, Explanation, Fitted, fit, likeliest
from rake.assurance.seen import Kind, Part, Seen, Side, widest

_TRIED = 4
_COST = log(len(RATES))
"""The cost of choosing a rate, taken off as it is where evidence is reckoned."""
_LATE = 0.01
"""One box in a hundred leaves chips for the next one (house)."""
_LEAST = 3.0
"""A cause that makes what was seen less than twenty times as likely is none."""


@dataclass(frozen=True, slots=True)
class Cause:
    """One cause: a part with its chips for each hand, or late drops (`part` is None) with how many there were."""

    gain: float
    part: Part | None = None
    rate: float = 0.0
    late: int = 0

    @property
    def name(self) -> str:
        """The kind of cause, in a word."""
        if self.part is None:
            return "late drop"
        if self.part.subject.kind == Kind.DEALER:
            return "dealer"
        if self.part.side == Side.SURPLUS:
            return "hands not entered"
        return "plaque" if self.part.subject.kind == Kind.TABLE else "entering"


def causes(counted: Counted, in_order: Iterable[Sequence[Seen]]) -> list[Cause]:
    """The causes worth telling, the likeliest first. `in_order` are the boxes of each table as they were pulled."""
    nobody = fit(counted, (), Explanation())
    found = [_of_part(counted, part, nobody) for part in likeliest(counted, nobody.explanation, _TRIED)]
    found.append(_late(in_order, nobody.explanation))
    return sorted((each for each in found if each.gain > _LEAST), key=lambda each: -each.gain)


def _of_part(counted: Counted, part: Part, nobody: Fitted) -> Cause:
    fitted = fit(counted, [part], nobody.explanation)
    return Cause(fitted.log_chance - nobody.log_chance - _COST, part, fitted.explanation.parts[part])


def _late(in_order: Iterable[Sequence[Seen]], nobody: Explanation) -> Cause:
    """Boxes that lack what the next box of the table has too much, each pair taken together."""
    gain, pairs = 0.0, 0
    for boxes in in_order:
        number = 0
        while number + 1 < len(boxes):
            better = _gain_of_pair(boxes[number], boxes[number + 1], nobody)
            gain, pairs = gain + max(better, 0.0), pairs + (better > 0)
            number += 2 if better > 0 else 1
    return Cause(gain, late=pairs)


def _gain_of_pair(one: Seen, following: Seen, nobody: Explanation) -> float:
    if one.lacking <= 0 or following.lacking >= 0:
        return 0.0
    apart = nobody.log_chance(one) + nobody.log_chance(following)
    both = Seen(one.lacking + following.lacking, one.hands + following.hands, ())
    chance = log_chance(both.lacking, *nobody.expected(both), widest(both.hands), nobody.stray)
    return log(_LATE / (2 * widest(one.hands) + 1)) + chance - apart


def as_counted(in_order: Iterable[Sequence[Seen]]) -> Counted:
    """The number of times that each thing was seen in them."""
    return Counter(seen for boxes in in_order for seen in boxes)
