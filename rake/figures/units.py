"""The units of figures: how an exact value becomes the whole number that every page and file shows."""

from enum import StrEnum
from fractions import Fraction


class Unit(StrEnum):
    """The unit of a figure; its whole numbers are of the smallest part that is shown."""

    MONEY = "money"
    COUNT = "count"
    RATE = "rate"
    SHARE = "share"
    HOURS = "hours"
    MINUTES = "minutes"


PER_ONE = {Unit.MONEY: 1, Unit.COUNT: 1, Unit.RATE: 10, Unit.SHARE: 1000, Unit.HOURS: 100, Unit.MINUTES: 10}
"""The smallest parts that one has: cents are whole already, a rate shows tenths, a share tenths of a percent."""

IN_WORDS = {
    Unit.MONEY: "money, in the room’s currency",
    Unit.COUNT: "a count",
    Unit.RATE: "per hour, to the tenth",
    Unit.SHARE: "a share, in percent to the tenth",
    Unit.HOURS: "hours, to the hundredth",
    Unit.MINUTES: "minutes, to the tenth",
}
"""The units as pages, workbooks and papers show their values; the API gives whole numbers and the scale of each."""


def whole(value: Fraction | None, unit: Unit) -> int | None:
    """The exact value (minor units, pieces, per hour, a share of one, hours, minutes) in smallest parts, halves to
    the even one; None stays None: nobody knows."""
    if value is None:
        return None
    parts = PER_ONE[unit]
    return round(value) if parts == 1 else round(value * parts)


def decimals(unit: Unit, exponent: int) -> int:
    """The digits behind the point, of money in a currency with `exponent`; a share is shown as a percentage."""
    return {Unit.MONEY: exponent, Unit.COUNT: 0, Unit.RATE: 1, Unit.SHARE: 1, Unit.HOURS: 2, Unit.MINUTES: 1}[unit]
