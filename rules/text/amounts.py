"""Amounts as files and rulebooks write them, in major units ("2.50"), and as the engine holds them, 250 minor units.

The one place that reads an amount of a file. What people type at a page is read by the pages' own parser, which knows
the fields and the language of its refusals.
"""

import re
from functools import lru_cache
from typing import Final

LARGEST_AMOUNT: Final = 2**63 - 1
"""The largest value of a bigint column."""

HUNDREDTHS: Final = 2
"""The decimals of nearly every currency, and of amounts that name none."""

_PLAIN_NUMBER: Final = re.compile(r"(-?(?:0|[1-9][0-9]{0,24}))(?:\.([0-9]{1,24}))?")


class AmountError(ValueError):
    """A number that can't be an amount of money; the message continues the sentence “it …”."""


@lru_cache(maxsize=8192)
def minor_units(text: str, exponent: int) -> int:
    """The amount that `text` writes in major units ("47.50", "-2"), in minor units, exactly.

    Raises AmountError for any notation but plain decimal digits, for more decimals than the currency has
    (10.004 dollars) and for what 64 bits can't hold.
    """
    match = _PLAIN_NUMBER.fullmatch(text)
    if match is None:
        raise AmountError(f"is {shortened(text)}, which is no amount: write plain digits, as 12 or 12.50")
    whole, decimals = match.groups(default="")
    if len(decimals) > exponent:
        raise AmountError(f"is {shortened(text)}: the currency has {exponent} decimals, a chip is never guessed")
    amount = int(whole + decimals.ljust(exponent, "0"))
    if abs(amount) > LARGEST_AMOUNT:
        raise AmountError(f"is {shortened(text)}, larger than any amount can be")
    return amount


@lru_cache(maxsize=8192)
def major_text(amount: int, exponent: int) -> str:
    """`amount` minor units as text in major units: 4750 is "47.50", 4700 is "47"."""
    if not exponent:
        return str(amount)
    whole, decimals = divmod(abs(amount), 10**exponent)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}.{decimals:0{exponent}d}" if decimals else f"{sign}{whole}"


def shortened(text: str) -> str:
    """`text` short enough to stand in a sentence."""
    return text if len(text) <= 40 else f"{text[:37]}..."


def minor(text: str) -> int:
    """The minor units of an amount that isn't negative, with at most two decimals: "2.50" and "2.5" are 250.

    Raises AmountError for signs, exponents, separators, foreign digits and a third decimal: a chip is never guessed.
    """
    if text.startswith("-"):
        raise AmountError(f"is {shortened(text)}: an amount has no sign")
    return minor_units(text, HUNDREDTHS)


def is_amount(text: str) -> bool:
    """Whether `minor` reads the text."""
    try:
        minor(text)
    except AmountError:
        return False
    return True


def major(amount: int) -> str:
    """An amount of minor units as people write it: 300 is "3", 250 is "2.50", -250 is "-2.50"."""
    return major_text(amount, HUNDREDTHS)
