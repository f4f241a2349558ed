"""Checks of `audit_books` on limits: nobody moves more alone than somebody has posted."""

from collections.abc import Iterator
from datetime import datetime

from config.audit.checks import register
from config.audit.models import AuditEvent
from config.rooms.models import Room
from players.four_eyes import OF_THEIR_OWN, SLIP_VOID
from players.models import MoneyAct
from rules.table.floor import second_person_limit
from tables.models import HouseRulesVersion, PlaqueVersion
from tables.models.floor import PlaySource


@register("I-21", "What one person might move alone was never more than the plaques of the room allow")
def limits_nobody_posted() -> Iterator[str]:
    """Every act of one person by a limit above the highest that any house rules and plaques of the room have allowed
    until then; a void and a payout at the window go by settings of the room."""
    alone = MoneyAct.objects.filter(second=None, amount__gt=0)
    alone = alone.exclude(act__in=OF_THEIR_OWN).order_by("pk")
    highest: dict[int, list[tuple[datetime, int]]] = {}
    for act in alone.iterator():
        if act.room_id not in highest:
            highest[act.room_id] = _highest_limits(act.room_id)
        most = max((limit for since, limit in highest[act.room_id] if since <= act.at), default=0)
        if act.limit > most:
            by = f"act {act.pk} ({act.act} of {act.amount}) went by a limit of {act.limit}"
            yield f"{by}: no plaque of the room allows more than {most}"


@register("I-21", "What one person voided alone at the window was never more than the room has set")
def voids_nobody_allowed() -> Iterator[str]:
    """Every void of one person by a limit that the room hasn't had; its settings stand in the trail."""
    alone = MoneyAct.objects.filter(second=None, act=SLIP_VOID.code).select_related("room").order_by("pk")
    had: dict[int, set[int]] = {}
    for act in alone.iterator():
        if act.room_id not in had:
            had[act.room_id] = _voided_alone(act.room)
        if act.limit not in had[act.room_id]:
            yield f"act {act.pk} ({act.act} of {act.amount}) went by a limit of {act.limit}, which the room hasn't had"


def _voided_alone(room: Room) -> set[int]:
    """The sums that one person might void alone in a room, as it stands now and as its trail tells."""
    changed = AuditEvent.objects.filter(room=room, subject_kind="room", verb__in=["room.set_up", "room.changed"])
    told = [facts for event in changed for facts in (event.before, event.after) if facts]
    return {room.void_alone} | {facts["void_alone"] for facts in told if "void_alone" in facts}


def _highest_limits(room: int) -> list[tuple[datetime, int]]:
    """From when on one person of a room might move how much alone at most, whichever table it was at."""
    plaques = PlaqueVersion.objects.filter(table__room=room, source=PlaySource.FLOOR)
    largest = max((plaque.plaque.buy_in_min for plaque in plaques.iterator()), default=0)
    versions = HouseRulesVersion.objects.filter(room=room, source=PlaySource.FLOOR)
    return [(each.posted_at, second_person_limit(each.house, smallest_buy_in=largest)) for each in versions.iterator()]
