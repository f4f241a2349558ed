"""The one strict parser of amounts, for forms, the API and files. An amount is an int of minor units."""

import re

from config.errors import Malformed

MOST = 10**13
"""The largest amount that any door takes, in minor units: a hundred thousand million major units."""

_MAJOR = re.compile(r"(?P<whole>0|[1-9][0-9]*)(?:\.(?P<part>[0-9]{1,4}))?", re.ASCII)
_LONGEST = 100


def parse_major(text: object, *, exponent: int, field: str | None = None) -> int:
    """The minor units of `text` written in major units ("12.50" -> 1250 with two decimals).

    Only ASCII digits and at most the currency's decimals pass: no sign, no separators, no spaces, no float.
    Raises Malformed, with `field`, for everything else and for amounts above MOST.
    """
    match = _MAJOR.fullmatch(text) if isinstance(text, str) and len(text) <= _LONGEST else None
    if match is None:
        raise _unreadable(text, exponent, field)
    part = match["part"] or ""
    if len(part) > exponent:
        raise _unreadable(text, exponent, field)
    return _bounded(int(match["whole"] + part.ljust(exponent, "0")), field)


def parse_minor(value: object, *, field: str | None = None) -> int:
    """`value` as the API speaks it: a JSON integer of minor units, 0 to MOST. Raises Malformed otherwise."""
    if type(value) is not int or value < 0:
        raise Malformed("amount_unreadable", "An amount is a whole number of minor units, 0 or more.", field=field)
    return _bounded(value, field)


def format_major(amount: int, *, exponent: int, always: bool = False) -> str:
    """`amount` minor units in major units for people: "1,250", "12.50"; decimals only where needed or `always`."""
    sign = "−" if amount < 0 else ""
    whole, part = divmod(abs(amount), 10**exponent)
    decimals = f".{part:0{exponent}d}" if exponent and (part or always) else ""
    return f"{sign}{whole:,}{decimals}"


def plain_major(amount: int, *, exponent: int) -> str:
    """`amount` as text that `parse_major` reads back; for files, CSV and form fields (a minus stays ASCII)."""
    sign = "-" if amount < 0 else ""
    whole, part = divmod(abs(amount), 10**exponent)
    return f"{sign}{whole}.{part:0{exponent}d}" if exponent and part else f"{sign}{whole}"


def _bounded(amount: int, field: str | None) -> int:
    if amount > MOST:
        raise Malformed("amount_too_large", "That amount is larger than any this room can hold.", field=field)
    return amount


def _unreadable(text: object, exponent: int, field: str | None) -> Malformed:
    example = "100 or 12.50" if exponent else "100"
    shown = f"“{text[:24]}”" if isinstance(text, str) and text else "Nothing"
    message = f"{shown} is not an amount: write plain digits, like {example}."
    return Malformed("amount_unreadable", message, field=field)
