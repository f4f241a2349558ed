"""The things that are seen, and who may have had a part in them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """The kinds of what may explain a difference."""

    DEALER = "dealer"
    TABLE = "table"
    ENTERER = "enterer"


class Side(StrEnum):
    """The way of a difference: chips lack, or there are too many."""

    LACKING = "lacking"
    SURPLUS = "surplus"


class Subject(NamedTuple):
    """Somebody, or a table, by id."""

    kind: Kind
    pk: int


class Part(NamedTuple):
    """A subject's part in what explains differences: on one side, at a rate of chips for each hand."""

    subject: Subject
    side: Side


@dataclass(frozen=True, slots=True)
class Seen:
    """One box that was counted, or the answered pots of one dealer at one table: chips that lack (below 0: too many),
    the hands that it is about, and how many of them each subject had a part in."""

    lacking: int
    hands: float
    shares: tuple[tuple[Subject, float], ...]


def widest(hands: float) -> float:
    """The most that a stray is off: a chip for each hand, and three for the smallest of boxes."""
    return hands + 3
