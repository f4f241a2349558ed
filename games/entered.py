"""The people who entered a hand: after the gaming day on which they did, none of them corrects it alone."""

from datetime import datetime

from config.staff.models import User
from games.models import Hand


def entered_before(hand: Hand, by: User, at: datetime) -> bool:
    """Whether somebody entered a hand, in whichever of its versions, on a gaming day before that of `at`."""
    theirs = Hand.objects.filter(session=hand.session_id, number=hand.number, recorded_by=by)
    return theirs.filter(gaming_day__lt=hand.room.gaming_day(at)).exists()
