"""The alarms that the cage raises at a table; each ends with what it is about."""

from django.urls import reverse

from cage.selectors.holds import held_at
from tables.alarms import AlarmKind, register
from tables.models import SessionAlarm

CASH_OUT_HELD = "cash_out_held"
"""The alarm while a cash-out waits for an identity or a supervisor's decision."""


def _page(alarm: SessionAlarm) -> str:
    """The page of what is held."""
    return reverse("held_cash_outs")


register(AlarmKind(CASH_OUT_HELD, rank=4, place=_page, watch=held_at))
