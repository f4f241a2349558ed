"""The alarms that players raise at a table; each ends with what it is about."""

from django.urls import reverse

from players.separation import KEPT_APART
from players.services.away import OVER_LIMIT
from players.services.counting import COUNTED_OFF
from players.services.exclusions import BARRED_SEATED
from players.services.shortfall import TABLE_SHORT
from tables.alarms import AlarmKind, register
from tables.models import SessionAlarm


def _player_page(alarm: SessionAlarm) -> str:
    """The page of the player whom the alarm is about; its subject is "player 12"."""
    return reverse("player", args=[int(alarm.subject.removeprefix("player "))])


def _alarm_page(alarm: SessionAlarm) -> str:
    """The page on which an alarm is read and put away."""
    return reverse("alarm", args=[alarm.pk])


register(AlarmKind(BARRED_SEATED, rank=1, place=_player_page))
register(AlarmKind(KEPT_APART, rank=2))
register(AlarmKind(OVER_LIMIT, rank=6))
register(
    AlarmKind(
        COUNTED_OFF,
        rank=5,
        place=_alarm_page,
        reasons=(
            "Won and lost in ticked hands, the table is right as a whole",
            "The stacks were counted again and are right",
            "The camera was looked at",
        ),
    )
)
register(
    AlarmKind(
        TABLE_SHORT,
        rank=12,
        place=_alarm_page,
        reasons=("The camera was looked at", "The counts of the table were read again"),
    )
)
