"""The alarms that games raise at a table."""

from django.urls import reverse

from games.services.kill_watch import KILL_CHANGED
from games.services.void_watch import VOID_HANDS
from tables.alarms import AlarmKind, register
from tables.models import SessionAlarm


def alarm_page(alarm: SessionAlarm) -> str:
    """The page on which an alarm is read, hand by hand, and put away."""
    return reverse("alarm", args=[alarm.pk])


register(
    AlarmKind(
        VOID_HANDS,
        rank=11,
        place=alarm_page,
        reasons=("It was seen at the table, the hand was void", "The cards were counted, the hand was void"),
    )
)
register(
    AlarmKind(
        KILL_CHANGED,
        rank=7,
        place=alarm_page,
        reasons=(
            "The hands stand as they were played",
            "The table played it right, only the record is off",
        ),
    )
)
