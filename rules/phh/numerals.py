"""Currencies and numbers as hand histories write them."""

from typing import Final

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


class Numeral(str):
    """A number as a file spells it, kept as text: an amount never passes through a float."""

    __slots__ = ()


def currency_exponent(currency: str | None) -> int:
    """Decimals of an ISO 4217 currency: JPY 0, KWD 3, and 2 for the others and where none is named."""
    return _EXPONENTS.get(currency, 2) if currency else 2
