"""The shares of an award: an integer rule, whose remainder has a name."""

from collections.abc import Sequence


def divide(amount: int, parts: Sequence[int], *, unit: int) -> list[int]:
    """The shares of an amount by so many parts each, in their order, minor units.

    Each is rounded down to a whole `unit`, the smallest chip; what remains is the first's, whoever is named first.
    """
    whole = sum(parts)
    shares = [amount * part // whole // unit * unit for part in parts]
    shares[0] += amount - sum(shares)
    return shares


def remainder_of(amount: int, parts: Sequence[int], *, unit: int) -> int:
    """The part of the first share that is the remainder, minor units."""
    return divide(amount, parts, unit=unit)[0] - amount * parts[0] // sum(parts) // unit * unit
