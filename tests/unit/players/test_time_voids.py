"""Time that was collected by mistake is voided: the chips go back, it is due again, and nobody does it twice, or alone
without end."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from cage.models import BoxPull
from config.audit.services import record
from config.days.selectors import notes_of
from config.requests.services import claim
from players import services
from players.four_eyes import limit_for, moved_alone
from players.ledger import reverse
from players.models import AccountKind, MoneyAct, Sitting, TimeCharge, Transfer
from players.selectors.time_due import time_due_at
from players.selectors.time_paid import charges_of, paid_at
from players.services import note_works_here
from players.services.time_charges import collect_time, waive_time
from players.services.time_voids import _write, void_time
from rules.house.fee_schedule import live_time
from tables.services import claim_hand, close_table
from tests.support.arranged import arranged
from tests.support.books import books_hold
from tests.support.boxes import pulled
from tests.support.desk import NLH, OPENING, UNPOSTED, Desk, key, open_desk, person
from tests.support.refusals import refused

TIMED = replace(NLH, fee=live_time(6_00))
STROKE = OPENING + timedelta(minutes=30)
SOON = STROKE + timedelta(minutes=1)


@arranged
def paid() -> Desk:
    """A room whose table charges 6 for each half hour, of which two players have paid one, in one act."""
    desk = open_desk(house=UNPOSTED, plaque=TIMED, courtesy_hand=False)
    for seat in (1, 2):
        desk.seated(200_00, seat=seat)
    collect(desk, STROKE)
    return desk


@pytest.fixture
def one(paid: Desk) -> Sitting:
    """The player in seat 1."""
    return paid.session.sittings.get(seat=1)


def collect(desk: Desk, at: datetime, *sittings: Sitting) -> list[TimeCharge]:
    return collect_time(session=desk.session, sittings=sittings or None, key=key(), by=desk.manager, at=at)


def charge_of(sitting: Sitting) -> TimeCharge:
    """The first half hour that a seat paid and nobody voided."""
    return TimeCharge.objects.filter(sitting=sitting, outcome="collected", void=None).earliest("pk")


def void(desk: Desk, sitting: Sitting, **facts: Any) -> list[TimeCharge]:
    given = {"reason": "the wrong seat", "key": key(), "at": SOON, "by": person(desk.room, "floor")} | facts
    return void_time(charge=given.pop("charge", None) or charge_of(sitting), **given)


def owed(desk: Desk, at: datetime = SOON) -> dict[int, int]:
    """The amounts that are due at the desk's table, by seat."""
    return {due.sitting.seat: due.amount for due in time_due_at(desk.session, at)}


class TestTheVoid:
    def test_the_chips_of_one_seat_go_back_and_it_is_due_again(self, paid: Desk, one: Sitting) -> None:
        (row,) = void(paid, one)
        assert (row.outcome, row.amount, row.began_at, row.reason) == ("voided", 6_00, STROKE, "the wrong seat")
        assert (paid.stack(one), paid.held(AccountKind.TIME_BOX)) == (200_00, 6_00)
        assert owed(paid) == {1: 6_00}
        back = Transfer.objects.get(request_key=row.request_key)
        assert (back.kind, back.reverses.source.sitting, back.reason) == ("time_charge", one, "the wrong seat")
        assert books_hold()

    def test_it_is_collected_rightly_afterwards_and_voided_again(self, paid: Desk, one: Sitting) -> None:
        void(paid, one)
        (again,) = collect(paid, SOON, one)
        assert (again.again, owed(paid), paid.held(AccountKind.TIME_BOX)) == (1, {}, 12_00)
        void(paid, one)
        assert owed(paid) == {1: 6_00}
        waive_time(sitting=one, reason="was away", key=key(), by=paid.manager, at=SOON)
        assert (owed(paid), paid.stack(one)) == ({}, 200_00)
        assert books_hold()

    def test_all_that_the_seat_paid_by_the_act_goes_back(self, paid: Desk, one: Sitting) -> None:
        later = STROKE + timedelta(minutes=61)
        collect(paid, later, one)
        latest = TimeCharge.objects.filter(sitting=one).latest("pk")
        assert [row.amount for row in void(paid, one, charge=latest, at=later)] == [6_00, 6_00]
        assert owed(paid, later) == {1: 12_00, 2: 12_00}
        assert books_hold()

    def test_a_retry_voids_once(self, paid: Desk, one: Sitting) -> None:
        facts = {"key": key(), "by": paid.manager, "charge": charge_of(one), "reason": "twice", "at": SOON}
        assert void_time(**facts) == void_time(**facts)
        assert paid.stack(one) == 200_00

    def test_nobody_voids_it_twice(self, paid: Desk, one: Sitting) -> None:
        charge = charge_of(one)
        (row,) = void(paid, one, charge=charge)
        refused("already_voided", lambda: void(paid, one, charge=charge))
        refused("not_collected", lambda: void(paid, one, charge=row))

    def test_a_waiver_took_no_chips(self, paid: Desk, one: Sitting) -> None:
        later = STROKE + timedelta(minutes=31)
        (waived,) = waive_time(sitting=one, reason="first visit", key=key(), by=paid.manager, at=later)
        refused("not_collected", lambda: void(paid, one, charge=waived, at=later))

    def test_it_says_why(self, paid: Desk, one: Sitting) -> None:
        refused("reason_missing", lambda: void(paid, one, reason=" "))


