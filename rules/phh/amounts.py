"""Amounts as hand histories write them, in major units of any currency, and as the engine holds them."""

import re
from functools import lru_cache
from typing import Final

LARGEST_AMOUNT: Final = 2**63 - 1
"""What a bigint column holds."""

# ISO 4217: currencies whose minor unit is not a hundredth.
_WITHOUT_DECIMALS: Final = (
    *("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG"),
    *("RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"),
)
_EXPONENTS: Final = {
    **dict.fromkeys(_WITHOUT_DECIMALS, 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
    **dict.fromkeys(("CLF", "UYW"), 4),
}
MOST_DECIMALS: Final = 4
"""Of the currencies above."""
_PLAIN_NUMBER: Final = re.compile(r"(-?(?:0|[1-9][0-9]{0,24}))(?:\.([0-9]{1,24}))?")


class AmountError(ValueError):
    """A number that can't be an amount of money; the message continues the sentence “it …”."""


class Numeral(str):
    """A number as a file spells it, kept as text: an amount never passes through a float."""

    __slots__ = ()


def currency_exponent(currency: str | None) -> int:
    """Decimals of an ISO 4217 currency: JPY 0, KWD 3, and 2 for the others and where none is named."""
    return _EXPONENTS.get(currency, 2) if currency else 2


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
