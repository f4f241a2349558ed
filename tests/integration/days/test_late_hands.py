"""Hands recorded after the cut-off of their day: booked on the new day, named on both, and in the figures of one."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse

from games.models import Hand
from games.services import supersede_tick, void_hand
from players.models import Transfer
from rake.audit_checks import wrong_reports
from rake.corrections import corrections_of_other_days, later_corrections
from rake.lab.asking import Question
from rake.lab.reading import Where
from rake.selectors import rake_report
from rake.services import rebuild_day
from tests.support.arranged import arranged
from tests.support.days import end_day, lock_day, locked_day, tie_out
from tests.support.desk import key, person
from tests.support.looks import reader
from tests.support.people import signed_in
from tests.support.table import HandTable, open_hand_table
from tests.support.words import text

pytestmark = pytest.mark.django_db
DAY = date(2025, 3, 7)
NEXT = DAY + timedelta(days=1)


@arranged
def table() -> HandTable:
    """A table with one quick hand, on a day that goes on."""
    table = open_hand_table()
    table.tick(3_00)
    return table


def evening(table: HandTable) -> datetime:
    """An instant of the day before its cut-off, at which a tablet took a hand without a line."""
    return table.desk.room.start_of(NEXT) - timedelta(minutes=10)


def came_late(table: HandTable, rake: int = 2_00, **facts: Any) -> Hand:
    return table.tick(rake, **({"entered_at": evening(table)} | facts))


@pytest.mark.parametrize("locked", [False, True])
def test_a_quick_hand_that_arrives_after_the_cut_off_names_the_day_of_its_time(table: HandTable, locked: bool) -> None:
    (locked_day if locked else end_day)(table.desk)
    hand = came_late(table)
    assert (hand.gaming_day, hand.belongs_to_day) == (NEXT, DAY)
    assert set(Transfer.objects.filter(hand_id=hand.pk).values_list("gaming_day", flat=True)) == {NEXT}
    page = text(signed_in(table.floor).get(reverse("hand", args=[hand.pk])))
    assert "8 March 2025, played on 7 March 2025 and recorded after its cut-off" in page


def test_what_arrives_on_its_own_day_names_no_other(table: HandTable) -> None:
    hand = table.tick(2_00, entered_at=table.desk.now - timedelta(minutes=1))
    assert (hand.gaming_day, hand.belongs_to_day) == (DAY, None)
    end_day(table.desk)
    assert table.tick(2_00).belongs_to_day is None
    assert table.tick(2_00, entered_at=table.desk.now).belongs_to_day is None


def test_a_full_hand_that_was_begun_before_the_cut_off_names_the_day_that_it_was_played_on(table: HandTable) -> None:
    draft = table.deal()
    end_day(table.desk)
    hand = table.record(table.act(draft, *["f"] * (len(table.sittings) - 1)))
    assert (hand.gaming_day, hand.belongs_to_day) == (NEXT, DAY)


def test_both_reports_tell_it_and_the_day_that_booked_it_counts_it(table: HandTable) -> None:
    room = table.desk.room
    locked_day(table.desk)
    before = rake_report(room, DAY).total.rake_taken
    hand = came_late(table)
    rebuild_day(room=room, gaming_day=NEXT, at=table.desk.at())
    assert (rake_report(room, NEXT).total.rake_taken, rake_report(room, NEXT).total.hands) == (2_00, 1)
    assert rake_report(room, DAY).total.rake_taken == before
    (booked,) = corrections_of_other_days(room, NEXT).late
    (belongs,) = later_corrections(room, DAY).late
    assert booked == belongs
    assert (booked.rake, booked.booked_on, booked.belongs_to) == (2_00, NEXT, DAY)
    assert corrections_of_other_days(room, NEXT).corrected == ()
    assert list(wrong_reports()) == []
    manager = reader(table.desk.manager, table.desk.room)
    assert f"{hand} recorded late" in text(manager.get(reverse("rake_report", args=[DAY])))
    assert f"{hand} recorded late" in text(manager.get(reverse("rake_report", args=[NEXT])))


def test_its_correction_takes_its_place_where_it_is_counted(table: HandTable) -> None:
    room = table.desk.room
    locked_day(table.desk)
    hand = came_late(table)
    given = {
        "tick": hand,
        "rake_taken": 1_00,
        "reason": "mis-keyed",
        "key": key(),
        "confirmed": ("takings_never_owed",),
    }
    corrected = supersede_tick(**given, by=person(room, "floor"), at=table.desk.at())
    assert (corrected.gaming_day, corrected.belongs_to_day) == (NEXT, None)
    rebuild_day(room=room, gaming_day=NEXT, at=table.desk.at())
    assert (rake_report(room, NEXT).total.rake_taken, rake_report(room, NEXT).total.hands) == (1_00, 1)
    assert list(wrong_reports()) == []


def test_its_void_after_the_lock_of_the_day_that_booked_it_belongs_to_that_day(table: HandTable) -> None:
    room = table.desk.room
    locked_day(table.desk)
    hand = came_late(table)
    day = end_day(table.desk)
    tie_out(table.desk, day)
    lock_day(table.desk, day)
    facts = {"reason": "played twice", "key": key(), "second": person(room, "manager")}
    void = void_hand(hand=hand, by=person(room, "floor"), at=table.desk.at(), **facts)
    assert (void.gaming_day, void.belongs_to_day) == (NEXT + timedelta(days=1), NEXT)
    assert later_corrections(room, NEXT).rake == -2_00
    assert rake_report(room, NEXT).total.rake_taken == 2_00


def test_the_schedule_lab_reads_it_on_the_day_whose_figures_it_is_in(table: HandTable) -> None:
    end_day(table.desk)
    hand = came_late(table)
    asked = [Where(table.desk.room, Question(day, day, table.session.plaque.plaque.fee)) for day in (DAY, NEXT)]
    assert [hand in where.hands for where in asked] == [False, True]
    assert asked[0].days_with_hands == (DAY, NEXT)  # that of the quick hand of the day itself
    assert hand.played_on == NEXT
