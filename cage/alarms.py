"""The alarms that the cage raises at a table; each ends with what it is about."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.urls import reverse

from cage.models import TransitSlip
from cage.selectors.holds import held_at
from cage.selectors.transit import is_late
from cage.selectors.trays import TRAY_OFF, trays_not_opened
from players.ledger import tray_account
from tables.alarms import AlarmKind, register
from tables.models import SessionAlarm, TableSession

CASH_OUT_HELD = "cash_out_held"
"""The alarm while a cash-out waits for an identity or a supervisor's decision."""
SLIP_LATE = "slip_late"
"""The alarm while a slip of the table's tray has been open for too long."""

TRAY_UNCOUNTED = "tray_uncounted"
"""The alarm while a table is dealt although its tray was not counted when it was opened."""


def late_slips(sessions: Collection[TableSession], at: datetime) -> Mapping[int, str]:
    """The slips of these tables' trays that have been open for longer than the room has set; one query."""
    by_table = {session.table_id: session for session in sessions}
    waiting = TransitSlip.objects.filter(table__in=by_table, state__in=TransitSlip.OPEN).select_related("room", "table")
    late = [slip for slip in waiting.order_by("-pk") if is_late(slip, at)]
    return {by_table[slip.table_id or 0].pk: f"{slip} is {slip.get_state_display()} for too long" for slip in late}


def _held(alarm: SessionAlarm) -> str:
    """The page of what is held."""
    return reverse("held_cash_outs")


def _slips(alarm: SessionAlarm) -> str:
    """The page of the slips that are open."""
    return reverse("slips")


def _variances(alarm: SessionAlarm) -> str:
    """The page of what was short or over, where its investigation is settled."""
    return reverse("variances")


def _tray(alarm: SessionAlarm) -> str:
    """The count sheet of the table's tray."""
    return reverse("tray", args=[alarm.session.table_id])


def _tray_rows(alarm: SessionAlarm) -> str:
    """The statement of the tray that was counted: its fills and credits, and the row that brought the books to the
    count."""
    return reverse("ledger_account", args=[tray_account(alarm.session.table).pk])


register(AlarmKind(CASH_OUT_HELD, rank=4, place=_held, watch=held_at))
register(AlarmKind(SLIP_LATE, rank=9, place=_slips, watch=late_slips))
register(AlarmKind(TRAY_UNCOUNTED, rank=14, place=_tray, watch=trays_not_opened))
register(AlarmKind(TRAY_OFF, rank=13, place=_variances, rows=_tray_rows))
