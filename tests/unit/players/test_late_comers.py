"""What a newcomer owes for the half hour in which they sit down, and the courtesy hand of who leaves just after one."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from config.rooms.models import Room
from games.services import record_tick, supersede_tick
from players import services
from players.list_games import game_of
from players.models import ListEntry, Player, Sitting, TimeCharge
from players.selectors.late_comers import late_charge
from players.selectors.time_due import time_due, time_due_at
from players.services.time_charges import collect_time
from rules.house.fee_schedule import live_time
from tests.support.arranged import arranged
from tests.support.books import books_hold
from tests.support.desk import NLH, OPENING, UNPOSTED, Desk, key, open_desk, person
from tests.support.refusals import refused

TIMED = replace(NLH, fee=live_time(7_00))
STROKE = OPENING + timedelta(minutes=30)


@arranged
def timed() -> Desk:
    """A room whose table charges 7 for each half hour, with two players who sat down before the stroke."""
    desk = open_desk(house=UNPOSTED, plaque=TIMED)
    for seat in (1, 2):
        desk.seated(200_00, seat=seat)
    return desk


@pytest.fixture
def one(timed: Desk) -> Sitting:
    """The player in seat 1."""
    return timed.session.sittings.select_related("player").get(seat=1)


def ruled(desk: Desk, rule: str, at: datetime = OPENING, **settings: Any) -> None:
    """The room under another rule for newcomers, as its settings page posts it."""
    desk.room.earlier_late_time = [{"rule": desk.room.late_time, "until": at.isoformat()}]
    desk.room.late_time = rule
    for name, value in settings.items():
        setattr(desk.room, name, value)
    desk.room.save()


def owed(desk: Desk, at: datetime) -> dict[int, int]:
    """The amounts that are due at the desk's table, by seat."""
    desk.session.refresh_from_db()
    return {due.sitting.seat: due.amount for due in time_due_at(desk.session, at)}


def newcomer(desk: Desk, minutes: int, *, waiting: int = 2, seat: int = 3) -> Sitting:
    """Somebody who sits down so many minutes after the stroke, while so many wait for the game."""
    for _ in range(waiting):
        desk.waits()
    player = desk.player()
    desk.buy_in(player, 200_00)
    desk.now, desk.step = STROKE + timedelta(minutes=minutes), timedelta(0)
    return desk.seat(player, seat, 200_00, past_list="asked for this seat")


def left(sitting: Sitting, at: datetime) -> int:
    """The newcomer's charge for the half hour in which they sat down."""
    due = (each for each in time_due_at(sitting.session, at) if each.sitting.pk == sitting.pk)
    return next((each.amount for each in due), 0)


