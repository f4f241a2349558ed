"""What is corrected after the lock: booked on the open day, named on both days' reports, and the locked day stays."""

import json
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from config.days.models import KeptFigures
from config.days.selectors import kept_figures
from disputes.models import Place
from disputes.services import Payment
from games.models import Hand
from games.services import reopen_hand, supersede_tick, void_hand
from rake.audit_checks import wrong_reports
from rake.corrections import corrections_of_other_days, later_corrections
from rake.selectors import KEPT_REPORT, as_json, rake_report
from rake.services import rebuild_day
from rake.unbuilt import days_to_rebuild
from tests.support.arranged import arranged
from tests.support.days import end_day, lock_day, locked_day, tie_out
from tests.support.desk import key, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.looks import reader
from tests.support.table import HandTable

pytestmark = pytest.mark.django_db
DAY = date(2025, 3, 7)
NEXT = DAY + timedelta(days=1)


@arranged
def at() -> DisputeTable:
    """A locked day with two quick hands and a full one, and the morning after it."""
    return the_morning_after()


def the_morning_after() -> DisputeTable:
    at = open_dispute_table()
    at.table.tick(3_00, pot=60_00, winners=[1])
    at.table.tick(2_00)
    at.showdown()
    locked_day(at.table.desk)
    return at


def first(at: DisputeTable) -> Hand:
    return Hand.objects.get(session=at.table.session, number=1, superseded_by=None)


def corrected(table: HandTable, hand: Hand, rake: int) -> Hand:
    """A quick hand corrected by another supervisor."""
    given = {"tick": hand, "rake_taken": rake, "pot": 60_00, "winners": [1], "reason": "mis-keyed", "key": key()}
    return supersede_tick(**given, by=person(table.desk.room, "floor"), at=table.desk.at())


def voided(table: HandTable, hand: Hand) -> Hand:
    given = {"hand": hand, "reason": "fouled deck", "second": person(table.desk.room, "floor"), "key": key()}
    return void_hand(**given, by=person(table.desk.room, "floor"), at=table.desk.at())


def files(at: DisputeTable, day: date = DAY) -> dict[str, bytes]:
    """The day's report as it is given out: CSV, workbook, API."""
    client = reader(at.table.desk.manager, at.table.desk.room)
    sent: dict[str, Any] = {name: client.get(reverse(name, args=[day])) for name in ("rake_csv", "rake_xlsx")}
    read = {name: b"".join(answer) if answer.streaming else answer.content for name, answer in sent.items()}
    return read | {"json": json.dumps(as_json(rake_report(at.table.desk.room, day)), sort_keys=True).encode()}


def test_a_correction_is_booked_on_the_open_day_and_names_the_one_it_belongs_to(at: DisputeTable) -> None:
    hand = corrected(at.table, first(at), 5_00)
    assert (hand.gaming_day, hand.belongs_to_day, hand.played_on) == (NEXT, DAY, DAY)
    void = voided(at.table, Hand.objects.get(session=at.table.session, number=2))
    assert (void.gaming_day, void.belongs_to_day) == (NEXT, DAY)


def test_a_full_hand_is_corrected_so_as_well(at: DisputeTable) -> None:
    table = at.table
    full = Hand.objects.get(session=table.session, number=3)
    by = {"by": person(table.desk.room, "floor"), "at": table.desk.at()}
    draft = reopen_hand(hand=full, reason="the rake was another", key=key(), **by)
    again = table.record(draft, rake=4_00, by=by["by"], second=person(table.desk.room, "floor"))
    assert (again.gaming_day, again.belongs_to_day) == (NEXT, DAY)
    (row,) = later_corrections(table.desk.room, DAY).rows
    assert row.rake == 4_00 - full.rake_taken


def test_a_further_correction_names_the_same_day_and_counts_only_what_it_changes(at: DisputeTable) -> None:
    second = corrected(at.table, first(at), 5_00)
    third = corrected(at.table, second, 4_00)
    assert third.belongs_to_day == DAY
    later = later_corrections(at.table.desk.room, DAY)
    assert [row.rake for row in later.rows] == [2_00, -1_00]
    assert later.rake == 1_00 == third.rake_taken - 3_00


def test_a_correction_of_an_open_day_names_none(at: DisputeTable) -> None:
    hand = at.table.tick(3_00, pot=60_00, winners=[1])
    assert corrected(at.table, hand, 4_00).belongs_to_day is None


def test_a_correction_across_days_that_are_open_names_none() -> None:
    at = open_dispute_table()
    hand = at.table.tick(3_00, pot=60_00, winners=[1])
    end_day(at.table.desk)
    again = corrected(at.table, hand, 4_00)
    assert (again.gaming_day, again.belongs_to_day) == (NEXT, None)


