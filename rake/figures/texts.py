"""Values of figures as text: for people on pages, plain in files."""

from config.amounts import format_major, plain_major
from rake.figures.units import Unit, decimals

UNKNOWN = "–"
SIGNS = {Unit.SHARE: " %", Unit.HOURS: " h", Unit.MINUTES: " min"}


def shown(value: int | None, unit: Unit, exponent: int) -> str:
    """The value for people, “1,250.00”, “12.5 %”, “3.25 h”; a dash where nobody knows it."""
    if value is None:
        return UNKNOWN
    return f"{format_major(value, exponent=decimals(unit, exponent))}{SIGNS.get(unit, '')}"


def plain(value: int | None, unit: Unit, exponent: int) -> str:
    """The value for files, “1250.00”, “12.5”, “3.25”, without a sign of its unit; empty where nobody knows it."""
    return "" if value is None else plain_major(value, exponent=decimals(unit, exponent))


def changed(value: int | None, unit: Unit, exponent: int) -> str:
    """A difference for people, with its sign: “+120.00”, “−3.5 points”; that of two shares is one of points."""
    if value is None:
        return UNKNOWN
    sign = "+" if value > 0 else "−" if value < 0 else "±"
    if unit == Unit.SHARE:
        return f"{sign}{format_major(abs(value), exponent=decimals(unit, exponent))} points"
    return f"{sign}{shown(abs(value), unit, exponent)}"
