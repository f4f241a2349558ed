"""The people who entered a hand: after the gaming day on which they did, none of them corrects it alone."""

from datetime import datetime

from django.db.models import QuerySet

from config.staff.models import User
from games.models import Hand


def entered_before(hand: Hand, by: User, at: datetime) -> bool:
    """Whether somebody entered a hand, in whichever of its versions, on a gaming day before that of `at`."""
    return _entered(hand, by).filter(gaming_day__lt=hand.room.gaming_day(at)).exists()


def hand_entered_by(hand: Hand, person: User) -> bool:
    """Whether somebody recorded a hand, or corrected it, in whichever of its versions."""
    return _entered(hand, person).exists()


def _entered(hand: Hand, person: User) -> QuerySet[Hand]:
    return Hand.objects.filter(session=hand.session_id, number=hand.number, recorded_by=person)
