"""What keeps a gaming day open: each thing is named by its own line, and by nothing else."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import resolve

from cage.models import Investigation
from cage.selectors.drop import drop_of
from cage.services import return_key, settle_investigation
from config.audit.models import AuditRun
from config.audit.runs import answer, run_audit
from config.days.models import DayState
from config.days.registry import SOURCES, end_of
from config.days.selectors import open_items, state_of
from config.jobs.services import enqueue
from players.models import Sitting
from players.selectors.time_due import time_due_at
from players.services.time_charges import collect_time, waive_time
from rake.services import rebuild_day
from tests.support.arranged import arranged
from tests.support.boxes import counted, drop_everything, pulled
from tests.support.days import (
    case_that_holds,
    end_day,
    open_drawers,
    shift_of,
    tie_out,
    time_table,
)
from tests.support.desk import Desk, key, open_desk
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.drawers import close_exactly
from tests.support.house import a_finding, a_key

pytestmark = pytest.mark.django_db


@arranged
def at() -> DisputeTable:
    """A table in play, with a hand that was recorded on the day."""
    table = open_dispute_table()
    table.showdown()
    return table


def codes(desk: Desk, day: object) -> list[str]:
    """The codes of everything that keeps the day open."""
    return [item.code for item in open_items(desk.room, day)]  # type: ignore[arg-type]


def draft(at: DisputeTable) -> None:
    at.table.deal()


def case(at: DisputeTable) -> None:
    case_that_holds(at)


def appealed_case(at: DisputeTable) -> None:
    """A case that asked for a hold on a hand that is being played holds nothing yet, and has still to be ruled."""
    draft = at.table.act(at.table.deal(), "r 20", "f", "f", "f")
    at.open(draft, hold="whole")
    at.table.record(draft)


def shift(at: DisputeTable) -> None:
    shift_of(at.table.desk, ended=False)


def time_owed(at: DisputeTable) -> None:
    time_table(at.table.desk)


PLANTED: dict[str, tuple[Callable[[DisputeTable], None], str]] = {
    "a hand that is still being entered": (draft, "hand_in_entry"),
    "a case that impounds": (case, "case_holds"),
    "a case that is to hold": (appealed_case, "case_holds"),
    "a dealer who has not gone off": (shift, "shift_running"),
    "time that is owed": (time_owed, "time_due"),
}


@pytest.mark.parametrize("what", PLANTED)
def test_what_was_left_on_the_day_is_named_alone(at: DisputeTable, what: str) -> None:
    plant, code = PLANTED[what]
    desk = at.table.desk
    plant(at)
    day = end_day(desk)
    tie_out(desk, day)
    assert codes(desk, day) == [code]
    assert state_of(desk.room, day, desk.now) == DayState.CUT_OFF


class TestAfterTheDay:
    def test_nothing_keeps_open_what_is_settled(self, at: DisputeTable) -> None:
        desk = at.table.desk
        day = end_day(desk)
        tie_out(desk, day)
        assert codes(desk, day) == []
        assert state_of(desk.room, day, desk.now) == DayState.TIED_OUT

    def test_a_drawer_that_was_not_closed(self, at: DisputeTable) -> None:
        desk = at.table.desk
        player = desk.player()
        desk.buy_in(player, 100_00)
        day = end_day(desk)
        (item,) = (each for each in open_items(desk.room, day) if each.code == "drawer_open")
        assert (item.sentence, item.by) == (f"{desk.drawer} is not closed: count it and close it.", str(desk.cashier))
        tie_out(desk, day)
        assert codes(desk, day) == []

    def test_a_drawer_that_was_opened_on_the_next_day(self, at: DisputeTable) -> None:
        desk = at.table.desk
        day = end_day(desk)
        tie_out(desk, day)
        open_drawers(desk)
        assert codes(desk, day) == []

    def test_a_variance_that_nobody_has_settled(self, at: DisputeTable) -> None:
        desk = at.table.desk
        close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at(), cash=-60_00)
        day = end_day(desk)
        tie_out(desk, day)
        (item,) = open_items(desk.room, day)
        assert (item.code, item.by) == ("variance_open", str(desk.cashier))
        investigation = Investigation.objects.get()
        facts = {"outcome": Investigation.State.ACCEPTED, "text": "a torn note"}
        settle_investigation(investigation=investigation, **facts, **desk.by_two())
        assert codes(desk, day) == []

    def test_a_box_that_was_not_pulled_then_not_counted_then_short(self, at: DisputeTable) -> None:
        desk = at.table.desk
        at.table.tick(6_00)
        day = end_day(desk)
        of_boxes = lambda: [code for code in codes(desk, day) if "box" in code or "drop" in code]  # noqa: E731
        assert of_boxes() == ["box_not_pulled"]
        pull = pulled(desk, "R1")
        assert of_boxes() == ["box_not_counted"]
        (item,) = (each for each in open_items(desk.room, day) if each.code == "box_not_counted")
        assert (item.by, item.sentence) == (
            "two who neither pulled it nor dealt", f"{pull} was pulled by {pull.puller}: two others count it.",
        )  # fmt: skip
        assert pull.gaming_day > day, "a pull after the cut-off takes what the day recorded"
        assert [amount for _, amount in drop_of(desk.room, day).carried] == [pull.expected]
        counted(desk, pull, -pull.expected)
        assert of_boxes() == ["drop_variance_open"]
        facts = {"outcome": Investigation.State.ACCEPTED, "text": "seen on tape"}
        settle_investigation(investigation=Investigation.objects.get(), **facts, **desk.by_two())
        tie_out(desk, day)
        assert codes(desk, day) == []

    def test_what_the_next_day_dropped_keeps_this_one_not_open(self, at: DisputeTable) -> None:
        desk = at.table.desk
        day = end_day(desk)
        tie_out(desk, day)
        at.table.tick(6_00)
        assert codes(desk, day) == []

    def test_a_key_that_is_out(self, at: DisputeTable) -> None:
        desk = at.table.desk
        taking = a_key(desk)
        day = end_day(desk)
        tie_out(desk, day)
        assert codes(desk, day) == ["box_key_out"]
        return_key(taking=taking, by=desk.cashier, second=desk.second, at=desk.at())
        assert codes(desk, day) == []

    def test_hands_that_are_not_rated_and_a_report_that_lacks_them(self, at: DisputeTable) -> None:
        desk = at.table.desk
        day = end_day(desk)
        tie_out(desk, day)
        desk.now -= timedelta(hours=4)
        at.table.tick(3_00, pot=60_00, winners=[1])
        drop_everything(desk)
        assert codes(desk, day) == ["hand_unrated"]
        rebuild_day(room=desk.room, gaming_day=day, at=desk.now)
        assert codes(desk, day) == ["report_too_early"]
        desk.now += timedelta(hours=4)
        rebuild_day(room=desk.room, gaming_day=day, at=desk.at())
        assert codes(desk, day) == []

    def test_a_day_without_a_hand_whose_tables_were_open(self) -> None:
        desk = open_desk()
        day = end_day(desk)
        tie_out(desk, day, without="report")
        (item,) = open_items(desk.room, day)
        assert (item.code, "is not built" in item.sentence) == ("report_too_early", True)

    def test_a_report_that_lacks_hands_which_are_never_rated(self, at: DisputeTable) -> None:
        desk = at.table.desk
        day = end_day(desk)
        tie_out(desk, day)
        desk.now -= timedelta(hours=4)
        at.table.tick(3_00)
        drop_everything(desk)
        (item,) = open_items(desk.room, day)
        assert item.code == "report_not_built"
        assert "lacks 1" in item.sentence

    def test_a_report_that_is_being_built(self, at: DisputeTable) -> None:
        desk = at.table.desk
        day = end_day(desk)
        tie_out(desk, day)
        enqueue("rake.rebuild_day", room=desk.room, room_id=desk.room.pk, gaming_day=day.isoformat())
        assert codes(desk, day) == ["report_building"]

    def test_the_report_of_another_day_that_is_being_built(self, at: DisputeTable) -> None:
        desk = at.table.desk
        day = end_day(desk)
        tie_out(desk, day)
        enqueue("rake.rebuild_day", room=desk.room, room_id=desk.room.pk, gaming_day="2025-03-01")
        assert codes(desk, day) == []

    def test_a_finding_that_nobody_answered_for(self, at: DisputeTable) -> None:
        desk = at.table.desk
        day = end_day(desk)
        tie_out(desk, day)
        finding = a_finding(desk)
        assert codes(desk, day) == ["finding_unanswered"]
        answer(finding=finding, room=desk.room, reason="counted again", by=desk.manager, at=desk.at())
        assert codes(desk, day) == []

    def test_books_that_were_audited_only_before_the_day_had_ended(self, at: DisputeTable) -> None:
        desk = at.table.desk
        run_audit(why=AuditRun.Why.DAY_END, at=desk.at())
        day = end_day(desk)
        tie_out(desk, day)
        assert codes(desk, day) == []
        next_day = codes(desk, day + timedelta(days=1))  # the table plays through it
        assert next_day == ["vault_not_counted", "report_too_early", "books_not_audited"]  # boxes came in since

    def test_an_hourly_audit_is_not_that_of_the_day(self, at: DisputeTable) -> None:
        desk = at.table.desk
        day = end_day(desk)
        tie_out(desk, day)
        desk.now = end_of(desk.room, day + timedelta(days=1))
        run_audit(why=AuditRun.Why.HOUR, at=desk.at())
        assert "books_not_audited" in codes(desk, day + timedelta(days=1))

    def test_a_chain_that_was_not_sealed_since(self, at: DisputeTable) -> None:
        """Seals are dated by the database's own clock."""
        desk = at.table.desk
        day = end_day(desk)
        tie_out(desk, day)
        ahead = datetime.now(UTC).date() + timedelta(days=400)
        assert {"books_not_audited", "chain_not_sealed"} <= set(codes(desk, ahead))

    def test_a_head_that_lies_nowhere_outside(self, at: DisputeTable, settings: object, tmp_path: object) -> None:
        desk = at.table.desk
        day = end_day(desk)
        tie_out(desk, day)
        settings.ANCHORS = [str(tmp_path)]  # type: ignore[attr-defined]
        assert codes(desk, day) == ["day_not_anchored"]


