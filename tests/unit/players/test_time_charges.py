"""Time charges: who owes for which half hour, what a tap collects, and that nobody pays twice."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, transaction

from players import services
from players.models import AccountKind, MoneyAct, Sitting, TimeCharge, Transfer, TransferKind
from players.selectors.time_charged import Owed, period_of
from players.selectors.time_due import SeatDue, time_due, time_due_at
from players.services.time_charges import collect_time, waive_time
from players.services.whole_table import Goes, Plan, settle_table
from rules.house.fee_schedule import live_time
from tables.models import TableSession
from tables.services import claim_hand, close_table, post_plaque
from tests.support.arranged import arranged
from tests.support.books import books_hold
from tests.support.desk import NLH, OPENING, UNPOSTED, Desk, key, open_desk
from tests.support.refusals import refused

TIMED = replace(NLH, fee=live_time(6_00))
STROKE = OPENING + timedelta(minutes=30)


@arranged
def timed() -> Desk:
    """A room whose table charges 6 for each half hour, with two players who sat down before the stroke; it
    gives no courtesy hand."""
    desk = open_desk(house=UNPOSTED, plaque=TIMED, courtesy_hand=False)
    for seat in (1, 2):
        desk.seated(200_00, seat=seat)
    return desk


@pytest.fixture
def one(timed: Desk) -> Sitting:
    """The player in seat 1."""
    return timed.session.sittings.get(seat=1)


def owed(desk: Desk, at: datetime) -> dict[int, int]:
    """The amounts that are due at the desk's table, by seat."""
    return {due.sitting.seat: due.amount for due in time_due_at(desk.session, at)}


def collect(desk: Desk, at: datetime, sittings: list[Sitting] | None = None) -> list[TimeCharge]:
    return collect_time(session=desk.session, sittings=sittings, key=key(), by=desk.manager, at=at)


def paid(desk: Desk) -> list[int]:
    return list(Transfer.objects.filter(kind=TransferKind.TIME_CHARGE).values_list("amount", flat=True))


