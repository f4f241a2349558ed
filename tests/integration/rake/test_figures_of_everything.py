"""Every figure of a room in which everything happens that the evening of `test_figures` has nothing of: points that
are redeemed and taken back, time that is waived, a ruling that is amended; and of no other room."""

from datetime import timedelta
from typing import Any

import pytest

from disputes.models import Ruling
from disputes.services import Decision, Payment, amend
from players.models import CompEntry, Sitting, TimeCharge
from players.services.comp_redeeming import reverse_redemption
from players.services.time_charges import waive_time
from rake import services
from rake.figures.periods import Kind, period_of
from tests.support.arranged import arranged
from tests.support.days import a_day_of_everything, time_table
from tests.support.desk import Desk, key, person
from tests.support.dispute import DisputeTable
from tests.support.plain_figures import held_to_records

pytestmark = pytest.mark.django_db


@arranged
def desk() -> Desk:
    """A day of everything and some of the next, in a room beside one with a day of its own."""
    a_day_of_everything()
    at = a_day_of_everything()
    desk = at.table.desk
    (redeemed,) = CompEntry.objects.filter(room=desk.room, kind=CompEntry.Kind.REDEEMED)
    facts = {"reason": "the kitchen was closed", "second": person(desk.room, "floor"), "key": key()}
    reverse_redemption(entry=redeemed, **facts, **desk.by())
    timed = time_table(desk)
    waive_time(sitting=Sitting.objects.get(session=timed), reason="first visit", key=key(), **at.by())
    _amended(at)
    desk.now += timedelta(days=1)
    desk.room.dealer_minute_cost, desk.room.table_hour_cost = 45, 30_00
    desk.room.save()
    for day in (desk.room.gaming_day(desk.now - timedelta(days=1)), desk.room.gaming_day(desk.now)):
        services.rebuild_day(room=desk.room, gaming_day=day, at=desk.now)
    return desk


def _amended(at: DisputeTable) -> None:
    """The ruling of the room, amended by the manager before another one an hour later."""
    last = Ruling.objects.get(dispute__room=at.table.desk.room)
    at.table.desk.now += timedelta(hours=1)
    paid = Payment(at.sitting(at.winner), at.sitting(at.loser), 5_00)
    facts: dict[str, Any] = {"payments": (paid,), "words": "read again", "is_meant": True}
    decision = Decision(outcome="Award stands", rule_code="best_hand", **facts)
    amend(dispute=last.dispute, amends=last, decision=decision, second=at.other, key=key(), **at.by(at.manager))


def test_every_figure_is_what_the_records_of_the_room_come_to(desk: Desk) -> None:
    today = desk.room.gaming_day(desk.now)
    yesterday = today - timedelta(days=1)
    assert TimeCharge.objects.filter(session__room=desk.room, outcome=TimeCharge.Outcome.WAIVED).exists()
    periods = [period_of(Kind.DAY, yesterday), period_of(Kind.DAY, today), period_of(Kind.DAYS, yesterday, until=today)]
    assert held_to_records(desk, periods) > 300
