"""A stack that was counted, and why it isn't what the books say: a difference is explained, or it is refused."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import models

from config.errors import DomainError
from config.rooms.models import Room
from players.models import Player

LONGEST_REASON = 200
"""Characters of what is said besides the usual reason."""


class CountReason(models.TextChoices):
    """Why a stack was found to be another than the books say. Bought chips are none: they come by the cage."""

    TICKS = "ticks", "counted after ticks"
    MISCOUNTED = "miscounted", "an earlier count was wrong"
    LEFT_LYING = "left_lying", "a chip fell, or was left on the table"
    OTHER = "other", "something else"


@dataclass(frozen=True, slots=True)
class Counted:
    """A stack as counted at a seat, against what the books say; minor units."""

    seat: int
    player: Player
    booked: int
    counted: int


def reason_words(reason: str, words: str = "") -> str:
    """The reason as it stands in the books: the usual one, and what was said besides."""
    usual = CountReason(reason).label if reason not in ("", CountReason.OTHER) else ""
    return ": ".join(filter(None, [usual, words.strip()]))


def refuse_unexplained(room: Room, counted: Iterable[Counted], reason: str) -> None:
    """Refuse (`count_reason_missing`) stacks that differ from the books without a reason, seat by seat in words."""
    different = [each for each in counted if each.counted != each.booked]
    if not different or reason.strip():
        return
    said = "; ".join(
        f"Seat {each.seat}, {each.player}: {room.money(each.booked)} by the books, {room.money(each.counted)} counted"
        for each in different
    )
    raise DomainError(
        "count_reason_missing",
        f"{said}. Say why, or take the figure of the books; chips that were bought come by Add on.",
        rule="Only what was brought to the table, won and lost there lies before a player: another stack is explained.",
        citation="000:L74 · 004:L52, L334",
        allowed={"stack": [each.booked for each in different]},
        field="count_reason",
    )
