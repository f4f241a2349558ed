"""Drop boxes: hung, pulled by two people on a schedule, counted blind by two more, and every difference by name."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from cage import services as cage
from cage.alarms import BOX_LACKING
from cage.counted import Counted
from cage.models import BoxCount, BoxHanging, BoxPull, BoxVariance, Investigation
from cage.selectors.box_counts import given_up_boxes
from cage.selectors.boxes import tables_with_boxes
from cage.selectors.drop import drop_of, recorded
from cage.selectors.tokes import counted_on
from cage.services.box_looks import counters_of
from cage.services.pulls import Order
from config.audit.books import audit
from config.audit.services import record
from config.requests.services import claim
from config.staff.models import User
from players.ledger import Move, post, seat_account, table_account
from players.models import AccountKind, Transfer, TransferKind
from players.selectors.ledger import Search, find
from rules.house.fee_schedule import live_time
from rules.house.rake import NO_FEE
from tables.models import PlaySource
from tables.residuals import residuals_at
from tables.selectors.alarms import alarms_at
from tables.services import close_table, open_table, put_in, register_dealer, start_shift, tap_out
from tables.services.sessions import open_session
from tests.support.arranged import arranged
from tests.support.boxes import chips, counted, hung, pulled, two_counters
from tests.support.desk import NLH, Desk, key, open_desk, person
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.django_db
S = BoxPull.State
A = AccountKind


@arranged
def table() -> HandTable:
    """A table that plays, with a rake box R1 at it and R2 on the shelf."""
    table = open_hand_table()
    hung(table.desk, "R1")
    cage.add_box(room=table.desk.room, number="R2", kind="rake", by=table.desk.manager, at=table.desk.at())
    return table


def the_books_hold() -> None:
    assert [fault for finding in audit() if not finding.holds for fault in finding.faults] == []


def count(desk: Desk, pull: BoxPull, by: User, amount: int, **facts: Any) -> BoxPull:
    return cage.count_box(pull=pull, counted=chips(desk.room, amount), key=key(), by=by, at=desk.at(), **facts)


class TestNoBoxHangs:
    """The board says where a box is missing that the fee of a table fills, in rooms that have such boxes."""

    def told(self, table: HandTable) -> list[str]:
        found = alarms_at([table.session], table.desk.at()).get(table.session.pk, [])
        return [line.text for line in found if line.kind == BOX_LACKING]

    def test_it_stands_until_one_hangs(self) -> None:
        table = open_hand_table()
        desk = table.desk
        assert self.told(table) == []
        box = cage.add_box(room=desk.room, number="R1", kind="rake", **desk.by())
        assert self.told(table) == ["No rake box hangs here: hang one"]
        cage.hang_box(box=box, table=desk.session.table, holds="rake", key=key(), by=desk.manager, at=desk.at())
        assert self.told(table) == []

    def test_a_room_without_such_boxes_is_told_nothing(self) -> None:
        table = open_hand_table(replace(NLH, fee=replace(NLH.fee or NO_FEE, promo=1_00)))
        assert self.told(table) == []
        cage.add_box(room=table.desk.room, number="P1", kind="promo", **table.desk.by())
        assert self.told(table) == ["No promo box hangs here: hang one"]
        cage.add_box(room=table.desk.room, number="R1", kind="rake", **table.desk.by())
        assert self.told(table) == ["No rake and no promo box hangs here: hang one"]
        hung(table.desk, "P2", holds="promo")
        assert self.told(table) == ["No rake box hangs here: hang one"]

    def test_a_table_on_time_fills_a_time_box(self) -> None:
        table = open_hand_table(replace(NLH, fee=live_time(5_00)))
        for number, kind in (("R1", "rake"), ("T1", "time")):
            cage.add_box(room=table.desk.room, number=number, kind=kind, **table.desk.by())
        assert self.told(table) == ["No time box hangs here: hang one"]

    def test_a_box_of_another_room_is_none(self, table: HandTable) -> None:
        other = open_hand_table()
        assert self.told(other) == []
        found = alarms_at([table.session, other.session], table.desk.at())
        assert BOX_LACKING not in [line.kind for lines in found.values() for line in lines]


class TestBoxes:
    def test_a_number_is_readable_and_a_boxs_alone(self, table: HandTable) -> None:
        desk = table.desk
        add = lambda number: cage.add_box(room=desk.room, number=number, kind="rake", **desk.by())  # noqa: E731
        refused("box_number_taken", lambda: add("r1"))
        refused("box_number_unreadable", lambda: add("R 1"))

    def test_one_of_a_kind_hangs_at_a_table_and_a_box_hangs_once(self, table: HandTable) -> None:
        desk = table.desk
        other = desk.open_table().table
        spare = cage.add_box(room=desk.room, number="R9", kind="rake", **desk.by())
        first = BoxHanging.objects.get().box
        hang = lambda box, at, holds="rake": cage.hang_box(box=box, table=at, holds=holds, key=key(), **desk.by())  # noqa: E731
        refused("table_has_box", lambda: hang(spare, desk.session.table))
        refused("box_hangs", lambda: hang(first, other))
        refused("box_of_another_kind", lambda: hang(spare, other, "promo"))
        assert hang(spare, other).holds == "rake"

    def test_where_chips_lie_in_a_box_off_record_that_one_is_pulled(self, table: HandTable) -> None:
        """The new box isn't charged with what lies in the old one, which hangs there without a record."""
        desk, at = table.desk, table.desk.session.table
        table.tick(100, promo_taken=200)
        new = cage.add_box(room=desk.room, number="P2", kind="promo", **desk.by())
        facts = {"box": new, "table": at, "holds": "promo"}
        said = refused("box_off_record", lambda: cage.hang_box(key=key(), **facts, **desk.by())).message
        assert ("by the number on it" in said, "enter P2 as the next" in said) == (True, True)
        old = pulled(desk, "p7", holds="promo", next_number="P2")
        assert (old.number, old.expected, BoxHanging.objects.get(box=new).taken_at) == ("P7", 200, None)
        table.tick(100, promo_taken=300)
        third = cage.add_box(room=desk.room, number="P3", kind="promo", **desk.by())
        assert pulled(desk, "P2", holds="promo", next_number="P3").expected == 300
        assert third.pk

    def test_a_box_that_hung_there_before_it_was_on_record_takes_what_was_dropped(self, table: HandTable) -> None:
        desk, at = table.desk, table.desk.session.table
        table.tick(100, promo_taken=200)
        box = cage.add_box(room=desk.room, number="P2", kind="promo", **desk.by())
        cage.hang_box(box=box, table=at, holds="promo", key=key(), is_there=True, **desk.by())
        cage.add_box(room=desk.room, number="P3", kind="promo", **desk.by())
        assert pulled(desk, "P2", holds="promo", next_number="P3").expected == 200

    def test_an_emergency_box_hangs_for_any_kind(self, table: HandTable) -> None:
        box = hung(table.desk, "E1", holds="promo", kind="emergency")
        assert BoxHanging.objects.get(box=box).holds == "promo"

    def test_a_box_that_took_something_is_pulled_not_taken_off(self, table: HandTable) -> None:
        hanging = BoxHanging.objects.get()
        table.tick()
        refused("box_not_empty", lambda: cage.take_off_box(hanging=hanging, **table.by()))

    def test_an_empty_one_is_taken_off_once(self, table: HandTable) -> None:
        hanging = BoxHanging.objects.get()
        cage.take_off_box(hanging=hanging, **table.by())
        refused("box_not_hanging", lambda: cage.take_off_box(hanging=hanging, **table.by()))


