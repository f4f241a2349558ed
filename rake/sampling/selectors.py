"""Questions about the draw: how many hands a room asks, which of a table's last hands wait, what a hand's lot is."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from config.rooms.models import Room
from games.models import Hand
from rake.bands.draw import lot
from rake.models import PotAnswer, SamplingDay, SamplingRate
from rake.sampling_models import USUAL_ONE_IN
from rules.house.fee_schedule import NO_FEE, FeeSchedule
from tables.models import PlaqueVersion, TableSession

LAST_HANDS: Final = 3
"""The pot of a hand is asked for while so many hands at most were played since: later nobody remembers it."""

VOIDED: Final[Mapping[str, Any]] = {"is_void": True, "belongs_to_day": None}
"""The record of a hand that counts no more. One that was voided after its day was locked stays in that day."""


def rate_of(room: Room) -> SamplingRate | None:
    """The newest setting of how many hands are asked; None where the room has set nothing, and the usual rate holds."""
    return SamplingRate.objects.filter(room=room).order_by("pk").last()


def one_in(room: Room) -> int:
    """One hand in so many is asked for its pot on a table's gaming day that begins now; 0 for none."""
    rate = rate_of(room)
    return USUAL_ONE_IN if rate is None else rate.one_in


def pays_from_pots(fee: FeeSchedule | None) -> bool:
    """Whether the rake or promo of a hand follows from its pot: elsewhere, under a collection too, there is nothing to
    ask."""
    fee = fee or NO_FEE
    return fee.follows_pot or fee.promo > 0


def askable() -> QuerySet[Hand]:
    """The quick hands of the floor that the draw is about: as first recorded, without a pot, and never voided."""
    voided = Hand.objects.filter(session=OuterRef("session"), number=OuterRef("number"), **VOIDED)
    first = Hand.objects.filter(version=1, tier=Hand.Tier.TICK, pot=None, session__source=TableSession.Source.FLOOR)
    return first.exclude(Exists(voided))


def day_of(hand: Hand) -> SamplingDay | None:
    """The draw of the table's gaming day on which a hand was played; None where none was made."""
    return SamplingDay.objects.filter(table=hand.session.table_id, gaming_day=hand.gaming_day).first()


def is_asked(hand: Hand, plaque: PlaqueVersion, day: SamplingDay | None) -> bool:
    """Whether a hand that may be asked was drawn."""
    return day is not None and pays_from_pots(plaque.plaque.fee) and is_drawn(day, hand.session_id, hand.number)


def is_drawn(day: SamplingDay, session: int, number: int) -> bool:
    """Whether the draw of the day falls on this hand of a table session."""
    return lot(day.seed, session, number, one_in=day.one_in).is_drawn


def waiting(session: TableSession) -> list[Hand]:
    """The last hands of a session that were drawn and wait for their pot, the newest first; one query."""
    if not session.hands_recorded or not pays_from_pots(session.posted.fee):
        return []
    days = SamplingDay.objects.filter(table=session.table_id, gaming_day=OuterRef("gaming_day"))
    answered = PotAnswer.objects.filter(hand=OuterRef("pk"))
    last = askable().filter(session=session, number__gt=session.hands_recorded - LAST_HANDS).exclude(Exists(answered))
    told: Mapping[str, Any] = {"seed": Subquery(days.values("seed")), "one_in": Subquery(days.values("one_in"))}
    hands = last.select_related("plaque").annotate(**told).order_by("-number")
    return [hand for hand in hands if _waits(hand)]


def _waits(hand: Any) -> bool:
    drawn = hand.seed is not None and lot(hand.seed, hand.session_id, hand.number, one_in=hand.one_in).is_drawn
    return drawn and pays_from_pots(hand.plaque.plaque.fee)


def not_begun(at: datetime) -> list[int]:
    """The ids of the open sessions whose table has no draw for the gaming day of an instant yet; one query."""
    days = SamplingDay.objects.filter(table=OuterRef("table")).order_by("-gaming_day")
    open_now = TableSession.objects.filter(closed_at=None, source=TableSession.Source.FLOOR).select_related("room")
    sessions = open_now.annotate(last=Subquery(days.values("gaming_day")[:1])).order_by("pk")
    return [session.pk for session in sessions if session.last != session.room.gaming_day(at)]
