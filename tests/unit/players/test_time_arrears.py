"""Arrears of time: what somebody left unpaid follows them to the next table that charges for time, and is paid once."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from players import services
from players.models import Account, AccountKind, HouseException, IdentityDecision, Player, Sitting, TimeCharge
from players.selectors.time_due import time_due, time_due_at
from players.services.identity import decide_identity
from players.services.parting import part_record
from players.services.table_money import count_stack
from players.services.time_charges import collect_time, waive_time
from players.services.whole_table import Goes, Plan, settle_table
from rules.house.fee_schedule import live_time
from tables.models import TableSession
from tables.services import claim_hand, open_table, post_plaque, release_hand
from tests.support.arranged import arranged
from tests.support.books import books_hold
from tests.support.desk import NLH, OPENING, UNPOSTED, Desk, key, open_desk, person
from tests.support.refusals import refused

TIMED = replace(NLH, fee=live_time(6_00))
STROKE = OPENING + timedelta(minutes=30)
LATER = STROKE + timedelta(minutes=2)
"""When somebody leaves who has not paid for the half hour."""


@arranged
def timed() -> Desk:
    """A room whose table charges 6 for each half hour, with two players who sat down before the stroke; it
    gives no courtesy hand."""
    desk = open_desk(house=UNPOSTED, plaque=TIMED, courtesy_hand=False)
    for seat in (1, 2):
        desk.seated(200_00, seat=seat)
    return desk


@pytest.fixture
def poor(timed: Desk) -> Sitting:
    """The player in seat 1, who has 5 left."""
    one = timed.session.sittings.select_related("player").get(seat=1)
    services.take_incidental(sitting=one, amount=195_00, reason="dinner", key=key(), **timed.by())
    timed.now = LATER
    return one


@pytest.fixture
def gone(timed: Desk, poor: Sitting) -> Player:
    """A player who left with 5 and owes 6."""
    timed.leave(poor, at=LATER)
    return poor.player


def owed(session: TableSession, at: datetime) -> dict[int, int]:
    """The amounts that are due at a table, by seat."""
    return {due.sitting.seat: due.amount for due in time_due_at(session, at)}


def sits(desk: Desk, player: Player, session: TableSession, seat: int = 4) -> Sitting:
    """The player at another table, with 200."""
    desk.buy_in(player, 200_00, session=session)
    return desk.seat(player, seat, 200_00, session=session)


def collect(desk: Desk, session: TableSession, at: datetime, *sittings: Sitting) -> list[TimeCharge]:
    return collect_time(session=session, sittings=sittings or None, key=key(), by=desk.manager, at=at)


def goes_over_to(desk: Desk, session: TableSession, plaque: Any, at: datetime) -> TableSession:
    """The table under another plaque, in force from the next hand on."""
    post_plaque(table=session.table, plaque=plaque, by=desk.manager, at=at)
    claim_hand(session=session, by=desk.manager, at=at)
    release_hand(session=session, recorded=False)
    return TableSession.objects.get(pk=session.pk)


class TestTheNextTable:
    def test_it_is_due_there(self, timed: Desk, gone: Player) -> None:
        other = timed.open_table(TIMED)
        sits(timed, gone, other)
        (due,) = time_due_at(other, timed.now)
        assert (due.amount, due.amount_of_arrears, due.tables_of_arrears) == (6_00, 6_00, [timed.session.table.name])
        assert owed(timed.session, timed.now) == {2: 6_00}

    def test_it_goes_into_the_box_there_and_is_paid_once(self, timed: Desk, gone: Player) -> None:
        other = timed.open_table(TIMED)
        sitting = sits(timed, gone, other)
        (row,) = collect(timed, other, timed.now)
        assert (row.session, row.sitting, row.began_at, row.amount) == (timed.session, sitting, STROKE, 6_00)
        box = Account.objects.get(session=other, kind=AccountKind.TIME_BOX)
        assert (box.balance, timed.stack(sitting), owed(other, timed.now)) == (6_00, 194_00, {})
        refused("nothing_due", lambda: collect(timed, other, timed.now))
        assert books_hold()

    def test_the_oldest_is_paid_first(self, timed: Desk, gone: Player) -> None:
        other = timed.open_table(replace(NLH, fee=live_time(150_00)))
        sits(timed, gone, other)
        next_stroke = STROKE + timedelta(minutes=60)
        assert owed(other, next_stroke) == {4: 306_00}
        assert [row.amount for row in collect(timed, other, next_stroke)] == [6_00, 150_00]

    def test_nobody_leaves_the_next_table_without_paying_it(self, timed: Desk, gone: Player) -> None:
        other = timed.open_table(TIMED)
        sitting = sits(timed, gone, other)
        error = refused("time_owed", lambda: timed.leave(sitting))
        assert error.allowed == {"owed": 6_00, "session": other.pk}
        waive_time(sitting=sitting, reason="first visit", key=key(), by=timed.manager, at=timed.at())
        assert timed.leave(sitting).left_with == 200_00
        assert owed(other, timed.now) == {}
        assert books_hold()

    def test_a_table_with_a_rake_asks_nobody_and_the_one_after_it_does(self, timed: Desk, gone: Player) -> None:
        raked, other = timed.open_table(), timed.open_table(TIMED)
        timed.leave(sits(timed, gone, raked))
        timed.seat(gone, 4, 200_00, session=other)
        assert owed(other, timed.now) == {4: 6_00}

    def test_it_follows_from_table_to_table(self, timed: Desk, gone: Player) -> None:
        """Twice somebody leaves with nothing: the third table tells both."""
        second, third = timed.open_table(TIMED), timed.open_table(TIMED)
        sitting = sits(timed, gone, second)
        timed.now = STROKE + timedelta(minutes=31)
        count_stack(sitting=sitting, **(timed.counted(0) | {"key": key()}))
        timed.leave(sitting)
        sits(timed, gone, third)
        (due,) = time_due_at(third, timed.now)
        assert [(each.amount, each.sitting.session) for each in due.owed] == [(6_00, timed.session), (6_00, second)]

    def test_the_same_table_opened_again(self, timed: Desk, gone: Player) -> None:
        """A new session of the table is another one: what was owed in the first is told by its name."""
        collect(timed, timed.session, timed.now)
        plans = [Plan(sitting=each.pk, goes=Goes.RACK) for each in timed.session.sittings.filter(left_at=None)]
        settle_table(session=timed.session, plans=plans, key=key(), by=timed.manager, at=timed.at())
        again = open_table(table=timed.session.table, by=timed.manager, at=timed.at())
        sits(timed, gone, again)
        assert owed(again, timed.now) == {4: 6_00}

    def test_under_another_record_of_the_same_person(self, timed: Desk, gone: Player) -> None:
        other, found = timed.open_table(TIMED), timed.player()
        facts = {"player": gone, "other": found, "outcome": IdentityDecision.Outcome.SAME, "reason": "passport"}
        decide_identity(room=timed.room, by=timed.manager, at=timed.at(), **facts)
        sits(timed, found, other)
        (row,) = collect(timed, other, timed.now)
        assert (row.player, row.sitting.player) == (gone, found)
        assert books_hold()
        again = {"player": found, "reason": "two passports", "second": person(timed.room, "floor")}
        part_record(room=timed.room, by=timed.manager, at=timed.at(), **again)
        assert books_hold(), "what was paid while they were taken for one stays as it was done"

    def test_nobody_else_owes_it(self, timed: Desk, gone: Player) -> None:
        other = timed.open_table(TIMED)
        timed.now = STROKE + timedelta(minutes=10)
        sits(timed, timed.player(), other, seat=5)
        assert owed(other, timed.now) == {}

    def test_nor_is_it_owed_in_another_room(self, timed: Desk, gone: Player) -> None:
        away = open_desk(house=UNPOSTED, plaque=TIMED)
        away.now = LATER
        sits(away, gone, away.session)
        assert owed(away.session, away.now) == {}

    def test_who_sat_down_since_owes_nothing_before(self, timed: Desk, gone: Player) -> None:
        """So a gaming day is not kept open by who sits down on the next one."""
        other = timed.open_table(TIMED)
        sitting = sits(timed, gone, other)
        assert time_due([other], sitting.seated_at - timedelta(seconds=1)) == {}


class TestHowTheyWent:
    def test_with_nothing(self, timed: Desk, poor: Sitting) -> None:
        count_stack(sitting=poor, **(timed.counted(0) | {"key": key()}))
        timed.leave(poor)
        other = timed.open_table(TIMED)
        sits(timed, poor.player, other)
        assert owed(other, timed.now) == {4: 6_00}

    def test_to_another_table(self, timed: Desk, poor: Sitting) -> None:
        other = timed.open_table(TIMED)
        facts = {"sitting": poor, "session": other, "seat": 3, "exception": HouseException.BROKEN_GAME}
        facts |= {"second": timed.second}
        moved = services.move_player(key=key(), **facts, **timed.by())
        assert owed(other, timed.now) == {3: 6_00}
        refused("insufficient_chips", lambda: collect(timed, other, timed.now, moved))

    def test_picked_up(self, timed: Desk, poor: Sitting) -> None:
        services.go_away(sitting=poor, **timed.by())
        facts = {"counted": 5_00, "witness": timed.second, "rounds_missed": 2}
        services.pick_up(sitting=poor, key=key(), **facts, **timed.by())
        other = timed.open_table(TIMED)
        sits(timed, poor.player, other)
        assert owed(other, timed.now) == {4: 6_00}

    def test_with_the_whole_table(self, timed: Desk, poor: Sitting) -> None:
        collect(timed, timed.session, timed.now)
        plans = [Plan(sitting=each.pk, goes=Goes.RACK) for each in timed.session.sittings.all()]
        settle_table(session=timed.session, plans=plans, key=key(), by=timed.manager, at=timed.at())
        other = timed.open_table(TIMED)
        sits(timed, poor.player, other)
        collect(timed, other, timed.now)
        assert books_hold()

    def test_picked_up_while_somebody_plays_over(self, timed: Desk) -> None:
        """What they owe from before is collected of the chips that they left there."""
        one = timed.session.sittings.get(seat=1)
        timed.now = LATER
        services.go_away(sitting=one, agrees=True, **timed.by())
        newcomer = timed.player()
        timed.buy_in(newcomer, 200_00)
        services.play_over(sitting=one, player=newcomer, amount=200_00, key=key(), **timed.by())
        assert owed(timed.session, timed.now) == {1: 6_00, 2: 6_00}
        collect(timed, timed.session, timed.now, one)
        assert timed.stack(one) == 194_00


class TestAnotherPlaque:
    def test_what_was_owed_before_a_rake_is_collected_there(self, timed: Desk) -> None:
        session = goes_over_to(timed, timed.session, NLH, LATER)
        later = STROKE + timedelta(minutes=45)
        assert owed(session, later) == {1: 6_00, 2: 6_00}
        one, two = session.sittings.order_by("seat")
        refused("time_owed", lambda: timed.leave(one, at=later))
        collect(timed, session, later, one)
        waive_time(sitting=two, reason="the table went over to a rake", key=key(), by=timed.manager, at=later)
        assert timed.leave(one, at=later).left_with == 194_00
        assert books_hold()

    def test_so_is_what_was_brought_along(self, timed: Desk, gone: Player) -> None:
        other = timed.open_table(TIMED)
        sitting = sits(timed, gone, other)
        other = goes_over_to(timed, other, NLH, timed.at())
        assert owed(other, timed.now) == {4: 6_00}
        collect(timed, other, timed.now, sitting)
        assert owed(other, timed.now) == {}

    def test_who_left_a_table_under_a_rake_brings_along_what_was_before(self, timed: Desk, poor: Sitting) -> None:
        goes_over_to(timed, timed.session, NLH, LATER)
        timed.leave(poor, at=STROKE + timedelta(minutes=45))
        other = timed.open_table(TIMED)
        timed.now = STROKE + timedelta(minutes=46)
        sits(timed, poor.player, other)
        assert owed(other, timed.now) == {4: 6_00}

    def test_a_rake_that_became_a_time_charge_owes_from_then_on(self, timed: Desk) -> None:
        raked = timed.open_table()
        sits(timed, timed.player(), raked)
        raked = goes_over_to(timed, raked, TIMED, STROKE + timedelta(minutes=10))
        assert owed(raked, STROKE + timedelta(minutes=29)) == {}
        assert owed(raked, STROKE + timedelta(minutes=30)) == {4: 6_00}


class TestWhatIsAsked:
    def test_one_question_more_where_nobody_left_anything(self, timed: Desk, django_assert_num_queries: Any) -> None:
        with django_assert_num_queries(4):
            time_due([timed.session], STROKE)

    def test_none_at_a_table_that_never_charged(self, timed: Desk, django_assert_num_queries: Any) -> None:
        raked = TableSession.objects.select_related("plaque", "room").get(pk=timed.open_table().pk)
        with django_assert_num_queries(0):
            time_due([raked], STROKE)