class TestPull:
    def test_all_that_lies_there_goes_to_custody_and_the_next_box_hangs(self, table: HandTable) -> None:
        desk = table.desk
        table.tick(300)
        table.tick(200)
        pull = pulled(desk, "R1", next_number="R2")
        assert (pull.expected, pull.state, pull.puller, pull.watcher) == (500, S.PULLED, desk.cashier, desk.second)
        assert (desk.held(A.RAKE_BOX), desk.held(A.CUSTODY)) == (0, 500)
        assert BoxHanging.objects.get(taken_at=None).box.number == "R2"
        the_books_hold()

    def test_a_hand_in_play_goes_on_and_drops_into_the_next_box(self, table: HandTable) -> None:
        draft = table.act(table.deal(), "f", "f")
        assert pulled(table.desk, "R1", next_number="R2").expected == 0
        table.record(table.act(draft, "f"), rake=100)
        cage.add_box(room=table.desk.room, number="R3", kind="rake", **table.by())
        assert pulled(table.desk, "R2", next_number="R3").expected == 100

    def test_a_table_without_a_box_is_pulled_under_the_number_given(self, table: HandTable) -> None:
        desk = table.desk
        draft = table.tick(100, promo_taken=200)
        assert draft
        pull = pulled(desk, "p7", holds="promo")
        assert (pull.number, pull.expected, pull.hanging) == ("P7", 200, None)
        refused("box_number_missing", lambda: pulled(desk, " ", holds="promo"))
        refused("box_in_custody", lambda: pulled(desk, "P7", holds="promo"))
        refused("box_hangs", lambda: pulled(desk, "R1", holds="promo"))

    def test_it_takes_what_every_session_of_the_table_left(self, table: HandTable) -> None:
        desk = table.desk
        table.tick(300)
        stacks = [200_00, 200_00, 200_00, 197_00]
        for sitting, stack in zip(table.sittings.values(), stacks, strict=True):
            desk.leave(sitting, counted=stack, reason="played", by=desk.manager)
        close_table(session=table.session, **table.by())
        open_table(table=desk.session.table, **table.by())
        assert pulled(desk, "R1", next_number="R2").expected == 300

    def test_a_table_that_plays_on_needs_its_next_box(self, table: HandTable) -> None:
        refused("next_box_missing", lambda: pulled(table.desk, "R1"))
        refused("box_unknown", lambda: pulled(table.desk, "R1", next_number="R77"))
        own = refused("box_in_custody", lambda: pulled(table.desk, "R1", next_number="R1"))
        assert own.message == "Box R1 is the one that you pull: enter the number of another, which hangs there next."

    def test_a_stale_page_pulls_nothing(self, table: HandTable) -> None:
        pulled(table.desk, "R1", next_number="R2")
        refused("box_not_hanging", lambda: pulled(table.desk, "R1", next_number="R2"))

    def test_two_people_pull(self, table: HandTable) -> None:
        desk = table.desk
        refused("second_needed", lambda: pulled(desk, "R1", next_number="R2", second=None))
        refused("second_is_first", lambda: pulled(desk, "R1", next_number="R2", second=desk.cashier))
        host = person(desk.room, "host")
        refused("second_may_not", lambda: pulled(desk, "R1", next_number="R2", second=host))

    def test_a_retry_pulls_once(self, table: HandTable) -> None:
        desk = table.desk
        table.tick(300)
        same = {"key": key(), "at": desk.at()}
        first = pulled(desk, "R1", next_number="R2", **same)
        assert pulled(desk, "R1", next_number="R2", **same) == first
        assert BoxPull.objects.count() == 1

    def test_boxes_leave_at_their_times_or_in_an_emergency_with_a_reason(self, table: HandTable) -> None:
        desk = table.desk
        local = desk.now.astimezone(desk.room.zone)
        desk.room.drop_times = [f"{local - timedelta(hours=3):%H:%M}", f"{local + timedelta(hours=3):%H:%M}"]
        desk.room.save()
        said = refused("drop_not_now", lambda: pulled(desk, "R1", next_number="R2"))
        assert said.allowed["times"] == desk.room.drop_times
        refused("reason_missing", lambda: pulled(desk, "R1", next_number="R2", why="emergency"))
        pull = pulled(desk, "R1", next_number="R2", why="emergency", reason="the lock broke")
        assert (pull.why, pull.drop_time) == ("emergency", "")
        counted(desk, pull)
        desk.now += timedelta(hours=3)
        assert pulled(desk, "R2", next_number="R1").drop_time == desk.room.drop_times[1]

    def test_a_push_is_a_time_for_a_surprise_and_the_pull_names_the_down(self, table: HandTable) -> None:
        desk = table.desk
        refused("push_not_now", lambda: pulled(desk, "R1", next_number="R2", why="push"))
        dealer = register_dealer(room=desk.room, badge_number="D1", display_name="Dora", **desk.by())
        start_shift(dealer=dealer, **desk.by())
        put_in(session=table.session, dealer=dealer, **desk.by())
        pull = pulled(desk, "R1", next_number="R2", why="push")
        assert len(pull.downs) == 1

    def test_how_long_after_a_push_the_room_sets(self, table: HandTable) -> None:
        desk = table.desk
        dealer = register_dealer(room=desk.room, badge_number="D1", display_name="Dora", **desk.by())
        start_shift(dealer=dealer, **desk.by())
        put_in(session=table.session, dealer=dealer, **desk.by())
        desk.now += timedelta(minutes=14)
        desk.room.push_minutes = 13
        desk.room.save()
        table.session.table.refresh_from_db()
        said = refused("push_not_now", lambda: pulled(desk, "R1", next_number="R2", why="push"))
        assert "in the last 13 minutes" in said.message
        assert not any(row.pushed for row in tables_with_boxes(desk.room, desk.now))
        desk.room.push_minutes = 20
        desk.room.save()
        table.session.table.refresh_from_db()
        assert any(row.pushed for row in tables_with_boxes(desk.room, desk.now))
        assert pulled(desk, "R1", next_number="R2", why="push").downs

    def test_it_names_every_down_that_was_dealt_since_the_pull_before(self, table: HandTable) -> None:
        desk = table.desk
        for number in (3, 4, 5):
            cage.add_box(room=desk.room, number=f"R{number}", kind="rake", **table.by())
        dealer = register_dealer(room=desk.room, badge_number="D1", display_name="Dora", **desk.by())
        start_shift(dealer=dealer, **desk.by())
        down = put_in(session=table.session, dealer=dealer, **desk.by())
        assert pulled(desk, "R1", next_number="R2").downs == [down.pk]
        assert pulled(desk, "R2", next_number="R3").downs == [down.pk], "it went on over the pull before"
        tap_out(session=table.session, **desk.by())
        assert pulled(desk, "R3", next_number="R4").downs == [down.pk], "it ended after the pull before"
        assert pulled(desk, "R4", next_number="R5").downs == []

    def test_a_box_of_that_number_in_another_room_is_another_box(self, table: HandTable) -> None:
        hung(open_desk(), "P7", holds="promo")
        assert pulled(table.desk, "P7", holds="promo").number == "P7"

    def test_what_a_file_plays_at_the_table_needs_no_next_box(self, table: HandTable) -> None:
        desk, session = table.desk, table.session
        for sitting in table.sittings.values():
            desk.leave(sitting)
        close_table(session=session, **table.by())
        open_session(table=session.table, plaque=session.plaque, source=PlaySource.IMPORT, **table.by())
        assert pulled(desk, "R1").hanging is not None


