"""A room whose gaming day moved money of every kind that revenue is reckoned of, arranged through the services."""

from datetime import date, timedelta
from typing import Any

from cage import services as cage
from cage.models import PromoPool
from cage.services.pools import Terms
from config.days.models import DayLock
from config.rooms.models import Room
from players.models import TransferKind
from tests.support.awards import declared, paid
from tests.support.boxes import counted, pulled
from tests.support.comps import an_hour_more
from tests.support.days import a_day_of_everything, end_day, second_of
from tests.support.desk import Desk, key, person
from tests.support.dispute import DisputeTable
from tests.support.window import a_void, book, identified

DAY = date(2025, 3, 7)
NEXT = DAY + timedelta(days=1)
_K = TransferKind


def a_day_of_revenue() -> DisputeTable:
    """A day of everything, and on it a pool that gives the house a part, other cash of each kind, one slip voided."""
    at = a_day_of_everything()
    desk = at.table.desk
    terms = Terms(employees="yes", reserve_percent=40, admin_percent=25, tables=(desk.session.table_id,))
    facts = {"by": desk.manager, "second": person(desk.room, "auditor"), "at": desk.at(), "key": key()}
    cage.post_pool(room=desk.room, name="Bad beat", terms=terms, **facts)
    at.table.tick(4_00, promo_taken=4_00)
    counted(desk, pulled(desk, "P7", holds="promo"))
    counted(desk, pulled(desk, "R7"), 5_00)
    patron = identified(desk)
    award = declared(desk, PromoPool.objects.get(name="Bad beat"), 1_00, patron)
    a_void(desk, paid(desk, award.shares.get()), second=person(desk.room, "floor"))
    paid(desk, award.shares.get())
    for kind, amount in ((_K.TOURNAMENT_ENTRY, 60_00), (_K.TOURNAMENT_PAID, 45_00), (_K.PROMO_PAYOUT, 30_00)):
        book(desk, kind, amount, patron)
    an_hour_more(desk, patron)
    book(desk, _K.COMP_PAID, 12_00, patron)
    book(desk, _K.PAID_OUT, 8_00)
    a_void(desk, book(desk, _K.PAID_OUT, 9_00), second=person(desk.room, "floor"))
    return at


def locked_at_once(desk: Desk, day: date = DAY) -> DayLock:
    """The day ends and is locked, whatever of it is open: revenue asks for nothing but the lock."""
    end_day(desk)
    facts: dict[str, Any] = {"locked_by": desk.manager, "second": second_of(desk), "locked_at": desk.now}
    desk.room = Room.objects.get(pk=desk.room.pk)
    return DayLock.objects.create(room=desk.room, gaming_day=day, request_key=key(), **facts)