class TestWhoOwes:
    def test_nobody_before_the_stroke_of_the_half_hour(self, timed: Desk) -> None:
        assert owed(timed, STROKE - timedelta(seconds=1)) == {}

    def test_everybody_who_sits_then(self, timed: Desk) -> None:
        assert owed(timed, STROKE) == {1: 6_00, 2: 6_00}

    def test_what_is_not_paid_stays_due_and_grows(self, timed: Desk) -> None:
        assert owed(timed, STROKE + timedelta(minutes=60)) == {1: 18_00, 2: 18_00}

    def test_a_newcomer_is_free_until_the_next(self, timed: Desk) -> None:
        timed.now = STROKE
        timed.seated(200_00, seat=3)
        assert 3 not in owed(timed, STROKE + timedelta(minutes=29))
        assert owed(timed, STROKE + timedelta(minutes=30))[3] == 6_00

    def test_who_sits_down_on_the_stroke_owes(self, timed: Desk) -> None:
        timed.now, timed.step = STROKE, timedelta(0)
        timed.seated(200_00, seat=3)
        assert owed(timed, STROKE)[3] == 6_00

    def test_another_seat_is_no_way_out_and_no_second_charge(self, timed: Desk, one: Sitting) -> None:
        at = STROKE + timedelta(minutes=5)
        services.change_seat(sitting=one, seat=5, key=key(), by=timed.manager, at=at)
        assert owed(timed, at) == {2: 6_00, 5: 6_00}
        collect(timed, at)
        assert owed(timed, at) == {}

    def test_who_left_before_the_stroke_owes_nothing_on_coming_back(self, timed: Desk, one: Sitting) -> None:
        timed.leave(one, at=STROKE)
        timed.now = STROKE
        timed.seat(one.player, 1, 200_00)
        assert 1 not in owed(timed, STROKE + timedelta(minutes=10))

    def test_who_plays_over_owes_and_the_absent_does_not(self, timed: Desk, one: Sitting) -> None:
        services.go_away(sitting=one, by=timed.manager, at=timed.at(), agrees=True)
        newcomer = timed.player()
        timed.buy_in(newcomer, 200_00)
        over = services.play_over(sitting=one, player=newcomer, amount=200_00, key=key(), **timed.by())
        assert {due.sitting.pk for due in time_due_at(timed.session, STROKE)} >= {over.pk}
        assert one.pk not in {due.sitting.pk for due in time_due_at(timed.session, STROKE)}
        collect(timed, STROKE, [over])
        timed.leave(over, at=STROKE + timedelta(minutes=1))
        assert owed(timed, STROKE + timedelta(minutes=2)) == {2: 6_00}

    def test_who_plays_over_until_the_very_stroke_leaves_it_to_the_absent(self, timed: Desk, one: Sitting) -> None:
        services.go_away(sitting=one, by=timed.manager, at=timed.at(), agrees=True)
        newcomer = timed.player()
        timed.buy_in(newcomer, 200_00)
        over = services.play_over(sitting=one, player=newcomer, amount=200_00, key=key(), **timed.by())
        timed.leave(over, at=STROKE)
        assert owed(timed, STROKE + timedelta(minutes=1)) == {1: 6_00, 2: 6_00}

    def test_a_half_hour_costs_what_the_plaque_said_when_it_began(self, timed: Desk) -> None:
        dearer = replace(TIMED, fee=live_time(8_00))
        post_plaque(table=timed.session.table, plaque=dearer, by=timed.manager, at=STROKE + timedelta(minutes=1))
        assert owed(timed, STROKE + timedelta(minutes=30)) == {1: 14_00, 2: 14_00}

    def test_a_table_with_a_rake_owes_nothing(self, timed: Desk) -> None:
        raked = timed.open_table()
        sitting = timed.seat(_bought(timed), 1, 200_00, session=raked)
        assert time_due([timed.session, raked], STROKE + timedelta(minutes=30)).keys() == {timed.session.pk}
        asked = {"session": raked, "sittings": [sitting], "key": key(), "by": timed.manager}
        refused("no_time_charge", lambda: collect_time(at=STROKE, **asked))

    def test_the_half_hours_are_those_of_the_room_s_clock(self, timed: Desk) -> None:
        timed.room.time_zone = "Asia/Kathmandu"
        local = period_of(timed.room, STROKE).astimezone(ZoneInfo("Asia/Kathmandu"))
        assert (local.minute, STROKE - local) == (0, timedelta(minutes=15))


class TestWhoLeaves:
    """Chips leave the table after its time is paid: nobody could collect it then."""

    def test_nobody_takes_chips_off_before_the_time_is_paid(self, timed: Desk, one: Sitting) -> None:
        later = STROKE + timedelta(minutes=1)
        error = refused("time_owed", lambda: timed.leave(one, at=later))
        assert error.allowed == {"owed": 6_00, "session": timed.session.pk}
        collect(timed, later, [one])
        assert timed.leave(one, at=later).left_with == 194_00

    def test_nor_after_it_was_waived(self, timed: Desk, one: Sitting) -> None:
        _waive(timed, one, "first visit")
        assert timed.leave(one, at=STROKE + timedelta(minutes=1)).left_with == 200_00

    def test_nor_to_another_table(self, timed: Desk, one: Sitting) -> None:
        other = timed.open_table()
        facts = {"sitting": one, "session": other, "seat": 1, "by": timed.manager, "at": STROKE + timedelta(minutes=1)}
        refused("time_owed", lambda: services.move_player(key=key(), **facts))
        collect(timed, STROKE, [one])
        assert services.move_player(key=key(), **facts).session == other

    def test_nor_where_they_are_picked_up(self, timed: Desk, one: Sitting) -> None:
        services.go_away(sitting=one, by=timed.manager, at=timed.at())
        facts = {"counted": 200_00, "witness": timed.second, "rounds_missed": 2, "by": timed.manager}
        at = STROKE + timedelta(minutes=1)
        refused("time_owed", lambda: services.pick_up(sitting=one, key=key(), at=at, **facts))

    def test_nor_with_the_whole_table(self, timed: Desk) -> None:
        plans = [Plan(sitting=each.pk, goes=Goes.RACK) for each in timed.session.sittings.all()]
        facts = {"session": timed.session, "plans": plans, "by": timed.manager, "at": STROKE + timedelta(minutes=1)}
        refused("time_owed", lambda: settle_table(key=key(), **facts))
        collect(timed, STROKE)
        assert not settle_table(key=key(), **facts).is_open

    def test_who_leaves_at_the_stroke_owes_nothing(self, timed: Desk, one: Sitting) -> None:
        assert timed.leave(one, at=STROKE).left_with == 200_00

    def test_who_pays_at_the_stroke_may_leave_in_the_same_instant(self, timed: Desk, one: Sitting) -> None:
        collect(timed, STROKE, [one])
        assert timed.leave(one, at=STROKE).left_with == 194_00
        assert books_hold()

    def test_who_has_not_half_an_hour_left_goes(self, timed: Desk, one: Sitting) -> None:
        services.take_incidental(sitting=one, amount=195_00, reason="dinner", key=key(), **timed.by())
        assert timed.leave(one, at=STROKE + timedelta(minutes=1)).left_with == 5_00

    def test_at_a_table_with_a_rake_nobody_asks(self, timed: Desk) -> None:
        raked = timed.open_table()
        sitting = timed.seat(_bought(timed), 1, 200_00, session=raked)
        assert timed.leave(sitting, at=STROKE + timedelta(minutes=60)).left_with == 200_00


