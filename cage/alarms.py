"""The alarms that the cage raises at a table and in its room; each ends with what it is about."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

from django.urls import reverse

from cage.models import PoolAward, TransitSlip
from cage.selectors.boxes import boxes_lacking
from cage.selectors.changed_awards import to_look_at
from cage.selectors.holds import held_at
from cage.selectors.liability import COVER_IN_WORDS, liability
from cage.selectors.transit import is_late, open_slips
from cage.selectors.trays import TRAY_OFF, trays_not_opened
from cage.selectors.working_capital import runners_above_limit
from config.rooms.models import Room
from config.web.text import begun
from players.ledger import tray_account
from tables.alarms import AlarmKind, RoomAlarm, register, register_of_room
from tables.models import SessionAlarm, TableSession

CASH_OUT_HELD = "cash_out_held"
"""The alarm while a cash-out waits for an identity or a supervisor's decision."""
SLIP_LATE = "slip_late"
"""The alarm while a slip of the table's tray has been open for too long."""

COVER_LACKING = "cover_lacking"
"""The alarm while the house's money covers less of the chips in use than the room asks."""

RUNNER_ABOVE_LIMIT = "runner_above_limit"
"""The alarm while a chip runner carries more than the room lets them."""

AWARD_CHANGED = "award_hand_changed"
"""The alarm while the hand of an award was corrected or voided, and nobody has looked at the award since."""

TRAY_UNCOUNTED = "tray_uncounted"
"""The alarm while a table is dealt although its tray was not counted when it was opened."""

BOX_LACKING = "box_lacking"
"""The alarm while a table is dealt at which no box hangs for what its fee takes."""


def late_slips(sessions: Collection[TableSession], at: datetime) -> Mapping[int, str]:
    """The slips of these tables' trays that have been open for longer than the room has set; one query."""
    by_table = {session.table_id: session for session in sessions}
    waiting = TransitSlip.objects.filter(table__in=by_table, state__in=TransitSlip.OPEN).select_related("room", "table")
    late = [slip for slip in waiting.order_by("-pk") if is_late(slip, at)]
    return {by_table[slip.table_id or 0].pk: f"{slip} is {slip.get_state_display()} for too long" for slip in late}


@register_of_room
def cover_lacking(room: Room, at: datetime) -> Iterator[RoomAlarm]:
    """The alarm while the money that covers the chips in use is less than the room asks (C-1; 11 CCR 2053(b)); two
    queries."""
    if liability(room, at=at, now=True).lacking:
        yield RoomAlarm(COVER_LACKING, COVER_IN_WORDS, reverse("liability"))


@register_of_room
def late_slips_of_drawers(room: Room, at: datetime) -> Iterator[RoomAlarm]:
    """The slips of drawers that have been open for longer than the room has set, the oldest first; one query (C-8).
    Those of trays stand at their tables."""
    for slip in open_slips(room):
        if slip.drawer_id and is_late(slip, at):
            text = f"{slip} for {slip.drawer} is open for too long: {slip.get_state_display()}"
            yield RoomAlarm(SLIP_LATE, text, reverse("slip", args=[slip.pk]))


@register_of_room
def runners_who_carry_too_much(room: Room, at: datetime) -> Iterator[RoomAlarm]:
    """The chip runners who carry more than the room lets them, since its limit was lowered (R33); two queries at
    most."""
    for session in runners_above_limit(room):
        text = f"{session.drawer}: {session.cashier} carries more than a chip runner may. A credit is due"
        yield RoomAlarm(RUNNER_ABOVE_LIMIT, text, reverse("drawer", args=[session.drawer_id]))


@register_of_room
def awards_of_changed_hands(room: Room, at: datetime) -> Iterator[RoomAlarm]:
    """The awards whose hand was corrected or voided so that somebody else may have won, until two people let them stand
    or take them back (C-12); one query where there is none."""
    for each in to_look_at(PoolAward.objects.filter(room=room)):
        did = "voided" if each.change.is_void else "corrected"
        text = f"{begun(each.change.name)}, which won an award, was {did} since: let it stand, or take it back"
        yield RoomAlarm(AWARD_CHANGED, text, reverse("award", args=[each.award.pk]))


def _held(alarm: SessionAlarm) -> str:
    """The page of what is held."""
    return reverse("held_cash_outs")


def _slips(alarm: SessionAlarm) -> str:
    """The page of the slips that are open."""
    return reverse("slips")


def _variances(alarm: SessionAlarm) -> str:
    """The page of what was short or over, where its investigation is settled."""
    return reverse("variances")


def _boxes(alarm: SessionAlarm) -> str:
    """The page on which boxes are hung."""
    return reverse("boxes")


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
register(AlarmKind(BOX_LACKING, rank=15, place=_boxes, watch=boxes_lacking))
register(AlarmKind(TRAY_OFF, rank=13, place=_variances, rows=_tray_rows))
