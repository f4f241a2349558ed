"""Chips that nobody issued: the count stays, the managers are told, whoever counts is not."""

from typing import Any

import pytest

from cage import services as cage
from cage.counted import Counted
from cage.models import ChipAlarm, ChipSet, Drawer, DrawerCount
from cage.open_items import chips_nobody_issued
from cage.selectors.chip_sets import counted_last
from config.audit.models import AuditEvent
from config.rooms.models import Room
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import opened, running
from tests.support.refusals import refused

VALUES = (500_00, 100_00, 25_00, 1_00)


@arranged
def desk() -> Desk:
    """A room with 100 pieces of 100, 40 of 25 and 1000 of 1, half of all in its drawer."""
    desk = open_desk(chips=0, cash=0)
    cage.post_denominations(room=desk.room, chips=VALUES, cash=[1], **desk.by())
    pieces = {100_00: 100, 25_00: 40, 1_00: 1_000}
    facts = {"name": "Blue", "reason": "papers", "key": key()}
    cage.receive_chips(room=desk.room, pieces=pieces, **facts, **desk.at_the_vault())
    fill(desk, desk.drawer, 6_000_00)
    return desk


def fill(desk: Desk, drawer: Drawer, chips: int) -> None:
    cage.fund_drawer(drawer=drawer, chips=chips, cash=0, key=key(), **desk.at_the_vault())


def begin(desk: Desk, drawer: Drawer | None = None) -> Any:
    session = running(drawer or desk.drawer)
    return cage.begin_close(session=session, by=session.cashier, at=desk.at())


def count(desk: Desk, pieces: dict[int, int], drawer: Drawer | None = None, by: Any = None) -> Any:
    session = running(drawer or desk.drawer)
    facts = {"key": key(), "by": by or session.cashier, "at": desk.at()}
    return cage.count_drawer(session=session, counted=Counted(pieces), **facts)


def alarms(room: Room) -> list[tuple[int, int, int]]:
    return [(each.value, each.counted, each.issued) for each in ChipAlarm.objects.filter(room=room).order_by("pk")]


class TestAlarm:
    def test_more_than_issued_is_an_alarm_and_the_count_stays(self, desk: Desk) -> None:
        begin(desk)
        count(desk, {25_00: 41})
        assert DrawerCount.objects.filter(chips={"2500": 41}).count() == 1
        assert alarms(desk.room) == [(25_00, 41, 40)]
        alarm = ChipAlarm.objects.get()
        assert (alarm.place, alarm.people) == ("Window 1", [desk.cashier.pk])
        assert AuditEvent.objects.filter(verb="chips.more_than_issued").count() == 1

    def test_as_many_as_issued_is_none(self, desk: Desk) -> None:
        begin(desk)
        count(desk, {25_00: 40, 100_00: 100, 1_00: 1_000})
        assert alarms(desk.room) == []

    def test_the_latest_counts_of_all_drawers_are_added_up(self, desk: Desk) -> None:
        cashier = person(desk.room, "cashier")
        other = opened(desk.room, "Window 2", cashier=cashier, by=desk.manager, at=desk.at())
        begin(desk)
        count(desk, {100_00: 60})
        begin(desk, other)
        count(desk, {100_00: 40}, other)
        assert alarms(desk.room) == []
        count(desk, {100_00: 41}, other, by=desk.second)
        assert alarms(desk.room) == [(100_00, 101, 100)]

    def test_the_two_counts_of_one_drawer_are_not_added_up(self, desk: Desk) -> None:
        begin(desk)
        for who in (desk.cashier, desk.second):
            count(desk, {100_00: 60}, by=who)
        assert alarms(desk.room) == []

    def test_chips_that_may_have_gone_on_are_not_counted_twice(self, desk: Desk) -> None:
        """What was counted at the opening, and paid out since, may lie in another drawer now."""
        pieces = {100_00: 50, 25_00: 40}
        close(desk, pieces)
        reopen(desk, pieces)
        assert counted_last(desk.room) == {"Window 1": pieces}
        desk.buy_in(desk.player(), 300_00)
        assert counted_last(desk.room) == {"Window 1": {100_00: 47, 25_00: 28}}
        begin(desk)
        assert counted_last(desk.room) == {"Window 1": {100_00: 47, 25_00: 28}}
        count(desk, {100_00: 49})
        assert counted_last(desk.room) == {"Window 1": {100_00: 49}}

    def test_a_count_that_was_given_up_tells_nothing(self, desk: Desk) -> None:
        close(desk, {100_00: 50, 25_00: 40})
        reopen(desk, {100_00: 50, 25_00: 40})
        session = begin(desk)
        count(desk, {100_00: 99})
        cage.give_up_count(session=session, by=desk.cashier, at=desk.at())
        assert counted_last(desk.room) == {"Window 1": {100_00: 50, 25_00: 40}}

    def test_an_opening_is_held_to_it_too(self, desk: Desk) -> None:
        close(desk, {100_00: 50, 25_00: 40})
        session = open_with(desk, {25_00: 41})
        assert alarms(desk.room) == [(25_00, 41, 40)]
        facts = {"by": desk.cashier, "at": desk.at(), "key": key()}
        cage.recount_opening(session=session, counted=Counted({25_00: 42}), **facts)
        assert alarms(desk.room)[1:] == [(25_00, 42, 40)]

    def test_so_is_the_count_together(self, desk: Desk) -> None:
        session = begin(desk)
        count(desk, {100_00: 60})
        count(desk, {100_00: 59}, by=desk.second)
        three = {"second": desk.second, "third": desk.manager, "by": desk.cashier, "at": desk.at()}
        cage.recount_drawer(session=session, counted=Counted({100_00: 101}), key=key(), **three)
        assert alarms(desk.room) == [(100_00, 101, 100)]
        assert ChipAlarm.objects.get().people == sorted(each.pk for each in (desk.cashier, desk.second, desk.manager))

    def test_one_that_says_the_same_is_not_raised_again_while_it_stands(self, desk: Desk) -> None:
        begin(desk)
        count(desk, {25_00: 41})
        count(desk, {25_00: 41}, by=desk.second)
        assert len(alarms(desk.room)) == 1
        cage.answer_chip_alarm(alarm=ChipAlarm.objects.get(), reason="looked", by=desk.manager, at=desk.at())
        reopen(desk, {25_00: 41})
        assert len(alarms(desk.room)) == 2, "an answer ends an alarm, not the search"

    def test_chips_said_to_be_destroyed_that_are_counted(self, desk: Desk) -> None:
        """Chips that left the books by a slip, and the house by somebody's pocket, come back over the counter."""
        close(desk, {100_00: 60})
        blue = ChipSet.objects.get(room=desk.room)
        facts: dict[str, Any] = {"chip_set": blue, "reason": "worn", "key": key()}
        cage.destroy_chips(pieces={100_00: 41}, **facts, **desk.at_the_vault())
        assert alarms(desk.room) == [(100_00, 60, 59)]

    def test_where_no_pieces_were_stated_the_amount_is_the_most(self, desk: Desk) -> None:
        cage.stock_vault(room=desk.room, chips=500_00, cash=0, key=key(), reason="old", **desk.at_the_vault())
        begin(desk)
        count(desk, {500_00: 1, 25_00: 60})
        assert alarms(desk.room) == []
        count(desk, {500_00: 2, 25_00: 61}, by=desk.second)
        assert alarms(desk.room) == [(500_00, 2, 1), (25_00, 61, 60)]

    def test_another_room_is_another_house(self, desk: Desk) -> None:
        other = open_desk()
        begin(desk)
        count(desk, {25_00: 41})
        assert alarms(other.room) == []