class TestCollecting:
    def test_a_whole_table_is_one_act(self, timed: Desk) -> None:
        rows = collect(timed, STROKE)
        assert [(row.amount, row.outcome, row.began_at) for row in rows] == [(6_00, "collected", STROKE)] * 2
        assert (paid(timed), timed.held(AccountKind.TIME_BOX)) == ([6_00, 6_00], 12_00)
        assert len({row.request_key for row in Transfer.objects.filter(kind=TransferKind.TIME_CHARGE)}) == 1

    def test_one_seat_by_itself(self, timed: Desk, one: Sitting) -> None:
        collect(timed, STROKE, [one])
        assert (timed.stack(one), owed(timed, STROKE)) == (194_00, {2: 6_00})

    def test_arrears_are_one_transfer_and_a_row_for_each_half_hour(self, timed: Desk, one: Sitting) -> None:
        rows = collect(timed, STROKE + timedelta(minutes=30), [one])
        assert (len(rows), paid(timed)) == (2, [12_00])

    def test_the_same_request_collects_once(self, timed: Desk) -> None:
        facts = {"session": timed.session, "key": key(), "by": timed.manager, "at": STROKE}
        first, again = collect_time(**facts), collect_time(**facts)
        assert [row.pk for row in first] == [row.pk for row in again]
        assert paid(timed) == [6_00, 6_00]

    def test_a_second_tap_finds_nothing_due(self, timed: Desk) -> None:
        collect(timed, STROKE)
        refused("nothing_due", lambda: collect(timed, STROKE))

    def test_a_seat_that_owes_nothing_is_refused_with_those_that_do(self, timed: Desk, one: Sitting) -> None:
        collect(timed, STROKE, [one])
        refused("nothing_due", lambda: collect(timed, STROKE, list(timed.session.sittings.all())))

    def test_a_stack_that_is_too_small_stays_due(self, timed: Desk, one: Sitting) -> None:
        services.take_incidental(sitting=one, amount=191_00, reason="dinner", key=key(), **timed.by())
        later = STROKE + timedelta(minutes=30)
        collect(timed, later)
        assert (owed(timed, later), timed.stack(one)) == ({1: 6_00}, 3_00)
        error = refused("insufficient_chips", lambda: collect(timed, later, [one]))
        assert error.allowed == {"most": 3_00}
        refused("insufficient_chips", lambda: collect(timed, later))

    @pytest.mark.parametrize(("stack", "covered"), [(5_00, 0), (6_00, 1), (9_00, 1), (10_00, 2)])
    def test_the_oldest_half_hour_is_paid_before_a_cheaper_one(self, one: Sitting, stack: int, covered: int) -> None:
        owed = (Owed(STROKE, 6_00, one), Owed(STROKE + timedelta(minutes=30), 4_00, one))
        assert SeatDue(one, owed).covered_by(stack) == owed[:covered]

    def test_not_while_a_hand_is_played(self, timed: Desk) -> None:
        claim_hand(session=timed.session, by=timed.manager, at=STROKE)
        refused("mid_hand", lambda: collect(timed, STROKE))

    def test_not_at_a_closed_table(self, timed: Desk) -> None:
        other = timed.open_table(TIMED)
        close_table(session=other, by=timed.manager, at=timed.at())
        refused("table_closed", lambda: _collect_at(timed, other))

    def test_nor_of_a_file(self, timed: Desk) -> None:
        timed.session.source = TableSession.Source.IMPORT
        refused("imported", lambda: collect(timed, STROKE))


