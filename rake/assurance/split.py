"""The error that a room accepts, as it is shared: among the signals, the subjects, and the times that a flag is closed.

Whoever is not at fault is ever flagged with probability ALPHA at most: in all signals together, over all people and
tables together, those who come later too, however often and however long anybody looks.
"""

from enum import StrEnum
from math import log
from typing import Final

from rake.assurance.seen import Kind


class Signal(StrEnum):
    """The kinds of things that are looked at, each with its own share of the error."""

    BOX = "box"
    BOX_OVER = "box_over"
    PROMO = "promo"
    PROMO_OVER = "promo_over"
    POTS = "pots"
    OVER_RAKE = "over_rake"
    PACE = "pace"


ALPHA: Final = 0.02
"""The error of a room, over all signals, subjects and times (house): half of it, 1 %, is that of what boxes lack."""
WEIGHTS: Final = {
    Signal.BOX: 1 / 2,
    Signal.BOX_OVER: 1 / 16,
    Signal.PROMO: 1 / 8,
    Signal.PROMO_OVER: 1 / 16,
    Signal.POTS: 1 / 8,
    Signal.OVER_RAKE: 1 / 16,
    Signal.PACE: 1 / 16,
}
"""The share of each signal; together one."""
KINDS: Final = {Kind.DEALER: 3 / 4, Kind.TABLE: 1 / 8, Kind.ENTERER: 1 / 8}
"""The share of each kind of subject in a signal's error."""
FIRST: Final = 32
"""The first so many subjects of a kind share half of its error alike, the next twice as many a quarter, and so on."""
_FIRST_FLAG = 3 / 4
"""The share of the first flag of a subject in its error; of what is left as much is for the next one, and so on."""


def goal(signal: Signal, kind: Kind, number: int, closed: int = 0, *, alpha: float = ALPHA) -> float:
    """The logarithm of the evidence at which a subject is flagged: `number` of its kind, from 0 in the order of
    registration, of whom so many flags were `closed` before."""
    block, size = 0, FIRST
    while number >= size:
        number, size, block = number - size, size * 2, block + 1
    share = WEIGHTS[signal] * KINDS[kind] / 2 ** (block + 1) / size
    return -log(alpha * share * _FIRST_FLAG * (1 - _FIRST_FLAG) ** closed)