class TestCount:
    def test_two_who_agree_end_it_and_the_rake_goes_to_the_vault(self, table: HandTable) -> None:
        desk = table.desk
        table.tick(300)
        vault = desk.held(A.VAULT_CHIPS)
        pull = counted(desk, pulled(desk, "R1", next_number="R2"))
        assert (pull.state, pull.counted) == (S.COUNTED, 300)
        assert (desk.held(A.CUSTODY), desk.held(A.VAULT_CHIPS) - vault) == (0, 300)
        assert not BoxVariance.objects.exists()
        the_books_hold()

    @pytest.mark.parametrize("off", [-300, -100, 100, 500])
    def test_a_difference_is_a_transfer_of_its_own_and_named(self, table: HandTable, off: int) -> None:
        desk = table.desk
        table.tick(300)
        pull = counted(desk, pulled(desk, "R1", next_number="R2"), off)
        assert BoxVariance.objects.get(pull=pull).chips == off
        assert (desk.held(A.CUSTODY), desk.held(A.OVER_SHORT)) == (0, -off)
        kinds = set(Transfer.objects.filter(request_key=pull.counted_key).values_list("kind", flat=True))
        assert TransferKind.VARIANCE in kinds
        assert not Investigation.objects.exists(), "within the notice"
        the_books_hold()

    def test_nobody_counts_twice_nor_who_pulled_or_watched(self, table: HandTable) -> None:
        desk = table.desk
        table.tick(300)
        pull = pulled(desk, "R1", next_number="R2")
        one, two = two_counters(desk)
        for puller in (desk.cashier, desk.second):
            refusal = refused("counter_pulled", lambda puller=puller: count(desk, pull, puller, 300))  # type: ignore[misc]
            assert str(one) in refusal.message, "it says who may"
        count(desk, pull, one, 300)
        refused("same_person", lambda: count(desk, pull, one, 300))
        assert count(desk, pull, two, 300).state == S.COUNTED
        refused("box_counted", lambda: count(desk, pull, person(desk.room, "floor"), 300))

    def test_who_entered_what_lies_in_it_doesn_t_count_it(self, table: HandTable) -> None:
        desk = table.desk
        one, two = two_counters(desk)
        table.tick(300)
        first = pulled(desk, "R1", next_number="R2")
        refused("counter_booked", lambda: count(desk, first, table.floor, 300))
        assert table.floor not in counters_of(first)
        assert {one, two} <= set(counters_of(first))

    def test_who_pulled_the_box_before_counts_the_next_one(self, table: HandTable) -> None:
        desk = table.desk
        puller = person(desk.room, "cashier")
        table.tick(300)
        first = pulled(desk, "R1", next_number="R2", by=puller)
        table.tick(300)
        cage.add_box(room=desk.room, number="R3", kind="rake", **desk.by())
        following = pulled(desk, "R2", next_number="R3")
        refused("counter_pulled", lambda: count(desk, first, puller, 300))
        assert puller in counters_of(following), "taking R1 off the table put nothing into R2"
        assert count(desk, following, puller, 300).state == S.PULLED
        refused("counter_booked", lambda: count(desk, following, table.floor, 300))

    def test_where_keys_are_kept_nobody_pulls_without_one(self, table: HandTable) -> None:
        desk = table.desk
        table.tick(300)
        facts = {"room": desk.room, "lock": "release", "reason": "the drop", "key": key()}
        taking = cage.take_key(**facts, by=desk.second, second=desk.manager, at=desk.at())
        pulled(desk, "R1", next_number="R2")
        cage.return_key(taking=taking, by=desk.second, second=desk.manager, at=desk.at())
        refused("key_not_taken", lambda: pulled(desk, "R2", next_number="R3"))

    def test_two_who_differ_count_together_with_a_third_and_all_stay(self, table: HandTable) -> None:
        desk = table.desk
        table.tick(300)
        pull = pulled(desk, "R1", next_number="R2")
        (one, two), three = two_counters(desk), person(desk.room, "cashier")
        count(desk, pull, one, 300)
        assert count(desk, pull, two, 200).state == S.RECOUNT
        refused("box_recount", lambda: count(desk, pull, three, 300))

        def together(**facts: Any) -> BoxPull:
            given = {"pull": pull, "counted": chips(desk.room, 200), "key": key(), "by": one, "at": desk.at()}
            return cage.count_box_together(**(given | facts))

        refused("second_needed", together)
        refused("third_needed", lambda: together(second=two))
        refused("same_person", lambda: together(second=two, third=one))
        refused("counter_missing", lambda: together(second=three, third=person(desk.room, "floor")))
        error = refused("counter_may_not", lambda: together(second=two, third=person(desk.room, "host")))
        assert error.field == "third_badge"
        done = together(second=two, third=three)
        assert (done.state, done.counted, BoxCount.objects.filter(pull=pull).count()) == (S.COUNTED, 200, 3)
        the_books_hold()

    def test_two_counts_that_differ_are_given_up_and_two_others_count(self, table: HandTable) -> None:
        desk = table.desk
        table.tick(300)
        pull = pulled(desk, "R1", next_number="R2")
        (one, two), boss = two_counters(desk), person(desk.room, "floor")

        def give_up(**facts: Any) -> BoxPull:
            given: dict[str, Any] = {"pull": pull, "reason": "the first is gone", "by": two, "second": boss}
            return cage.give_up_box_counts(**(given | {"at": desk.at()} | facts))

        refused("box_counts_agree", give_up)
        count(desk, pull, one, 300)
        assert count(desk, pull, two, 200).state == S.RECOUNT
        cage.note_box_looks(room=desk.room, by=one, at=desk.at())
        together = {"pull": pull, "counted": chips(desk.room, 300), "key": key(), "second": two}
        third = {"third": person(desk.room, "cashier"), "by": one, "at": desk.at()}
        refused("has_seen_expected", lambda: cage.count_box_together(**together, **third))
        refused("reason_missing", lambda: give_up(reason=" "))
        refused("second_needed", lambda: give_up(second=None))
        refused("counter_may_not", lambda: give_up(by=person(desk.room, "host")))
        refused("not_a_supervisor", lambda: give_up(second=person(desk.room, "cashier")))
        refused("same_person", lambda: give_up(by=boss, second=two))
        again = give_up()
        assert (again.state, again.round) == (S.PULLED, 1)
        (found,) = given_up_boxes(desk.room)
        assert (found.apart, found.is_told, found.row.reason) == (100, False, "the first is gone")
        assert [each.counted_by for each in found.counts] == [one, two]
        refused("box_counts_agree", give_up)
        assert two in counters_of(again)
        done = counted(desk, again)
        assert (done.state, done.counted) == (S.COUNTED, 300)
        assert given_up_boxes(desk.room)[0].is_told
        assert BoxCount.objects.filter(pull=pull).count() == 4
        refused("box_counted", give_up)
        the_books_hold()

    def test_counts_that_were_given_up_count_no_more(self, table: HandTable) -> None:
        desk = table.desk
        table.tick(300)
        pull = pulled(desk, "R1", next_number="R2")
        one, two = two_counters(desk)
        count(desk, pull, one, 300)
        count(desk, pull, two, 200)
        cage.give_up_box_counts(pull=pull, reason="late", by=one, second=person(desk.room, "floor"), at=desk.at())
        count(desk, pull, two, 300)
        refused("same_person", lambda: count(desk, pull, two, 300))
        assert count(desk, pull, one, 200).state == S.RECOUNT, "the counts of before are none of these"
        third = person(desk.room, "cashier")
        together = {"pull": pull, "counted": chips(desk.room, 200), "key": key(), "by": one, "at": desk.at()}
        assert cage.count_box_together(**together, second=two, third=third).counted == 200
        the_books_hold()

    def test_who_has_seen_what_lies_in_the_boxes_counts_none_that_hung_then(self, table: HandTable) -> None:
        desk = table.desk
        table.tick(300)
        seen_before, seen_after, (one, two) = desk.manager, person(desk.room, "floor"), two_counters(desk)
        cage.note_box_looks(room=desk.room, by=seen_before, at=desk.at())
        pull = pulled(desk, "R1", next_number="R2")
        cage.note_box_looks(room=desk.room, by=seen_after, at=desk.at())
        for who in (seen_before, seen_after):
            refused("has_seen_expected", lambda who=who: count(desk, pull, who, 300))  # type: ignore[misc]
        counted(desk, pull, by=(one, two))
        later = pulled(desk, "R2", next_number="R1")
        count(desk, later, seen_before, 0)
        refused("has_seen_expected", lambda: count(desk, later, seen_after, 0))

    def test_a_dealer_doesn_t_count_what_they_dropped(self, table: HandTable) -> None:
        desk = table.desk
        dealing = person(desk.room, "floor")
        dealer = register_dealer(room=desk.room, badge_number=dealing.badge_number, display_name="D", **desk.by())
        start_shift(dealer=dealer, **desk.by())
        put_in(session=table.session, dealer=dealer, **desk.by())
        pull = pulled(desk, "R1", next_number="R2")
        refused("counter_dealt", lambda: count(desk, pull, dealing, 0))
        refused("counter_may_not", lambda: count(desk, pull, person(desk.room, "host"), 0))

    def test_a_retry_counts_once(self, table: HandTable) -> None:
        desk = table.desk
        pull = pulled(desk, "R1", next_number="R2")
        same = {"pull": pull, "counted": Counted(), "key": key(), "by": desk.manager, "at": desk.at()}
        cage.count_box(**same)
        cage.count_box(**same)
        assert BoxCount.objects.count() == 1

    def test_counted_tokes_go_to_the_vault_and_are_shared(self, table: HandTable) -> None:
        desk = table.desk
        facts = {"by": desk.manager, "at": desk.at()}
        own = key()
        claim(own, "toke", {}, **facts)
        record("table.opened", table.session, room=desk.room, **facts)
        seat, tokes = seat_account(table.sittings[1]), table_account(table.session, A.TOKES)
        post(room=desk.room, key=own, moves=[Move(seat, tokes, 500, TransferKind.TOKE)], **facts)
        pull = counted(desk, pulled(desk, "K1", holds="tokes"), -100)
        assert (pull.counted, desk.held(A.CUSTODY)) == (400, 0)
        assert counted_on(desk.room, desk.room.gaming_day(desk.now)) == 400
        the_books_hold()