class TestNeverIssued:
    def test_a_value_that_was_never_issued_is_refused(self, desk: Desk) -> None:
        begin(desk)
        refused("denomination_unknown", lambda: count(desk, {500_00: 1}))
        assert not DrawerCount.objects.exclude(part="opening").exists()
        assert count(desk, {500_00: 0, 100_00: 1}).state == "counting"

    def test_a_value_of_which_all_were_destroyed_is_an_alarm(self, desk: Desk) -> None:
        facts: dict[str, Any] = {"reason": "worn", "key": key()}
        blue = ChipSet.objects.get(room=desk.room)
        cage.destroy_chips(chip_set=blue, pieces={25_00: 40}, **facts, **desk.at_the_vault())
        begin(desk)
        count(desk, {25_00: 1})
        assert alarms(desk.room) == [(25_00, 1, 0)]


class TestAnswer:
    @pytest.fixture
    def alarm(self, desk: Desk) -> ChipAlarm:
        begin(desk)
        count(desk, {25_00: 41})
        return ChipAlarm.objects.get()

    def test_a_manager_answers_it_with_words(self, desk: Desk, alarm: ChipAlarm) -> None:
        day = desk.room.gaming_day(desk.now)
        (item,) = chips_nobody_issued(desk.room, day)
        assert (item.code, item.href) == ("chips_not_issued", "/cage/chips/")
        facts = {"alarm": alarm, "by": desk.manager, "at": desk.at()}
        refused("reason_missing", lambda: cage.answer_chip_alarm(reason=" ", **facts))
        answer = cage.answer_chip_alarm(reason="slip 2025-1 says one too few", **facts)
        assert (answer.by, list(chips_nobody_issued(desk.room, day))) == (desk.manager, [])
        refused("alarm_answered", lambda: cage.answer_chip_alarm(reason="again", **facts))

    def test_nobody_answers_for_their_own_count(self, desk: Desk, alarm: ChipAlarm) -> None:
        facts = {"alarm": alarm, "reason": "all is well", "at": desk.at()}
        refused("not_your_alarm", lambda: cage.answer_chip_alarm(by=desk.cashier, **facts))

    def test_nor_for_what_was_entered_for_somebody_else(self, desk: Desk) -> None:
        other = person(desk.room, "manager")
        begin(desk)
        facts: dict[str, Any] = {"key": key(), "by": desk.cashier, "at": desk.at(), "second": other}
        cage.count_drawer(session=running(desk.drawer), counted=Counted({25_00: 41}), **facts)
        alarm = ChipAlarm.objects.get()
        for who in (desk.cashier, other):
            answer = {"alarm": alarm, "reason": "well", "by": who, "at": desk.at()}
            refused("not_your_alarm", lambda answer=answer: cage.answer_chip_alarm(**answer))


def close(desk: Desk, pieces: dict[int, int]) -> None:
    """Close the drawer with two equal counts."""
    begin(desk)
    for who in (desk.cashier, desk.second):
        count(desk, pieces, by=who)


def open_with(desk: Desk, pieces: dict[int, int]) -> Any:
    facts = {"by": desk.cashier, "at": desk.at(), "key": key()}
    return cage.open_drawer(drawer=desk.drawer, counted=Counted(pieces), **facts)


def reopen(desk: Desk, pieces: dict[int, int]) -> None:
    assert open_with(desk, pieces).state == "open"