class TestFigures:
    def test_the_correction_is_in_the_figures_of_no_day_and_on_both_reports(self, at: DisputeTable) -> None:
        room = at.table.desk.room
        corrected(at.table, first(at), 5_00)
        at.table.tick(1_00)
        rebuild_day(room=room, gaming_day=NEXT, at=at.table.desk.at())
        assert rake_report(room, NEXT).total.rake_taken == 1_00
        assert rake_report(room, NEXT).is_complete
        (booked,) = corrections_of_other_days(room, NEXT).rows
        (belongs,) = later_corrections(room, DAY).rows
        assert booked == belongs
        assert (booked.rake, booked.promo, booked.booked_on, booked.belongs_to) == (2_00, 0, NEXT, DAY)
        assert not corrections_of_other_days(room, DAY)
        assert not later_corrections(room, NEXT)

    def test_a_void_gives_back(self, at: DisputeTable) -> None:
        room = at.table.desk.room
        voided(at.table, first(at))
        assert later_corrections(room, DAY).rake == -3_00
        rebuild_day(room=room, gaming_day=NEXT, at=at.table.desk.at())
        assert rake_report(room, NEXT).total.hands == 0

    def test_a_ruling_on_a_hand_of_the_day_is_told_too(self, at: DisputeTable) -> None:
        room = at.table.desk.room
        hand = Hand.objects.get(session=at.table.session, number=3)
        payment = Payment(at.sitting(at.winner), at.sitting(at.loser), 10_00)
        at.rule(at.open(hand), payment, second=at.other)
        (row,) = later_corrections(room, DAY).rows
        assert (row.moved, row.rake, row.booked_on) == (10_00, 0, NEXT)
        assert corrections_of_other_days(room, NEXT).rows == (row,)

    def test_what_a_ruling_takes_out_of_a_box_is_taken_off(self, at: DisputeTable) -> None:
        room, case = at.table.desk.room, at.open(Hand.objects.get(session=at.table.session, number=3))
        at.rule(case, Payment(Place.RAKE, at.sitting(at.winner), 2_00), second=at.other)
        (row,) = later_corrections(room, DAY).rows
        assert (row.moved, row.rake, row.promo) == (2_00, -2_00, 0)

    def test_what_another_room_corrects_is_on_its_own_reports(self, at: DisputeTable) -> None:
        """Both rooms have locked the same day; only one has corrected anything of it."""
        room, there = at.table.desk.room, the_morning_after()
        corrected(there.table, first(there), 5_00)
        payment = Payment(there.sitting(there.winner), there.sitting(there.loser), 10_00)
        there.rule(there.open(Hand.objects.get(session=there.table.session, number=3)), payment, second=there.other)
        assert len(later_corrections(there.table.desk.room, DAY).rows) == 2
        assert not later_corrections(room, DAY)
        assert not corrections_of_other_days(room, NEXT)

    def test_two_rooms_keep_their_own_figures_of_one_day(self, at: DisputeTable) -> None:
        there = the_morning_after()
        rooms = [each.table.desk.room for each in (at, there)]
        names = [{line.table for line in rake_report(room, DAY).lines} for room in rooms]
        assert names == [{each.table.session.table.name} for each in (at, there)]

    def test_a_ruling_before_the_lock_is_none(self) -> None:
        at = open_dispute_table()
        hand = at.showdown()
        day = end_day(at.table.desk)
        at.rule(at.open(hand))
        tie_out(at.table.desk, day)
        lock_day(at.table.desk, day)
        assert not later_corrections(at.table.desk.room, day)

    def test_the_books_still_hold(self, at: DisputeTable) -> None:
        room = at.table.desk.room
        corrected(at.table, first(at), 5_00)
        voided(at.table, Hand.objects.get(session=at.table.session, number=2))
        assert days_to_rebuild(room) == [NEXT]
        rebuild_day(room=room, gaming_day=NEXT, at=at.table.desk.at())
        assert days_to_rebuild(room) == []
        assert list(wrong_reports()) == []

    def test_nothing_that_follows_changes_a_byte_of_the_report(self, at: DisputeTable) -> None:
        room = at.table.desk.room
        before = files(at)
        kept = KeptFigures.objects.get(lock__room=room, code=KEPT_REPORT).text
        corrected(at.table, first(at), 5_00)
        voided(at.table, Hand.objects.get(session=at.table.session, number=2))
        for _ in range(2):
            locked_day(at.table.desk)
        at.table.desk.now += timedelta(days=30)
        at.table.tick(3_00)
        assert files(at) == before
        assert KeptFigures.objects.get(lock__room=room, lock__gaming_day=DAY, code=KEPT_REPORT).text == kept

    def test_a_table_that_is_renamed_later_keeps_its_name_in_the_report(self, at: DisputeTable) -> None:
        before = files(at)
        table = at.table.session.table
        table.name = "Table 99"
        table.save()
        assert files(at) == before

    def test_the_kept_report_is_the_one_that_was_built(self) -> None:
        at = open_dispute_table()
        at.table.tick(3_00, pot=60_00, winners=[1])
        at.table.tick(2_00)
        day = end_day(at.table.desk)
        tie_out(at.table.desk, day)
        before = files(at)
        lock_day(at.table.desk, day)
        assert files(at) == before
        assert kept_figures(at.table.desk.room, day, KEPT_REPORT)["floor"]["lines"]

    def test_the_liability_is_that_of_the_cut_off(self, at: DisputeTable) -> None:
        kept = kept_figures(at.table.desk.room, DAY, "liability")
        assert kept["house"]["rake_box"] == rake_report(at.table.desk.room, DAY).total.rake_taken
        assert kept["issued"] == kept["chips_in_use"] + sum(kept["house"].values())


def test_both_pages_say_so(at: DisputeTable) -> None:
    hand = corrected(at.table, first(at), 5_00)
    client: Client = reader(at.table.desk.manager, at.table.desk.room)
    locked = client.get(reverse("rake_report", args=[DAY])).content.decode()
    following = client.get(reverse("rake_report", args=[NEXT])).content.decode()
    assert "Later corrections of this day" in locked
    assert "booked on 8 Mar 2025: rake 2" in locked
    assert "Build again" not in locked
    imported = client.get(reverse("rake_report", args=[DAY]) + "?source=import").content.decode()
    assert "Imported" in imported
    assert "Later corrections" not in imported
    assert "Corrections of other days" in following
    assert "belongs to 7 Mar 2025: rake 2" in following
    assert "belongs to the locked 7 March 2025" in client.get(reverse("hand", args=[hand.pk])).content.decode()
