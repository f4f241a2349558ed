"""The alarms that players raise at a table; each ends with what it is about."""

from django.urls import reverse

from players.separation import KEPT_APART
from players.services.away import OVER_LIMIT
from players.services.people import BARRED_SEATED
from tables.alarms import AlarmKind, register
from tables.models import SessionAlarm


def _player_page(alarm: SessionAlarm) -> str:
    """The page of the player whom the alarm is about; its subject is "player 12"."""
    return reverse("player", args=[int(alarm.subject.removeprefix("player "))])


register(AlarmKind(BARRED_SEATED, rank=1, place=_player_page))
register(AlarmKind(KEPT_APART, rank=2))
register(AlarmKind(OVER_LIMIT, rank=4))