def test_what_is_settled_later_keeps_the_day_open_no_more(at: DisputeTable) -> None:
    desk = at.table.desk
    session = time_table(desk)
    holds = case_that_holds(at)
    day = end_day(desk)
    tie_out(desk, day)
    assert sorted(codes(desk, day)) == ["case_holds", "time_due"]
    (sitting,) = Sitting.objects.filter(session=session)
    facts = {"by": desk.manager, "second": desk.second, "at": desk.at()}
    waive_time(sitting=sitting, reason="the game broke", key=key(), **facts)
    at.rule(holds)
    rebuild_day(room=desk.room, gaming_day=day, at=desk.at())
    assert codes(desk, day) == []


def test_time_of_the_next_day_at_a_table_that_plays_through_keeps_this_one_open_not(at: DisputeTable) -> None:
    """What is owed from the stroke of the end on is the next day's."""
    desk = at.table.desk
    session = time_table(desk)
    day = desk.room.gaming_day(desk.now)
    desk.now = end_of(desk.room, day) - timedelta(minutes=5)
    collect_time(session=session, key=key(), **desk.by())
    end_day(desk)
    tie_out(desk, day)
    assert time_due_at(session, desk.now)
    assert codes(desk, day) == []


def test_every_item_leads_to_a_page(at: DisputeTable) -> None:
    desk = at.table.desk
    at.table.deal()
    shift_of(desk, ended=False)
    time_table(desk)
    day = end_day(desk)
    items = open_items(desk.room, day)
    assert len(items) >= 6
    for item in items:
        assert resolve(item.href.partition("?")[0])
        assert item.sentence.endswith(".")