class TestTheRule:
    @pytest.mark.parametrize(
        ("rule", "minutes", "charge"),
        [("free", 10, 0), ("full", 10, 7_00), ("prorata", 10, 4_00), ("prorata", 1, 6_00), ("prorata", 29, 0)],
    )
    def test_it_is_the_room_s(self, timed: Desk, rule: str, minutes: int, charge: int) -> None:
        """Twenty of thirty minutes of 7 are 4.66: 4 where the smallest chip is 1, and a minute of it is nothing."""
        ruled(timed, rule)
        sitting = newcomer(timed, minutes)
        assert left(sitting, timed.now) == charge

    def test_who_sits_down_on_the_stroke_owes_the_half_hour_once(self, timed: Desk) -> None:
        ruled(timed, "full")
        assert left(newcomer(timed, 0), timed.now) == 7_00

    @pytest.mark.parametrize(("chip", "charge"), [(100, 4_00), (50, 4_50), (1, 4_66), (500, 0)])
    def test_it_is_rounded_down_to_the_smallest_chip(self, chip: int, charge: int) -> None:
        room = Room(late_time=Room.LateTime.PRORATA, smallest_chip=chip)
        assert late_charge(room, 7_00, STROKE + timedelta(minutes=10)) == charge

    def test_it_is_the_one_that_the_room_had_then(self) -> None:
        earlier = [{"rule": "free", "until": (STROKE + timedelta(minutes=15)).isoformat()}]
        room = Room(late_time=Room.LateTime.FULL, earlier_late_time=earlier, smallest_chip=100)
        assert [late_charge(room, 7_00, STROKE + timedelta(minutes=each)) for each in (10, 20)] == [0, 7_00]

    @pytest.mark.parametrize(("waiting", "charge"), [(0, 0), (1, 0), (2, 7_00)])
    def test_where_at_most_one_waits_nobody_pays_it(self, timed: Desk, waiting: int, charge: int) -> None:
        ruled(timed, "full")
        assert left(newcomer(timed, 10, waiting=waiting), timed.now) == charge

    @pytest.mark.parametrize(("may_wait", "waiting", "charge"), [(0, 0, 0), (0, 1, 7_00), (2, 2, 0), (2, 3, 7_00)])
    def test_how_many_may_wait_is_the_room_s(self, timed: Desk, may_wait: int, waiting: int, charge: int) -> None:
        ruled(timed, "full", late_waiting=may_wait)
        assert left(newcomer(timed, 10, waiting=waiting), timed.now) == charge

    def test_as_many_may_have_waited_as_the_room_had_set_then(self) -> None:
        """What stood before a room could say it was one."""
        until = (STROKE + timedelta(minutes=15)).isoformat()
        for kept, held in (({"waiting": 3}, 3), ({}, 1)):
            room = Room(late_time="full", late_waiting=5, earlier_late_time=[{"rule": "full", "until": until} | kept])
            assert [room.late_waiting_at(STROKE + timedelta(minutes=each)) for each in (10, 20)] == [held, 5]

    def test_who_waits_for_another_game_or_has_not_come_does_not_count(self, timed: Desk) -> None:
        ruled(timed, "full")
        other = timed.open_table(replace(TIMED, blinds=(200, 500), buy_in_min=200_00, buy_in_max=None))
        timed.waits(other)
        phoned = timed.waits()
        ListEntry.objects.filter(pk=phoned.pk).update(arrived_at=None, source=ListEntry.Source.PHONE)
        assert left(newcomer(timed, 10, waiting=1), timed.now) == 0

    def test_a_list_that_is_longer_later_changes_nothing(self, timed: Desk) -> None:
        ruled(timed, "full")
        sitting = newcomer(timed, 10, waiting=1)
        timed.step = timedelta(minutes=1)
        timed.waits()
        later = newcomer(timed, 20, waiting=0, seat=4)
        assert (left(sitting, timed.now), left(later, timed.now)) == (0, 7_00)

    def test_names_of_another_room_do_not_wait_here(self, timed: Desk) -> None:
        """Two rooms asked about at once, the same game listed in both, and nobody waits in this one."""
        ruled(timed, "full")
        other = open_desk(house=UNPOSTED, plaque=TIMED)
        ruled(other, "full")
        here, there = newcomer(timed, 10, waiting=0), newcomer(other, 10, waiting=2)
        due = time_due([here.session, there.session], timed.now)
        owing = {each.sitting.pk: each.amount for those in due.values() for each in those}
        assert (owing.get(here.pk, 0), owing[there.pk]) == (0, 7_00)

    def test_another_rule_changes_nothing_of_before(self, timed: Desk) -> None:
        sitting = newcomer(timed, 10)
        ruled(timed, "full", at=STROKE + timedelta(minutes=15))
        later = newcomer(timed, 20, waiting=0, seat=4)
        assert (left(sitting, timed.now), left(later, timed.now)) == (0, 7_00)


