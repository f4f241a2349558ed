"""Amounts as people write them, "2.50", and as the engine holds them, 250 minor units."""

import re

_WRITTEN = re.compile(r"([0-9]{1,15})(?:\.([0-9]{1,2}))?", re.ASCII)


def is_amount(text: str) -> bool:
    """Whether `text` is an amount in major units: ASCII digits and at most two decimals, no sign."""
    return _WRITTEN.fullmatch(text) is not None


def minor(text: str) -> int:
    """The minor units of an amount written in major units: "2.50" and "2.5" are 250, "3" is 300.

    Refuses signs, exponents, separators, foreign digits and a third decimal: a chip is never guessed.
    """
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise ValueError(f'"{text}" is not an amount: write digits and at most two decimals, as in 2.50.')
    whole, decimals = match.groups(default="")
    return int(whole) * 100 + int(decimals.ljust(2, "0"))


def major(amount: int) -> str:
    """An amount of minor units as people write it: 300 is "3", 250 is "2.50", -250 is "-2.50"."""
    whole, cents = divmod(abs(amount), 100)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}.{cents:02}" if cents else f"{sign}{whole}"
