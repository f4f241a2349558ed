"""Payments in cash on debts that were a mistake, as pages and services see them."""

from datetime import date, datetime

from config.rooms.models import Room
from config.staff.models import User
from players import four_eyes
from players.models import DebtEntry


def why_two_on_debt(paid: DebtEntry, day: date) -> str:
    """The reason why two people give a payment back on that gaming day whatever its amount; else nothing."""
    if paid.gaming_day == day:
        return ""
    return f"It was paid on the gaming day {paid.gaming_day:%-d %B %Y}, which is over."


def why_two_now(paid: DebtEntry, room: Room, *, by: User, at: datetime) -> str:
    """The reason why `by` doesn't give a payment back alone now; nothing where they may. The service asks again under
    its locks."""
    if because := why_two_on_debt(paid, room.gaming_day(at)):
        return because
    return four_eyes.why_above(room, paid.amount, four_eyes.moved_alone(room, by, at), room.void_alone)
