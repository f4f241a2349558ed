"""What waits at the cage is told to whom it concerns and to nobody else: held cash-outs, slips, boxes of this round."""

from datetime import UTC, timedelta
from typing import Any

import pytest
from django.urls import reverse

from cage import services as cage
from cage.alarms import late_slips
from cage.models import BoxPull, HoldEnd, TransitSlip
from cage.selectors.boxes import free_boxes, next_to_count, waiting_boxes
from cage.selectors.holds import held_at, held_of_day, still_held
from cage.selectors.pools import pool_rows
from cage.selectors.transit import ended_slips, slips_until
from config.staff.models import User
from tests.support.arranged import arranged
from tests.support.boxes import chips, counted, pulled, two_counters
from tests.support.desk import Desk, key, open_desk, person
from tests.support.people import one_person, signed_in
from tests.support.refusals import refused
from tests.support.slips import Slips
from tests.support.table import HandTable, open_hand_table
from tests.support.window import a_hold, identified
from tests.unit.cage.test_pools import post

pytestmark = pytest.mark.django_db


@arranged
def table() -> HandTable:
    """A table that plays, where something was raked."""
    table = open_hand_table()
    table.tick(300)
    return table


@arranged
def slips() -> Slips:
    return Slips(open_desk())


# ------------------------------------------------------------------------------------------------- held cash-outs


def decided(desk: Desk, held: Any) -> HoldEnd:
    facts = {"by": person(desk.room, "floor"), "at": desk.at(), "key": key()}
    return cage.decide_hold(held=held, is_paid=False, reason="no papers", **facts)


def test_what_is_held_is_held_in_its_room_on_its_day_until_it_has_an_end() -> None:
    desk, other = open_desk(), open_desk()
    held = a_hold(desk)
    day = desk.room.gaming_day(held.at)
    assert (list(still_held(desk.room)), list(still_held(other.room))) == ([held], [])
    assert (list(held_of_day(desk.room, day)), list(held_of_day(desk.room, day - timedelta(days=1)))) == ([held], [])
    assert set(held_at([desk.session], desk.now)) == {desk.session.pk}
    decided(desk, held)
    assert not still_held(desk.room)
    assert held_at([desk.session], desk.now) == {}


def test_papers_end_what_is_held_of_any_record_of_the_person() -> None:
    desk = open_desk()
    held, again = a_hold(desk), identified(desk)
    one_person(desk.room, held.player, again, by=desk.manager, at=desk.at())
    desk.buy_in(again, 100_00)
    paid = desk.cash_out(again, 100_00)
    (end,) = HoldEnd.objects.filter(hold=held)
    assert (end.outcome, end.paid) == ("identified", paid)


# ---------------------------------------------------------------------------------------------------------- slips


def test_slips_that_brought_nothing_are_those_refused_and_those_voided(slips: Slips) -> None:
    refused_one = slips.end(slips.ask(), "refuse")
    voided = slips.end(slips.authorise(slips.ask()))
    came = slips.received()
    assert {slip.pk for slip in ended_slips(slips.desk.room, unused=True)} == {refused_one.pk, voided.pk}
    assert {slip.pk for slip in ended_slips(slips.desk.room)} == {refused_one.pk, voided.pk, came.pk}


def test_only_what_was_asked_for_before_is_waited_for(slips: Slips) -> None:
    first = slips.ask()
    later = slips.ask(table=slips.table)
    assert slips_until(slips.desk.room, later.at) == [first]
    assert slips_until(slips.desk.room, later.at + timedelta(seconds=1)) == [first, later]


def test_a_slip_is_late_by_the_minutes_of_its_room(slips: Slips) -> None:
    slip = slips.ask(table=slips.table)
    due = slip.at + timedelta(minutes=slips.desk.room.slip_minutes)
    assert late_slips([slips.desk.session], due) == {}
    assert set(late_slips([slips.desk.session], due + timedelta(seconds=1))) == {slips.desk.session.pk}
    assert slip.state == TransitSlip.State.REQUESTED


# ---------------------------------------------------------------------------------------------------------- boxes