class TestWhoIsNoNewcomer:
    def test_who_changes_seats(self, timed: Desk, one: Sitting) -> None:
        ruled(timed, "full")
        collect_time(session=timed.session, key=key(), by=timed.manager, at=STROKE)
        newcomer(timed, 5)
        services.change_seat(sitting=one, seat=5, key=key(), by=timed.manager, at=STROKE + timedelta(minutes=10))
        assert owed(timed, STROKE + timedelta(minutes=20)) == {3: 7_00}

    def test_who_comes_from_another_table(self, timed: Desk) -> None:
        ruled(timed, "full")
        raked = timed.open_table()
        player = timed.player()
        timed.buy_in(player, 200_00, session=raked)
        sitting = timed.seat(player, 4, 200_00, session=raked)
        newcomer(timed, 5)
        facts: dict[str, Any] = {"session": timed.session, "seat": 4, "by": timed.manager, "exception": "broken_game"}
        facts["second"] = person(timed.room, "floor")
        moved = services.move_player(sitting=sitting, key=key(), at=STROKE + timedelta(minutes=10), **facts)
        assert left(moved, STROKE + timedelta(minutes=20)) == 0

    def test_but_who_left_at_the_very_stroke(self, timed: Desk) -> None:
        """They owe nothing for the half hour that began then, and come back into it as anybody does."""
        ruled(timed, "full")
        raked = timed.open_table()
        player = timed.player()
        timed.buy_in(player, 200_00, session=raked)
        timed.leave(timed.seat(player, 4, 200_00, session=raked), at=STROKE)
        newcomer(timed, 5)
        again = timed.seat(player, 4, 200_00, past_list="asked for this seat", at=STROKE + timedelta(minutes=10))
        assert left(again, STROKE + timedelta(minutes=12)) == 7_00


class TestCollecting:
    def test_it_is_collected_once_and_the_half_hour_after_it_in_full(self, timed: Desk) -> None:
        ruled(timed, "prorata")
        sitting = newcomer(timed, 10)
        at = STROKE + timedelta(minutes=12)
        (row,) = collect_time(session=timed.session, sittings=[sitting], key=key(), by=timed.manager, at=at)
        assert (row.began_at, row.amount) == (STROKE + timedelta(minutes=10), 4_00)
        assert left(sitting, at) == 0
        assert left(sitting, STROKE + timedelta(minutes=30)) == 7_00
        assert books_hold()

    def test_nobody_leaves_without_it(self, timed: Desk) -> None:
        ruled(timed, "full")
        sitting = newcomer(timed, 10)
        refused("time_owed", lambda: timed.leave(sitting, at=STROKE + timedelta(minutes=12)))

    def test_it_follows_who_went_with_nothing(self, timed: Desk) -> None:
        """Their sitting held no stroke of a half hour: what they owe is what they came late for."""
        ruled(timed, "full")
        sitting = newcomer(timed, 10)
        services.take_incidental(sitting=sitting, amount=195_00, reason="dinner", key=key(), **timed.by())
        timed.step = timedelta(minutes=1)
        timed.leave(sitting)
        other = timed.open_table(replace(TIMED, blinds=(200, 500), buy_in_min=200_00, buy_in_max=None))
        timed.buy_in(sitting.player, 200_00, session=other)
        again = timed.seat(sitting.player, 4, 205_00, session=other)
        assert left(again, timed.now) == 7_00