class TestWhen:
    def test_not_in_the_middle_of_a_hand(self, paid: Desk, one: Sitting) -> None:
        claim_hand(session=paid.session, by=paid.manager, at=SOON)
        refused("mid_hand", lambda: void(paid, one))

    def test_not_after_the_player_left_the_seat(self, paid: Desk, one: Sitting) -> None:
        charge = charge_of(one)
        services.change_seat(sitting=one, seat=5, key=key(), by=paid.manager, at=SOON)
        error = refused("seat_left", lambda: void(paid, one, charge=charge))
        assert "let them off the next half hour" in error.message

    def test_not_after_the_table_closed(self, paid: Desk, one: Sitting) -> None:
        charge = charge_of(one)
        for sitting in paid.session.sittings.all():
            paid.leave(sitting, at=SOON)
        close_table(session=paid.session, by=paid.manager, at=SOON)
        refused("table_closed", lambda: void(paid, one, charge=charge))

    def test_not_after_its_box_was_pulled(self, paid: Desk, one: Sitting) -> None:
        paid.now = SOON
        pulled(paid, "T1", holds="time")
        error = refused("box_pulled", lambda: void(paid, one, at=paid.at()))
        assert "let them off the next half hour" in error.message
        later = STROKE + timedelta(minutes=31)
        collect(paid, later, one)
        latest = TimeCharge.objects.filter(sitting=one).latest("pk")
        assert void(paid, one, charge=latest, at=later)

    def test_a_box_that_is_pulled_after_it_has_the_rest(self, paid: Desk, one: Sitting) -> None:
        void(paid, one)
        paid.now = SOON
        pulled(paid, "T1", holds="time")
        assert BoxPull.objects.get().expected == 6_00
        assert books_hold()

    def test_who_left_with_less_than_a_charge_owes_what_was_voided_of_an_earlier_half_hour(
        self, paid: Desk, one: Sitting
    ) -> None:
        later = STROKE + timedelta(minutes=31)
        first = charge_of(one)
        collect(paid, later, one)
        void(paid, one, charge=first, at=later)
        services.take_incidental(sitting=one, amount=190_00, reason="dinner", key=key(), by=paid.manager, at=later)
        paid.now = later
        paid.leave(one, at=later)
        other = paid.open_table(TIMED)
        paid.buy_in(one.player, 200_00, session=other)
        paid.seat(one.player, 4, 200_00, session=other)
        (due,) = time_due_at(other, paid.now)
        assert (due.amount, due.amount_of_arrears) == (6_00, 6_00)