def test_no_time_is_owed_that_has_not_begun(at: DisputeTable) -> None:
    """While the day goes on its page tells what the page of the table tells, and not what is owed at its end."""
    desk = at.table.desk
    session = time_table(desk)
    with time_machine.travel(desk.now, tick=False):
        (item,) = (each for each in open_items(desk.room, desk.room.gaming_day(desk.now)) if each.code == "time_due")
    owed = sum(each.amount for each in time_due_at(session, desk.now))
    assert f"owes {desk.room.money(owed)} for time" in item.sentence


def test_what_is_open_stands_in_the_order_in_which_it_is_settled(at: DisputeTable) -> None:
    desk = at.table.desk
    shift_of(desk, ended=False)
    at.table.tick(3_00, pot=60_00, winners=[1])
    codes = [item.code for item in open_items(desk.room, end_day(desk))]
    order = ["shift_running", "box_not_pulled", "hand_unrated", "books_not_audited"]
    assert [code for code in codes if code in order] == order


def test_as_many_queries_for_many_things_as_for_one(at: DisputeTable) -> None:
    desk = at.table.desk

    def asked() -> int:
        with CaptureQueriesContext(connection) as told:
            open_items(desk.room, desk.room.gaming_day(desk.now))
        return len(told)

    assert len(SOURCES) >= 8
    shift_of(desk, ended=False)
    one = asked()
    for _ in range(5):
        shift_of(desk, ended=False)
        a_hand = at.table.tick(3_00, pot=60_00, winners=[1])
        assert a_hand.pot
    assert asked() == one


@pytest.mark.parametrize("what", PLANTED)
def test_what_was_left_on_the_day_keeps_no_other_open(at: DisputeTable, what: str) -> None:
    """Neither the one before nor the one after; but for time that is owed, until it is taken or waived."""
    plant, code = PLANTED[what]
    desk = at.table.desk
    plant(at)
    day = desk.room.gaming_day(desk.now)
    kept = [code in codes(desk, day + timedelta(days=days)) for days in (-1, 0, 1)]
    assert kept == [False, True, code == "time_due"]
