"""Amounts as they are typed among the words of an action."""

from config.amounts import parse_major
from config.errors import Malformed


def typed_amount(text: str, *, exponent: int) -> int:
    """The minor units of an amount as people type it. Raises ValueError, continuing the reader's sentence."""
    try:
        return parse_major(text, exponent=exponent)
    except Malformed as error:
        raise ValueError(f"“{text[:24]}” is no amount") from error
