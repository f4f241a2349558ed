"""The alarm that an open case raises at its table."""

from django.urls import reverse

from disputes.services.opening import ALARM
from tables.alarms import AlarmKind, register
from tables.models import SessionAlarm


def case_page(alarm: SessionAlarm) -> str:
    """The page of the case that the alarm is about."""
    return reverse("dispute", args=[int(alarm.subject)])


register(AlarmKind(ALARM, rank=3, place=case_page))