class TestTwoPeople:
    def test_above_what_one_moves_alone_a_day_all_voids_together(self, paid: Desk, one: Sitting) -> None:
        """Void and collect, again and again: a second person is asked for before it is much."""
        floor, limit = person(paid.room, "floor"), limit_for(paid.room, paid.session)
        for _ in range(limit // 6_00):
            void(paid, one, by=floor)
            collect(paid, SOON, one)
        refused("second_needed", lambda: void(paid, one, by=floor))
        assert void(paid, one, by=floor, second=person(paid.room, "manager"))[0].second is not None
        assert books_hold()

    def test_its_sum_is_that_of_waivers_too(self, paid: Desk, one: Sitting) -> None:
        floor, later = person(paid.room, "floor"), STROKE + timedelta(minutes=31)
        void(paid, one, by=floor)
        limit = MoneyAct.objects.get(act="time_void").limit
        assert moved_alone(paid.room, floor, SOON) == 6_00
        for _ in range((limit - 6_00) // 6_00):
            collect(paid, SOON, one)
            void(paid, one, by=floor)
        refused("second_needed", lambda: waive_time(sitting=one, reason="a friend", key=key(), by=floor, at=later))

    def test_after_the_gaming_day_always(self, paid: Desk, one: Sitting) -> None:
        tomorrow = SOON + timedelta(days=1)
        paid.now = tomorrow
        error = refused("second_needed", lambda: void(paid, one, at=tomorrow))
        assert "which is over" in error.message
        (row,) = void(paid, one, at=tomorrow, second=person(paid.room, "manager"))
        assert row.gaming_day == paid.room.gaming_day(tomorrow)

    def test_whoever_collected_it_confirms_nothing(self, paid: Desk, one: Sitting) -> None:
        refused("second_made_it", lambda: void(paid, one, second=paid.manager))


class TestWhatIsSeen:
    def test_nobody_voids_or_confirms_their_own(self, paid: Desk, one: Sitting) -> None:
        host, other = person(paid.room, "floor"), person(paid.room, "manager")
        note_works_here(room=paid.room, player=one.player, who=host, by=other, at=SOON, key=key())
        refused("serves_oneself", lambda: void(paid, one, by=host))
        refused("serves_oneself", lambda: void(paid, one, second=host))
        assert void(paid, one)

    def test_the_page_of_the_table_tells_of_both(self, paid: Desk, one: Sitting) -> None:
        void(paid, one)
        shown = {each.sitting.seat: each.void and each.void.reason for each in paid_at(paid.session)}
        assert shown == {1: "the wrong seat", 2: None}

    def test_the_morning_names_who_and_why(self, paid: Desk, one: Sitting) -> None:
        floor = person(paid.room, "floor")
        void(paid, one, by=floor)
        waive_time(sitting=one, reason="was away", key=key(), by=floor, at=SOON)
        said = [note.sentence for note in notes_of(paid.room, paid.room.gaming_day(SOON))]
        money, table = paid.room.money(6_00), paid.session.table
        collected = f"{money} of time that {paid.manager} had collected from {one.player}"
        assert f"{floor} voided {collected} at {table}: the wrong seat." in said
        assert f"{floor} waived {money} of time for {one.player} at {table}: was away." in said


class TestTheDatabaseRefuses:
    def _row(self, one: Sitting, **facts: Any) -> None:
        charge = charge_of(one)
        given = {
            "session": charge.session, "player": charge.player, "sitting": one, "began_at": charge.began_at,
            "amount": charge.amount, "outcome": "voided", "reason": "x", "request_key": key(), "at": SOON,
            "gaming_day": charge.gaming_day, "voids": charge,
        }  # fmt: skip
        with transaction.atomic():
            TimeCharge.objects.create(**given | facts)
            transaction.get_connection().check_constraints()

    def test_a_void_without_its_chips(self, one: Sitting) -> None:
        with pytest.raises(IntegrityError, match="not what its rows say"):
            self._row(one)

    def test_a_half_hour_that_is_answered_for_again_without_a_void(self, one: Sitting) -> None:
        with pytest.raises(IntegrityError, match="not voided before"):
            self._row(one, outcome="waived", voids=None, again=1)
        with pytest.raises(IntegrityError, match="time_charge_once"):
            self._row(one, outcome="waived", voids=None)

    def test_chips_that_go_back_without_an_act(self, paid: Desk, one: Sitting) -> None:
        first = charge_of(one)
        facts: dict[str, Any] = {"key": key(), "by": paid.manager, "at": SOON, "reason": "the wrong seat"}
        of_seat = Transfer.objects.filter(request_key=first.request_key, kind="time_charge", source__sitting=one)
        transfers = list(of_seat.select_related("source", "target", "room"))

        @transaction.atomic
        def alone() -> None:
            claim(facts["key"], "void_time", {}, by=paid.manager, at=SOON)
            reverse(transfers=transfers, **facts)
            _write(charges_of(first), second=None, **facts)
            record("time.voided", one, room=paid.room, by=paid.manager, at=SOON, after={}, reason="the wrong seat")
            transaction.get_connection().check_constraints()

        with pytest.raises(DatabaseError, match="no act says who answers"):
            alone()

    def test_an_act_that_is_deleted(self, paid: Desk, one: Sitting) -> None:
        void(paid, one)
        with pytest.raises(DatabaseError), transaction.atomic():
            MoneyAct.objects.filter(act="time_void").delete()
