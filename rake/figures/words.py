"""Periods in words."""

from config.rooms.models import Room
from rake.figures.periods import Kind, Period, shifts_of


def period_name(period: Period, room: Room) -> str:
    """“Friday 7 March 2025”, “week of 3 March 2025”, “March 2025”, “Friday 7 March 2025, shift 06:00–14:00”."""
    first, last = period.first, period.last
    day = f"{first:%A} {first.day} {first:%B %Y}"
    if period.kind == Kind.SHIFT and period.shift is not None:
        return f"{day}, shift {shifts_of(room).name(period.shift)}"
    if period.kind == Kind.WEEK:
        return f"week of {first.day} {first:%B %Y}"
    if period.kind == Kind.MONTH:
        return f"{first:%B %Y}"
    return day if first == last else f"{first.day} {first:%B %Y} to {last.day} {last:%B %Y}"