class TestVariance:
    def test_one_beyond_the_notice_is_a_report_that_somebody_above_settles(self, table: HandTable) -> None:
        desk = table.desk
        counters = two_counters(desk)
        table.tick(600)
        pull = counted(desk, pulled(desk, "R1", next_number="R2"), -600, by=counters)
        report = Investigation.objects.get(box_variance__pull=pull)
        settle = lambda by, **facts: cage.settle_investigation(  # noqa: E731
            investigation=report,
            text="seen on tape",
            by=by,
            at=desk.at(),
            second=None if report.box_variance.size < desk.room.investigation_from else person(desk.room, "floor"),
            **({"outcome": Investigation.State.ACCEPTED} | facts),
        )
        for who in (desk.cashier, desk.second, *counters):
            refused("not_your_variance", lambda who=who: settle(who))  # type: ignore[misc]
        stranger = Transfer.objects.filter(source__kind=A.CHIP_ISSUE).earliest("id").chain_number
        explained = {"outcome": Investigation.State.EXPLAINED, "transfers": [stranger]}
        refused("transfer_elsewhere", lambda: settle(desk.manager, **explained))
        assert settle(desk.manager).state == Investigation.State.ACCEPTED


class TestDrop:
    def test_full_and_quick_hands_are_told_apart_by_box_table_and_down(self, table: HandTable) -> None:
        desk = table.desk
        dealer = register_dealer(room=desk.room, badge_number="D1", display_name="Dora", **desk.by())
        start_shift(dealer=dealer, **desk.by())
        put_in(session=table.session, dealer=dealer, **desk.by())
        table.tick(300)
        table.tick(200)
        pull = counted(desk, pulled(desk, "R1", next_number="R2"), -100)
        drop = drop_of(desk.room, desk.room.gaming_day(desk.now))
        (box,), (of_table,), (down,) = drop.boxes, drop.tables, drop.downs
        assert (box.quick, box.full, box.recorded, box.difference) == (500, 0, 500, -100)
        assert (of_table.recorded, of_table.counted, of_table.difference) == (500, 400, -100)
        assert (str(down.down.shift.dealer), down.recorded, down.hands, down.difference) == ("Dora", 500, 2, -100)
        assert (drop.pulled, drop.counted, list(drop.unpulled)) == (1, 1, [])
        assert sum(line.amount for line in recorded([pull.pk])) == pull.expected

    def test_a_table_that_dropped_and_was_not_pulled_is_named(self, table: HandTable) -> None:
        table.tick(300)
        day = table.desk.room.gaming_day(table.desk.now)
        assert drop_of(table.desk.room, day).unpulled == [table.session.table.name]


