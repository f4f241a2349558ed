"""A fee schedule in the words of the lab: the line on its plaque, and the rounding, which that line leaves out."""

from __future__ import annotations

from config.rooms.models import Room
from rules.house.fee_schedule import FeeSchedule
from rules.text.violation import Money

_ROUNDED = {"down": "rounded down to", "nearest": "rounded to the nearest", "up": "rounded up to"}
_FREE = ", no flop no drop"


def in_words(schedule: FeeSchedule, money: Money, chip: int) -> str:
    """“rake 7% to 8, rounded down to 4, no flop no drop”; nothing of rounding where it is down to the smallest chip,
    as everybody takes it to be."""
    line = schedule.describe(money)
    if not schedule.follows_pot or (schedule.rounding, schedule.unit) == ("down", chip):
        return line
    rake, dot, promo = line.partition(" · ")
    early_end = _FREE if rake.endswith(_FREE) else ""
    return f"{rake.removesuffix(_FREE)}, {_rounded(schedule, money)}{early_end}{dot}{promo}"


def named(schedule: FeeSchedule, room: Room) -> str:
    """A schedule in words, in the money of a room."""
    return in_words(schedule, room.money, room.smallest_chip)


def rounding(schedule: FeeSchedule, room: Room) -> str:
    """The rounding of a schedule, whatever it is: “rounded down to 1”; empty where no rake is reckoned from a pot."""
    return _rounded(schedule, room.money) if schedule.follows_pot else ""


def _rounded(schedule: FeeSchedule, money: Money) -> str:
    return f"{_ROUNDED[schedule.rounding]} {money(schedule.unit)}"
