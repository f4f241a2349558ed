"""Waiting lists: one per game and limit in order of request, a name once, the seated first (WSOP 83-99)."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from config.audit.books import audit
from config.audit.models import AuditEvent
from players import services
from players.checks.lists import lost_seats
from players.list_games import game_of
from players.models import Ban, HouseException, IdentityDecision, ListEntry, Player, WaitingList
from players.selectors.lists import game_lists, names_for
from players.services.lists import ANSWER_WITHIN
from rules.house.plaque import Kill
from tests.support.arranged import arranged
from tests.support.desk import NLH, Desk, key, open_desk, person
from tests.support.lists import NLH_LIST, O8, O8_LIST, Lists
from tests.support.refusals import refused

STATES = ListEntry.State


@arranged
def lists() -> Lists:
    """The lists of a room whose one table has one empty seat, number 9."""
    lists = Lists(open_desk())
    lists.fill(but=1)
    return lists


def bar(desk: Desk, player: Player) -> Ban:
    return services.bar_player(room=desk.room, player=player, kind=Ban.Kind.BARRED, reason="test", **desk.by())


class TestGames:
    def test_game_structure_and_limits_make_the_list(self) -> None:
        assert NLH_LIST.key == "holdem-no_limit-100-300"
        assert NLH_LIST.name == "NLH 1/3"
        assert O8_LIST.key == "omaha8-fixed_limit-400-800"

    def test_another_buy_in_kill_or_fee_is_the_same_game(self) -> None:
        assert game_of(replace(NLH, buy_in_max=None, seats=8, fee=None)) == NLH_LIST
        assert game_of(replace(O8, kill=Kill("half", 40_00))) == O8_LIST

    def test_other_limits_are_another_game(self) -> None:
        assert game_of(replace(NLH, blinds=(200, 500))) != NLH_LIST


class TestJoining:
    def test_names_stand_in_the_order_of_request(self, desk: Desk) -> None:
        lists = Lists(desk)
        for name in ("Ann", "Bo", "Cy"):
            lists.join(desk.player(name))
        assert lists.order() == ["Ann", "Bo", "Cy"]
        assert [entry.number for entry in ListEntry.objects.order_by("pk")] == [1, 2, 3]

    def test_tables_of_one_game_share_one_list(self, desk: Desk) -> None:
        desk.open_table(replace(NLH, seats=6))
        lists = Lists(desk)
        lists.join(game=game_of(replace(NLH, seats=6))), lists.join()
        assert WaitingList.objects.count() == 1

    def test_a_name_stands_on_a_list_once(self, desk: Desk) -> None:
        lists, ann = Lists(desk), desk.player("Ann")
        lists.join(ann)
        refused("on_list_already", lambda: lists.join(ann))

    def test_and_on_another_list_as_well(self, desk: Desk) -> None:
        lists, ann = Lists(desk), desk.player("Ann")
        lists.join(ann), lists.join(ann, O8_LIST)
        assert lists.order(O8_LIST) == ["Ann"]

    def test_the_database_holds_it_too(self, desk: Desk) -> None:
        lists = Lists(desk)
        first, second = lists.join(), lists.join()
        with pytest.raises(IntegrityError, match="list_player_once"), transaction.atomic():
            ListEntry.objects.filter(pk=second.pk).update(player=first.player)

    def test_who_sits_in_the_game_has_no_need_of_its_list(self, desk: Desk) -> None:
        sitting = desk.seated()
        refused("in_that_game", lambda: Lists(desk).join(sitting.player))

    def test_who_sits_in_another_game_may_wait_for_this_one(self, desk: Desk) -> None:
        sitting = desk.seated()
        assert Lists(desk).join(sitting.player, O8_LIST)

    def test_a_retry_gives_the_same_entry(self, desk: Desk) -> None:
        facts = {"room": desk.room, "game": NLH_LIST, "player": desk.player(), "key": key()}
        assert services.join_list(**facts, **desk.by()) == services.join_list(**facts, **desk.by())

    def test_a_guest_is_registered_by_name(self, desk: Desk) -> None:
        facts = {"room": desk.room, "game": NLH_LIST, "name": "Big Al"}
        entry = services.join_as_guest(**facts, key=key(), **desk.by())
        assert (entry.player.display_name, entry.player.is_guest) == ("Big Al", True)
        refused("on_list_already", lambda: services.join_as_guest(**facts, key=key(), **desk.by()))
        assert Player.objects.filter(is_guest=True).count() == 1

    def test_a_name_that_only_phoned_has_not_arrived(self, desk: Desk) -> None:
        lists = Lists(desk)
        entry = lists.join(source="phone", expected_at=desk.now + timedelta(hours=1))
        assert entry.arrived_at is None
        services.note_arrival(entry=entry, **desk.by())
        entry.refresh_from_db()
        assert entry.arrived_at == desk.now
        refused("entry_changed", lambda: services.note_arrival(entry=entry, **desk.by()))


class TestCalling:
    def test_gives_the_next_name_the_empty_seat_for_a_while(self, lists: Lists) -> None:
        entry = lists.call(lists.join())
        assert (entry.state, entry.called_session, entry.called_seat) == (STATES.CALLED, lists.desk.session, 9)
        assert entry.called_until == lists.desk.now + ANSWER_WITHIN

    def test_out_of_order_is_refused(self, lists: Lists) -> None:
        ann, bo = lists.join(lists.desk.player("Ann")), lists.join(lists.desk.player("Bo"))
        refusal = refused("out_of_order", lambda: lists.call(bo))
        assert refusal.message == "Ann is before Bo: call that name, or put it on hold first."
        assert "WSOP 83-99" in refusal.citation
        lists.hold(ann)
        assert lists.call(bo)

    def test_who_is_expected_later_is_passed_over_and_keeps_their_place(self, lists: Lists) -> None:
        late = lists.join(lists.desk.player("Late"), source="phone", expected_at=lists.desk.now + timedelta(hours=1))
        bo = lists.join(lists.desk.player("Bo"))
        assert lists.call(bo).state == STATES.CALLED
        services.note_arrival(entry=late, **lists.desk.by())
        lists.resume(bo)
        assert lists.order() == ["Late", "Bo"]
        refused("out_of_order", lambda: lists.call(bo))

    def test_two_names_are_not_called_to_one_seat(self, lists: Lists) -> None:
        lists.call(lists.join())
        second = lists.join()
        refused("no_seat_open", lambda: lists.call(second))

    def test_one_name_is_not_called_to_two_seats(self, lists: Lists) -> None:
        lists.desk.open_table(O8)
        ann = lists.desk.player("Ann")
        here, there = lists.join(ann), lists.join(ann, O8_LIST)
        lists.call(here)
        refused("called_elsewhere", lambda: lists.call(there))

    def test_who_was_called_for_another_game_holds_nobody_up(self, lists: Lists) -> None:
        lists.desk.open_table(O8)
        ann = lists.desk.player("Ann")
        lists.call(lists.join(ann, O8_LIST))
        lists.join(ann)
        assert lists.call(lists.join())

    def test_for_a_game_that_is_not_going_calls_to_start_it(self, desk: Desk) -> None:
        lists = Lists(desk)
        entry = lists.call(lists.join(game=O8_LIST))
        assert (entry.state, entry.called_session) == (STATES.CALLED, None)

    def test_a_second_press_is_refused(self, lists: Lists) -> None:
        entry = lists.join()
        lists.call(entry)
        refused("entry_changed", lambda: lists.call(entry))

    def test_the_seat_is_kept_for_them_and_nobody_else(self, lists: Lists) -> None:
        entry, desk = lists.call(lists.join()), lists.desk
        other = desk.player()
        desk.buy_in(other, 200_00)
        refused("seat_held", lambda: desk.seat(other, 9, 200_00))
        desk.buy_in(entry.player, 200_00)
        assert desk.seat(entry.player, 9, 200_00, at=entry.called_until - timedelta(seconds=1))

    def test_the_seat_is_free_again_when_their_time_is_over(self, lists: Lists) -> None:
        entry, desk = lists.call(lists.join()), lists.desk
        other = desk.player()
        desk.buy_in(other, 200_00)
        assert desk.seat(other, 9, 200_00, at=entry.called_until)


class TestAnswers:
    def test_who_sits_down_leaves_that_list_and_stays_on_the_others(self, lists: Lists) -> None:
        desk, ann = lists.desk, lists.desk.player("Ann")
        entry, other = lists.join(ann), lists.join(ann, O8_LIST)
        lists.call(entry)
        desk.buy_in(ann, 200_00)
        sitting = desk.seat(ann, 9, 200_00)
        entry.refresh_from_db(), other.refresh_from_db()
        assert (entry.state, entry.sitting) == (STATES.SEATED, sitting)
        assert other.state == STATES.WAITING

    def test_who_moves_into_the_game_leaves_its_list(self, lists: Lists) -> None:
        desk = lists.desk
        there = desk.open_table(O8)
        ann = desk.player("Ann")
        desk.buy_in(ann, 200_00, session=there)
        sitting = desk.seat(ann, 1, 200_00, session=there)
        entry = lists.call(lists.join(ann))
        services.move_player(sitting=sitting, session=desk.session, seat=9, key=key(), **desk.by())
        entry.refresh_from_db()
        assert entry.state == STATES.SEATED

    def test_who_sits_in_another_game_moves_after_the_list(self, lists: Lists) -> None:
        """Else a seat at the empty table next door is the way past everybody who waits."""
        desk, there = lists.desk, lists.desk.open_table(O8)
        ann = desk.player("Ann")
        desk.buy_in(ann, 200_00, session=there)
        bo, sitting = lists.join(desk.player("Bo")), desk.seat(ann, 1, 200_00, session=there)
        facts = {"sitting": sitting, "session": desk.session, "seat": 9, "key": key()}
        said = refused("list_first", lambda: services.move_player(**facts, **desk.by()))
        assert (said.field, "Bo is next" in said.message) == ("past_list", True)
        refused("list_first", lambda: services.move_player(**facts, past_list="x", **desk.by()))
        house = {"exception": HouseException.RELATED}
        refused("exception_unfounded", lambda: services.move_player(**facts, **house, **desk.by()))
        moved = services.move_player(**facts, past_list="a table change", **desk.by())
        told = AuditEvent.objects.get(verb="player.moved")
        assert (told.after["passed_over"], told.reason) == (bo.player_id, "a table change")
        back = {"sitting": moved, "session": there, "seat": 2, "key": key()}
        assert services.move_player(**back, **house, second=desk.second, **desk.by())

    def test_within_the_game_nobody_is_asked_about_its_list(self, lists: Lists) -> None:
        desk, sitting = lists.desk, lists.desk.session.sittings.get(seat=1)
        lists.join(desk.player("Bo"))
        assert services.move_player(sitting=sitting, session=desk.open_table(), seat=9, key=key(), **desk.by())

    def test_hold_keeps_the_place_and_passes_the_turn(self, lists: Lists) -> None:
        ann, bo = lists.join(lists.desk.player("Ann")), lists.join(lists.desk.player("Bo"))
        lists.hold(lists.call(ann))
        assert lists.call(bo).state == STATES.CALLED
        assert lists.order() == ["Ann", "Bo"]
        lists.resume(ann)
        ann.refresh_from_db()
        assert (ann.state, ann.called_until) == (STATES.WAITING, None)

    def test_decline_takes_the_name_off(self, lists: Lists) -> None:
        entry = services.decline_seat(entry=lists.call(lists.join()), **lists.desk.by())
        assert (entry.state, lists.order()) == (STATES.DECLINED, [])

    def test_a_name_that_does_not_answer_in_time_is_removed(self, lists: Lists) -> None:
        entry = lists.call(lists.join())
        refused("call_running", lambda: services.note_no_show(entry=entry, by=None, at=lists.desk.now))
        entry = services.note_no_show(entry=entry, by=None, at=entry.called_until)
        assert (entry.state, entry.reason, lists.order()) == (STATES.NO_SHOW, "did not answer", [])

    def test_only_who_was_called_declines_or_fails_to_show(self, lists: Lists) -> None:
        entry = lists.join()
        refused("entry_changed", lambda: services.decline_seat(entry=entry, **lists.desk.by()))
        refused("entry_changed", lambda: services.note_no_show(entry=entry, **lists.desk.by()))

    def test_removal_says_why(self, lists: Lists) -> None:
        entry = lists.join()
        refused("reason_missing", lambda: lists.remove(entry, " "))
        assert lists.remove(entry, "went home").reason == "went home"

    def test_put_back_has_the_old_place(self, lists: Lists) -> None:
        ann, _ = lists.join(lists.desk.player("Ann")), lists.join(lists.desk.player("Bo"))
        lists.remove(ann)
        services.put_back(entry=ann, reason="wrong name", **lists.desk.by())
        assert lists.order() == ["Ann", "Bo"]

    def test_a_place_of_an_earlier_day_is_gone(self, lists: Lists) -> None:
        """Else a name that is taken off tonight could be the first of every evening to come."""
        ann = lists.remove(lists.join(lists.desk.player("Ann")))
        lists.desk.now += timedelta(hours=23)
        lists.join(lists.desk.player("Bo"))
        said = refused(
            "entry_of_another_day", lambda: services.put_back(entry=ann, reason="wrong name", **lists.desk.by())
        )
        assert "add the name anew" in said.message
        lists.join(ann.player)
        assert lists.order() == ["Bo", "Ann"]

    def test_who_left_just_before_the_days_end_is_put_back_after_it(self, lists: Lists) -> None:
        room = lists.desk.room
        ann = lists.join(lists.desk.player("Ann"))
        lists.desk.now = room.start_of(room.gaming_day(lists.desk.now) + timedelta(days=1)) - timedelta(minutes=2)
        lists.remove(ann)
        lists.desk.now += timedelta(minutes=10)
        services.put_back(entry=ann, reason="wrong name", **lists.desk.by())
        assert lists.order() == ["Ann"]

    def test_nobody_is_put_back_beside_themselves(self, lists: Lists) -> None:
        ann = lists.desk.player("Ann")
        entry = lists.remove(lists.join(ann))
        lists.join(ann)
        refused("on_list_already", lambda: services.put_back(entry=entry, reason="test", **lists.desk.by()))

    def test_who_was_seated_is_not_put_back(self, lists: Lists) -> None:
        entry = lists.join()
        lists.desk.seated(player=entry.player, seat=9)
        lists.desk.leave(entry.player.sittings.get(left_at=None))
        refused("entry_changed", lambda: services.put_back(entry=entry, reason="test", **lists.desk.by()))

    def test_every_step_is_in_the_audit_trail(self, lists: Lists) -> None:
        entry = lists.call(lists.join())
        lists.resume(lists.hold(entry))
        lists.remove(entry)
        verbs = AuditEvent.objects.filter(subject_kind="listentry", subject_id=str(entry.pk)).order_by("pk")
        assert [event.verb for event in verbs] == [
            "list.joined", "list.called", "list.held", "list.resumed", "list.removed",
        ]  # fmt: skip


def _found_to_be_one(desk: Desk, one: Player, other: Player) -> None:
    outcome = IdentityDecision.Outcome.SAME
    facts = {"room": desk.room, "outcome": outcome, "reason": "the face", "by": desk.manager, "at": desk.at()}
    services.decide_identity(player=one, other=other, **facts)


def test_who_is_called_by_one_record_is_not_called_by_another_and_holds_nobody_up(lists: Lists) -> None:
    lists.desk.open_table(O8)
    ann, annie = lists.desk.player("Ann"), lists.desk.player("Annie")
    here, there, following = lists.join(ann), lists.join(annie, O8_LIST), lists.join()
    _found_to_be_one(lists.desk, ann, annie)
    lists.call(there)
    refused("called_elsewhere", lambda: lists.call(here))
    assert lists.call(following).state == STATES.CALLED


def test_a_seat_of_records_that_were_parted_later_is_no_fault(lists: Lists) -> None:
    desk, ann, annie = lists.desk, lists.desk.player("Ann"), lists.desk.player("Annie")
    entry = lists.join(annie)
    _found_to_be_one(desk, ann, annie)
    sitting = desk.seated(200_00, seat=9, player=ann)
    ListEntry.objects.filter(pk=entry.pk).update(state=STATES.SEATED, sitting=sitting)
    assert list(lost_seats()) == []
    facts = {"player": annie, "reason": "two passports", "second": person(desk.room, "floor"), "by": desk.manager}
    services.part_record(room=desk.room, at=desk.at(), **facts)
    assert list(lost_seats()) == []
    desk.leave(sitting)
    later = desk.seated(200_00, seat=9, player=ann)
    ListEntry.objects.filter(pk=entry.pk).update(sitting=later)
    assert list(lost_seats()) == [f"list entry {entry.pk} says seated, and its sitting says otherwise"]


def test_who_sits_down_in_one_room_still_waits_in_another(lists: Lists) -> None:
    ann, elsewhere = lists.desk.player("Ann"), Lists(open_desk())
    there = elsewhere.join(ann)
    lists.join(ann)
    lists.desk.seated(200_00, seat=9, player=ann)
    there.refresh_from_db()
    assert (lists.order(), there.state) == ([], STATES.WAITING)


def test_a_guest_is_the_same_one_past_midnight_and_another_one_in_the_morning(lists: Lists) -> None:
    def called_zed() -> ListEntry:
        facts = {"room": lists.desk.room, "game": NLH_LIST, "name": "Zed", "key": key()}
        return services.join_as_guest(**facts, **lists.desk.by())

    room = lists.desk.room
    lists.later(room.start_of(room.gaming_day(lists.desk.now) + timedelta(days=1)) - timedelta(hours=10))
    first = called_zed()
    lists.later(lists.desk.now + timedelta(hours=9))
    refused("on_list_already", called_zed)
    lists.later(lists.desk.now + timedelta(hours=1))
    assert called_zed().player != first.player


def test_nor_is_their_name_the_next_one_or_passed_over(lists: Lists) -> None:
    lists.desk.open_table(O8)
    ann, annie = lists.desk.player("Ann"), lists.desk.player("Annie")
    there, following = (lists.join(ann), lists.join(annie, O8_LIST))[1], lists.join()
    _found_to_be_one(lists.desk, ann, annie)
    lists.call(there)
    (game,) = (each for each in game_lists(lists.desk.room, lists.desk.now) if each.game.key == NLH_LIST.key)
    assert game.next_row
    assert game.next_row.entry == following
    assert names_for(lists.desk.session, lists.desk.now) == [following]
    lists.desk.buy_in(following.player, 200_00)
    assert lists.desk.seat(following.player, 9, 200_00).player == following.player


class TestAnotherRecordOfThePerson:
    """Somebody asked for the list as Annie, and sits down as Ann; they were found to be one person."""

    @pytest.fixture
    def annie(self, lists: Lists) -> ListEntry:
        desk, ann = lists.desk, lists.desk.player("Ann")
        entry = lists.join(desk.player("Annie"))
        _found_to_be_one(desk, ann, entry.player)
        entry.player = Player.objects.get(display_name="Ann")
        desk.buy_in(entry.player, 200_00)
        return entry

    def test_who_sits_down_leaves_the_list_and_holds_nobody_up(self, lists: Lists, annie: ListEntry) -> None:
        following = lists.join()
        sitting = lists.desk.seat(annie.player, 9, 200_00)
        annie.refresh_from_db()
        assert (annie.state, annie.sitting) == (STATES.SEATED, sitting)
        assert all(finding.holds for finding in audit() if finding.check.code == "I-22")
        lists.desk.leave(lists.desk.session.sittings.get(seat=2))
        assert lists.call(following).called_seat == 2

    def test_who_was_called_may_take_the_seat(self, lists: Lists, annie: ListEntry) -> None:
        ann = annie.player
        lists.join()
        assert lists.call(ListEntry.objects.get(pk=annie.pk)).called_seat == 9
        assert lists.desk.seat(ann, 9, 200_00).player == ann
        annie.refresh_from_db()
        assert annie.state == STATES.SEATED


class TestBarred:
    def test_nobody_who_is_barred_gets_on_a_list(self, desk: Desk) -> None:
        ann = desk.player("Ann")
        bar(desk, ann)
        refused("player_barred", lambda: Lists(desk).join(ann))

    def test_a_ban_takes_them_off_every_list(self, lists: Lists) -> None:
        ann = lists.desk.player("Ann")
        called, waiting = lists.call(lists.join(ann)), lists.join(ann, O8_LIST)
        bar(lists.desk, ann)
        called.refresh_from_db(), waiting.refresh_from_db()
        assert {(called.state, called.reason), (waiting.state, waiting.reason)} == {(STATES.REMOVED, "barred")}
        refused("player_barred", lambda: services.put_back(entry=called, reason="test", **lists.desk.by()))

    def test_the_database_refuses_them_whoever_asks(self, lists: Lists) -> None:
        entry = lists.remove(lists.join())
        ban = bar(lists.desk, entry.player)
        back = {"state": STATES.WAITING, "ended_at": None, "changed_at": lists.desk.at()}
        with pytest.raises(IntegrityError, match="is barred"), transaction.atomic():
            ListEntry.objects.filter(pk=entry.pk).update(**back)
        services.lift_ban(room=lists.desk.room, ban=ban, reason="test", **lists.desk.by_two())
        assert ListEntry.objects.filter(pk=entry.pk).update(**back) == 1


class TestSeatChanges:
    def test_a_seated_player_goes_before_the_list(self, lists: Lists) -> None:
        sitting = lists.desk.session.sittings.get(seat=2)
        change = services.ask_for_seat(sitting=sitting, seat=9, **lists.desk.by())
        entry = lists.join()
        refusal = refused("seat_wanted", lambda: lists.call(entry))
        assert "asked for seat 9 first" in refusal.message
        new = services.change_seat(sitting=sitting, seat=9, key=key(), **lists.desk.by())
        change.refresh_from_db()
        assert (new.seat, lists.desk.stack(new), change.state) == (9, 200_00, "done")
        assert lists.call(entry).called_seat == 2

    def test_a_request_for_any_seat_goes_before_the_list_too(self, lists: Lists) -> None:
        change = services.ask_for_seat(sitting=lists.desk.session.sittings.get(seat=2), seat=None, **lists.desk.by())
        entry = lists.join()
        refused("seat_wanted", lambda: lists.call(entry))
        services.take_back(change=change, **lists.desk.by())
        assert lists.call(entry).called_seat == 9
        steps = AuditEvent.objects.filter(subject_kind="seatchange", subject_id=str(change.pk)).order_by("pk")
        assert [event.verb for event in steps] == ["seat_change.asked", "seat_change.taken_back"]

    def test_a_seat_that_nobody_asked_for_goes_to_the_list(self, desk: Desk) -> None:
        lists = Lists(desk)
        lists.fill(but=2)
        services.ask_for_seat(sitting=desk.session.sittings.get(seat=2), seat=8, **desk.by())
        assert lists.call(lists.join()).called_seat == 9

    def test_nobody_else_sits_down_in_a_seat_that_is_wanted(self, lists: Lists) -> None:
        services.ask_for_seat(sitting=lists.desk.session.sittings.get(seat=2), seat=9, **lists.desk.by())
        other = lists.desk.player()
        lists.desk.buy_in(other, 200_00)
        refused("seat_wanted", lambda: lists.desk.seat(other, 9, 200_00))

    def test_who_was_called_first_keeps_the_seat(self, lists: Lists) -> None:
        lists.call(lists.join())
        sitting = lists.desk.session.sittings.get(seat=2)
        services.ask_for_seat(sitting=sitting, seat=9, **lists.desk.by())
        refused("seat_held", lambda: services.change_seat(sitting=sitting, seat=9, key=key(), **lists.desk.by()))

    @pytest.mark.parametrize("seat", [0, 2, 10])
    def test_no_seat_that_is_not_there_or_their_own(self, lists: Lists, seat: int) -> None:
        sitting = lists.desk.session.sittings.get(seat=2)
        refused("seat_unknown", lambda: services.ask_for_seat(sitting=sitting, seat=seat, **lists.desk.by()))

    def test_one_request_at_a_time_and_none_after_leaving(self, lists: Lists) -> None:
        sitting = lists.desk.session.sittings.get(seat=2)
        change = services.ask_for_seat(sitting=sitting, seat=9, **lists.desk.by())
        refused("seat_change_asked", lambda: services.ask_for_seat(sitting=sitting, seat=None, **lists.desk.by()))
        lists.desk.leave(sitting)
        change.refresh_from_db()
        assert change.state == "withdrawn"
        refused("seat_change_over", lambda: services.take_back(change=change, **lists.desk.by()))

    def test_a_retry_changes_the_seat_once(self, lists: Lists) -> None:
        sitting, request, when = lists.desk.session.sittings.get(seat=2), key(), lists.desk.at()
        facts = {"sitting": sitting, "seat": 9, "key": request, "by": None, "at": when}
        assert services.change_seat(**facts) == services.change_seat(**facts)

    def test_the_books_hold_afterwards(self, lists: Lists) -> None:
        sitting = lists.desk.session.sittings.get(seat=2)
        new = services.change_seat(sitting=sitting, seat=9, key=key(), **lists.desk.by())
        lists.desk.leave(new)
        assert [finding for finding in audit() if not finding.holds] == []


def test_a_table_of_another_room_is_none_of_this_list(desk: Desk) -> None:
    other = open_desk()
    Lists(other).fill()
    assert Lists(desk).call(Lists(desk).join()).called_seat == 1