def differing(table: HandTable) -> tuple[BoxPull, User, User]:
    """A box whose two counts differ, and who made them."""
    desk = table.desk
    pull = pulled(desk, "R1")
    one, two = two_counters(desk)
    for who, amount in ((one, 300), (two, 200)):
        cage.count_box(pull=pull, counted=chips(desk.room, amount), key=key(), by=who, at=desk.at())
    pull.refresh_from_db()
    return pull, one, two


def test_counts_of_an_earlier_round_keep_nobody_from_counting(table: HandTable) -> None:
    """On the list of what waits, as the next to be counted, and on the sheet."""
    desk = table.desk
    pull, one, two = differing(table)
    assert [row.counters for row in waiting_boxes(desk.room)] == [(str(one), str(two))]
    facts = {"reason": "late", "by": two, "second": person(desk.room, "floor"), "at": desk.at()}
    again = cage.give_up_box_counts(pull=pull, **facts)
    assert [row.counters for row in waiting_boxes(desk.room)] == [()]
    assert next_to_count(desk.room, one) == again
    sheet = signed_in(one).get(reverse("box_count", args=[pull.pk])).context["count_form"]
    assert (sheet.asks_second, sheet.asks_third) == (False, False)
    cage.count_box(pull=again, counted=chips(desk.room, 300), key=key(), by=one, at=desk.at())
    assert next_to_count(desk.room, one) is None
    assert signed_in(one).get(reverse("box_count", args=[pull.pk])).context["count_form"].asks_second


@pytest.mark.parametrize("place", [0, 1, 2])
def test_none_of_three_who_count_together_has_seen_what_must_be_there(table: HandTable, place: int) -> None:
    desk = table.desk
    pull, one, two = differing(table)
    three = (one, two, person(desk.room, "cashier"))
    cage.note_box_looks(room=desk.room, by=three[place], at=desk.at())
    facts = {"by": one, "second": two, "third": three[2], "key": key(), "at": desk.at()}
    refusal = refused(
        "has_seen_expected", lambda: cage.count_box_together(pull=pull, counted=chips(desk.room, 300), **facts)
    )
    assert refusal.field == ("third_badge" if place == 2 else "badge")
    assert str(three[place]) in refusal.message


def test_a_box_is_with_whoever_received_it_last_and_free_once_it_is_counted(table: HandTable) -> None:
    desk = table.desk
    cage.add_box(room=desk.room, number="R1", kind="rake", by=desk.manager, at=desk.at())
    pull = pulled(desk, "R1")
    first, last = person(desk.room, "cashier"), person(desk.room, "cashier")
    holder = desk.cashier
    for receiver in (first, last):
        cage.hand_over_boxes(room=desk.room, pulls=[pull.pk], by=holder, second=receiver, key=key(), at=desk.at())
        holder = receiver
    (row,) = waiting_boxes(desk.room)
    assert row.holder == last
    assert free_boxes(desk.room) == []
    counted(desk, pull)
    assert [box.number for box in free_boxes(desk.room)] == ["R1"]


def test_a_table_that_feeds_another_pool_now_is_none_of_the_first(table: HandTable) -> None:
    desk = table.desk
    post(desk, "Bad beat")
    post(desk, "Bad beat", tables=())
    post(desk, "High hand")
    told = {row.pool.name: list(row.tables) for row in pool_rows(desk.room, desk.room.gaming_day(desk.now))}
    assert told == {"Bad beat": [], "High hand": [desk.session.table.name]}


# ----------------------------------------------------------------------------------------------------- statements


def test_a_statement_of_today_by_the_rooms_clock_is_none_of_tomorrow() -> None:
    """In Los Angeles the evening is tomorrow in UTC."""
    desk = open_desk(time_zone="America/Los_Angeles")
    evening = desk.room.start_of(desk.room.gaming_day(desk.now)) + timedelta(hours=12)
    evening, today = evening.astimezone(UTC), evening.astimezone(desk.room.zone).date()
    facts = {"room": desk.room, "account": "Bank", "amount": 100_00, "by": desk.manager, "at": evening}
    assert evening.date() == today + timedelta(days=1)
    refused("statement_ahead", lambda: cage.enter_statement(stated_on=evening.date(), key=key(), **facts))
    assert cage.enter_statement(stated_on=today, key=key(), **facts).stated_on == today