class TestWaiving:
    def test_with_a_reason_it_is_settled_and_no_chip_moves(self, timed: Desk, one: Sitting) -> None:
        (row,) = _waive(timed, one, "first visit")
        assert (row.outcome, row.reason, row.amount) == ("waived", "first visit", 6_00)
        assert (owed(timed, STROKE), paid(timed)) == ({2: 6_00}, [])

    def test_never_without_one(self, timed: Desk, one: Sitting) -> None:
        refused("reason_missing", lambda: _waive(timed, one, " "))

    def test_nor_what_was_paid(self, timed: Desk, one: Sitting) -> None:
        collect(timed, STROKE)
        refused("nothing_due", lambda: _waive(timed, one, "first visit"))

    @pytest.mark.django_db
    def test_above_what_one_moves_alone_a_day_a_second_person_confirms(self) -> None:
        """The smallest buy-in of the table is 100, a half hour costs 60: the second waiver of the day is too much."""
        desk = open_desk(house=UNPOSTED, plaque=replace(NLH, fee=live_time(60_00)))
        one, two = (desk.seated(200_00, seat=seat) for seat in (1, 2))
        _waive(desk, one, "first visit")
        error = refused("second_needed", lambda: _waive(desk, two, "first visit"))
        assert "60 moves after 60 moved alone today: one person moves 100 a day alone" in error.message
        assert owed(desk, STROKE) == {2: 60_00}
        refused("second_is_first", lambda: _waive(desk, two, "first visit", second=desk.manager))
        _waive(desk, two, "first visit", second=desk.second)
        acts = MoneyAct.objects.filter(act="waiver").order_by("pk").values_list("amount", "by", "second")
        assert list(acts) == [(60_00, desk.manager.pk, None), (60_00, desk.manager.pk, desk.second.pk)]


class TestTheDatabaseRefuses:
    def test_a_half_hour_that_is_paid_twice(self, timed: Desk, one: Sitting) -> None:
        (row,) = collect(timed, STROKE, [one])
        row.pk = None
        with pytest.raises(IntegrityError, match="time_charge_once"), transaction.atomic():
            row.save(force_insert=True)

    @pytest.mark.parametrize("forget", ["rows", "moves"])
    def test_chips_without_rows_and_rows_without_chips(
        self, timed: Desk, monkeypatch: pytest.MonkeyPatch, forget: str
    ) -> None:
        name = {"rows": "_write", "moves": "post"}[forget]
        monkeypatch.setattr(f"players.services.time_charges.{name}", _nothing)
        with pytest.raises(IntegrityError, match="not what its rows say"), transaction.atomic():
            _collect_and_check(timed)


def _nothing(*args: object, **facts: object) -> list[TimeCharge]:
    return []


def _collect_and_check(desk: Desk) -> None:
    collect(desk, STROKE)
    with transaction.get_connection().cursor() as cursor:
        cursor.execute("set constraints all immediate")


def _bought(desk: Desk) -> object:
    player = desk.player()
    desk.buy_in(player, 200_00)
    return player


def _collect_at(desk: Desk, session: TableSession) -> list[TimeCharge]:
    return collect_time(session=session, key=key(), by=desk.manager, at=STROKE)


def _waive(desk: Desk, sitting: Sitting, reason: str, **facts: Any) -> list[TimeCharge]:
    return waive_time(sitting=sitting, reason=reason, key=key(), by=desk.manager, at=STROKE, **facts)