class TestCustody:
    def test_each_hand_over_is_signed_by_who_receives(self, table: HandTable) -> None:
        desk = table.desk
        pull = pulled(desk, "R1", next_number="R2")
        give = lambda by, second, **facts: cage.hand_over_boxes(  # noqa: E731
            room=desk.room, pulls=[pull.pk], key=key(), by=by, second=second, at=desk.at(), **facts
        )
        other, third = two_counters(desk)
        refused("second_needed", lambda: give(desk.cashier, None))
        give(desk.cashier, other)
        refused("not_the_holder", lambda: give(desk.cashier, third))
        refused("same_person", lambda: give(third, other, reason="gone"))
        (made,) = give(third, desk.manager, reason="went home")
        assert (made.giver, made.receiver) == (other, desk.manager)

    def test_nobody_has_both_keys_of_a_day(self, table: HandTable) -> None:
        desk = table.desk
        take = lambda lock, by: cage.take_key(  # noqa: E731
            room=desk.room, lock=lock, reason="the drop", key=key(), by=by, second=desk.second, at=desk.at()
        )
        taking = take("release", desk.cashier)
        refused("key_is_out", lambda: take("release", desk.manager))
        refused("other_key_had", lambda: take("contents", desk.cashier))
        refused(
            "same_person", lambda: cage.return_key(taking=taking, by=desk.second, second=desk.cashier, at=desk.at())
        )
        cage.return_key(taking=taking, by=desk.cashier, second=desk.second, at=desk.at())
        refused("other_key_had", lambda: take("contents", desk.cashier))
        take("contents", desk.manager)
        desk.now += timedelta(days=1)
        assert take("release", desk.cashier).pk


