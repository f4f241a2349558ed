"""Amounts as they are typed among the words of an action, and the one that came as a number."""

from config.amounts import parse_major
from config.errors import Malformed
from rules.entry.notation import STATED, Amount


def typed_amount(text: str, *, exponent: int) -> int:
    """The minor units of an amount as people type it. Raises ValueError, continuing the reader's sentence."""
    try:
        return parse_major(text, exponent=exponent)
    except Malformed as error:
        raise ValueError(f"“{text[:24]}” is no amount") from error


def amounts_of(stated: int | None, *, exponent: int) -> Amount:
    """The reader of the amounts in an entry: STATED is the one that was parsed at the door, every other was typed."""

    def read(text: str) -> int:
        return typed_amount(text, exponent=exponent) if stated is None or text != STATED else stated

    return read