class TestCourtesy:
    def left_after(self, desk: Desk, sitting: Sitting, *, hands: int = 0, minutes: int = 3) -> Sitting:
        """The player, who leaves so long after the stroke and so many hands."""
        for _ in range(hands):
            record_tick(
                session=desk.session, key=key(), by=desk.manager, at=STROKE + timedelta(seconds=30), rake_taken=0
            )
        desk.session.refresh_from_db()
        return desk.leave(sitting, at=STROKE + timedelta(minutes=minutes))

    @pytest.mark.parametrize("hands", [0, 1])
    def test_who_leaves_after_one_hand_owes_nothing_for_the_half_hour(
        self, timed: Desk, one: Sitting, hands: int
    ) -> None:
        assert self.left_after(timed, one, hands=hands).left_with == 200_00
        (row,) = TimeCharge.objects.all()
        assert (row.outcome, row.reason, row.began_at, row.sitting) == ("waived", "courtesy hand", STROKE, one)
        assert books_hold()

    def test_a_hand_that_was_corrected_is_one_hand(self, timed: Desk, one: Sitting) -> None:
        facts = {"by": timed.manager, "at": STROKE + timedelta(seconds=30)}
        tick = record_tick(session=timed.session, key=key(), rake_taken=0, pot=40_00, **facts)
        supersede_tick(tick=tick, rake_taken=0, pot=30_00, reason="mis-keyed", key=key(), **facts)
        assert self.left_after(timed, one).left_with == 200_00

    def test_but_after_two(self, timed: Desk, one: Sitting) -> None:
        refused("time_owed", lambda: self.left_after(timed, one, hands=2))

    def test_nor_after_five_minutes(self, timed: Desk, one: Sitting) -> None:
        """At tables on time nobody may tick hands: a hand is over by then."""
        refused("time_owed", lambda: self.left_after(timed, one, minutes=6))

    @pytest.mark.parametrize("settings", [{"courtesy_hands": 2}, {"courtesy_minutes": 7}])
    def test_how_long_and_how_many_hands_the_room_sets(
        self, timed: Desk, one: Sitting, settings: dict[str, int]
    ) -> None:
        ruled(timed, "free", **settings)
        other = timed.session.sittings.select_related("player").get(seat=2)
        more: dict[str, int] = {"hands": 3} if "courtesy_hands" in settings else {"minutes": 8}
        just: dict[str, int] = {"hands": 2} if "courtesy_hands" in settings else {"minutes": 7}
        assert self.left_after(timed, one, **just).left_with == 200_00
        refused("time_owed", lambda: self.left_after(timed, other, **more))

    def test_nor_while_somebody_waits(self, timed: Desk, one: Sitting) -> None:
        timed.waits()
        refused("time_owed", lambda: self.left_after(timed, one))

    @pytest.mark.parametrize("record", ["the same", "a linked one", "the one it is linked to"])
    def test_nor_twice_in_a_day(self, timed: Desk, one: Sitting, record: str) -> None:
        """Who left after each stroke and sat down again would never pay, under whichever record."""
        self.left_after(timed, one)
        player = one.player if record == "the same" else timed.player()
        if record != "the same":
            linked, to = (player, one.player) if record == "a linked one" else (one.player, player)
            Player.objects.filter(pk=linked.pk).update(same_as=to, linked_at=timed.now)
            player.refresh_from_db()
        timed.now, timed.step = STROKE + timedelta(minutes=10), timedelta(0)
        timed.buy_in(player, 200_00)
        again = timed.seat(player, 5, 200_00)
        refused("time_owed", lambda: timed.leave(again, at=STROKE + timedelta(minutes=33)))
        assert TimeCharge.objects.count() == 1

    def test_but_again_on_another_day(self, timed: Desk, one: Sitting) -> None:
        self.left_after(timed, one)
        timed.now, timed.step = STROKE + timedelta(days=1, minutes=-10), timedelta(0)
        timed.buy_in(one.player, 200_00)
        again = timed.seat(one.player, 5, 200_00)
        assert timed.leave(again, at=STROKE + timedelta(days=1, minutes=3)).left_with == 200_00

    def test_nor_where_somebody_waited_when_the_half_hour_began(self, timed: Desk, one: Sitting) -> None:
        entry = timed.waits()
        facts = {"reason": "went home", "by": timed.manager, "at": STROKE + timedelta(minutes=1)}
        services.remove_entry(entry=entry, **facts)
        refused("time_owed", lambda: self.left_after(timed, one))

    def test_a_name_that_has_only_phoned_does_not_wait(self, timed: Desk, one: Sitting) -> None:
        game = game_of(timed.session.posted, timed.room.money)
        phoned = services.Request(source=ListEntry.Source.PHONE)
        facts = {"room": timed.room, "game": game, "player": timed.player(), "request": phoned}
        services.join_list(key=key(), **facts, **timed.by())
        assert self.left_after(timed, one).left_with == 200_00

    def test_nor_where_the_room_gives_none(self, timed: Desk, one: Sitting) -> None:
        ruled(timed, "free", courtesy_hand=False)
        refused("time_owed", lambda: self.left_after(timed, one))

    def test_what_was_owed_before_stays_due(self, timed: Desk, one: Sitting) -> None:
        later = STROKE + timedelta(minutes=33)
        error = refused("time_owed", lambda: timed.leave(one, at=later))
        assert error.allowed["owed"] == 7_00
        assert not TimeCharge.objects.exists()

    def test_who_moves_plays_on_and_pays(self, timed: Desk, one: Sitting) -> None:
        facts = {"session": timed.open_table(), "seat": 1, "by": timed.manager, "at": STROKE + timedelta(minutes=1)}
        refused("time_owed", lambda: services.move_player(sitting=one, key=key(), **facts))