def test_two_kinds_are_pulled_in_one_act(table: HandTable) -> None:
    table.tick(300, promo_taken=100)
    orders = [Order("rake", "R1", "R2"), Order("promo", "P1")]
    facts = {"by": table.desk.cashier, "second": table.desk.second, "at": table.desk.at(), "key": key()}
    pulls = cage.pull_boxes(table=table.desk.session.table, orders=orders, why="drop", **facts)
    assert {(pull.holds, pull.expected) for pull in pulls} == {("rake", 300), ("promo", 100)}
    the_books_hold()


def test_a_short_box_of_rake_stands_beside_promo_that_is_right(table: HandTable) -> None:
    desk, session = table.desk, table.session

    def boxes() -> list[tuple[str, int | None]]:
        return [(each.name, each.amount) for each in residuals_at([session])[session.pk] if "box" in each.name]

    table.tick(300, promo_taken=100)
    orders = [Order("rake", "R1", "R2"), Order("promo", "P1"), Order("tokes", "T1")]
    facts = {"by": desk.cashier, "second": desk.second, "at": desk.at(), "key": key()}
    rake, promo, tokes = cage.pull_boxes(table=session.table, orders=orders, why="drop", **facts)
    assert boxes() == [("box", None)]
    counted(desk, rake, -200)
    assert boxes() == [("rake box", -200)]
    counted(desk, promo)
    counted(desk, tokes, 500)
    assert boxes() == [("rake box", -200)], "neither promo that is right nor tokes hide it"
    table.tick(300)
    counted(desk, pulled(desk, "R2", next_number="R1"))
    assert boxes() == [("box", 0)]


def test_the_ledger_finds_what_became_of_a_box_by_its_table(table: HandTable) -> None:
    table.tick(300)
    counted(table.desk, pulled(table.desk, "R1", next_number="R2"), -200)
    kinds = (TransferKind.DROP, TransferKind.VARIANCE, TransferKind.BOX_COUNT)
    found = {row.transfer.kind for row in find(table.desk.room, Search(table=table.session.table.name)).rows}
    assert found >= set(kinds)
