"""The reconciliation of a day's pools: two ways to its figures, who may sign it, and what stands in the way."""

import json
from datetime import date
from typing import Any

import pytest

from cage import services as cage
from cage.models import BoxCount, BoxPull, PoolReconciliation, PoolVersion
from cage.selectors.pool_days import PoolDay, as_text, differs, digest_of, figures_of, pool_days
from config.audit.books import audit
from config.audit.models import AuditEvent
from config.days.selectors import kept_figures, notes_of, open_items
from config.staff.models import StaffRole, User
from games.services import void_hand
from tests.support.arranged import arranged
from tests.support.awards import a_pool, declared, feed, paid, taken_back
from tests.support.boxes import chips, counted, pulled, two_counters
from tests.support.days import end_day, lock_day, open_drawers, tie_out
from tests.support.desk import Desk, key, person
from tests.support.drawers import opened
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table
from tests.support.window import a_void

pytestmark = pytest.mark.django_db


@arranged
def table() -> HandTable:
    """A table that feeds a pool of 600 with a reserve of 400, minor units, as counted."""
    table = open_hand_table()
    a_pool(table.desk)
    feed(table)
    return table


@pytest.fixture
def desk(table: HandTable) -> Desk:
    return table.desk


def today(desk: Desk) -> date:
    return desk.room.gaming_day(desk.now)


def lines(desk: Desk, day: date) -> dict[str, list[int]]:
    """The lines of the one pool of a day: what was signed, and what was booked."""
    (pool,) = figures_of(desk.room, day)["pools"]
    found: dict[str, list[int]] = pool["lines"]
    return found


def signed(desk: Desk, day: date, *, by: User | None = None, **facts: Any) -> PoolReconciliation:
    given: dict[str, Any] = {"seen": digest_of(as_text(figures_of(desk.room, day))), "key": key(), "at": desk.at()}
    return cage.reconcile_pools(room=desk.room, day=day, by=by or person(desk.room, "auditor"), **(given | facts))


class TestFigures:
    def test_each_line_stands_twice_and_comes_to_the_same(self, table: HandTable, desk: Desk) -> None:
        day = today(desk)
        award = declared(desk, declared_pool(), 700, desk.player(), desk.player(), desk.player())
        first, second, _ = award.shares.order_by("number")
        paid(desk, first)
        taken_back(desk, award, share=second)
        assert lines(desk, day) == {
            "start": [0, 0], "counted": [1000, 1000], "seeded": [0, 0], "recovered": [0, 0], "awarded": [700, 700],
            "back": [200, 200], "end": [500, 500], "unpaid": [200, 200],
        }  # fmt: skip

    def test_the_next_day_begins_with_what_this_one_ended_with(self, table: HandTable, desk: Desk) -> None:
        day = today(desk)
        declared(desk, declared_pool(), 300, desk.player())
        before = figures_of(desk.room, day)
        end_day(desk)
        after = today(desk)
        assert lines(desk, after) == {
            "start": [700, 700], "end": [700, 700], "counted": [0, 0], "seeded": [0, 0], "recovered": [0, 0],
            "awarded": [0, 0], "back": [0, 0], "unpaid": [300, 300],
        }  # fmt: skip
        open_drawers(desk)
        feed(table, 200)
        assert lines(desk, after)["counted"] == [200, 200]
        assert figures_of(desk.room, day) == before, "a day that has ended stays as it was"

    def test_a_payment_that_was_voided_is_owed_again(self, desk: Desk) -> None:
        share = declared(desk, declared_pool(), 300, desk.player()).shares.get()
        slip = paid(desk, share)
        assert lines(desk, today(desk))["unpaid"] == [0, 0]
        a_void(desk, slip)
        assert lines(desk, today(desk))["unpaid"] == [300, 300]

    def test_what_was_counted_off_is_counted(self, table: HandTable, desk: Desk) -> None:
        table.tick(300, promo_taken=300)
        counted(desk, pulled(desk, "P77", holds="promo"), -100)
        assert lines(desk, today(desk))["counted"] == [1200, 1200], "the count, not what the books had expected"

    def test_a_count_by_three_is_the_one_that_counts(self, table: HandTable, desk: Desk) -> None:
        table.tick(300, promo_taken=300)
        pull = pulled(desk, "P77", holds="promo")
        first, second = two_counters(desk)
        for who, amount in ((first, 100), (second, 300)):
            cage.count_box(pull=pull, counted=chips(desk.room, amount), key=key(), by=who, at=desk.at())
        three = {"by": first, "second": second, "third": person(desk.room, "floor"), "at": desk.at(), "key": key()}
        cage.count_box_together(pull=pull, counted=chips(desk.room, 200), **three)
        assert lines(desk, today(desk))["counted"] == [1200, 1200]

    def test_boxes_and_awards_stand_one_by_one(self, desk: Desk) -> None:
        award = declared(desk, declared_pool(), 300, desk.player(), desk.player())
        taken_back(desk, award)
        (pool,) = figures_of(desk.room, today(desk))["pools"]
        pull = BoxPull.objects.get()
        (box,) = pool["boxes"]
        assert (box["box"], box["amount"], box["key"]) == (pull.number, 1000, pull.counted_key)
        assert sum(int(value) * pieces for value, pieces in box["pieces"].items()) == 1000
        assert [(each["award"], each["amount"]) for each in pool["awards"]] == [(award.pk, 300)]
        assert [each["amount"] for each in pool["back"]] == [200, 100]

    def test_other_rooms_and_pools_that_hold_nothing_are_left_out(self, desk: Desk) -> None:
        other = open_hand_table()
        a_pool(desk, "Empty", tables=())
        assert figures_of(other.desk.room, today(desk))["pools"] == []
        assert [pool["name"] for pool in figures_of(desk.room, today(desk))["pools"]] == ["Bad beat"]


def declared_pool() -> Any:
    """The pool that the table feeds."""
    return BoxPull.objects.order_by("pk").first().pool  # type: ignore[union-attr]


class TestSigning:
    def test_it_is_signed_once_under_the_figures_that_were_shown(self, desk: Desk) -> None:
        day, auditor = end_day(desk), person(desk.room, "auditor")
        row = signed(desk, day, by=auditor)
        assert (row.of_day, row.signed_by, row.is_off, row.explanation) == (day, auditor, False, "")
        assert json.loads(row.figures) == figures_of(desk.room, day)
        assert row.digest == digest_of(row.figures)
        event = AuditEvent.objects.get(verb="pool.reconciled")
        assert (event.by, event.after["digest"], event.after["differs"]) == (auditor, row.digest, False)
        again = refused("pools_reconciled", lambda: signed(desk, day))
        assert str(auditor) in again.message
        assert [finding for finding in audit() if not finding.holds] == []

    def test_a_retry_signs_once(self, desk: Desk) -> None:
        day, auditor, asked = end_day(desk), person(desk.room, "auditor"), key()
        assert signed(desk, day, by=auditor, key=asked) == signed(desk, day, by=auditor, key=asked)
        assert PoolReconciliation.objects.count() == 1

    @pytest.mark.parametrize("role", ["manager", "cashier", "floor", "host", "runner", "administrator"])
    def test_only_an_auditor_signs(self, desk: Desk, role: str) -> None:
        day = end_day(desk)
        refused("reconciler_may_not", lambda: signed(desk, day, by=person(desk.room, role)))

    @pytest.mark.parametrize("role", ["cashier", "floor", "host", "manager", "runner"])
    def test_whoever_works_the_room_besides_does_not(self, desk: Desk, role: str) -> None:
        day, both = end_day(desk), person(desk.room, "auditor")
        StaffRole.objects.create(user=both, room=desk.room, role=role)
        refused("not_independent", lambda: signed(desk, day, by=both))

    def test_whoever_had_a_part_in_the_day_does_not(self, table: HandTable, desk: Desk) -> None:
        award = declared(desk, declared_pool(), 300, desk.player())
        floor, other = person(desk.room, "floor"), person(desk.room, "manager")
        taken_back(desk, award, by=floor, second=other)
        day = end_day(desk)
        pull, counter = BoxPull.objects.get(), BoxCount.objects.earliest("pk").counted_by
        for someone, what in (
            (counter, "counted a box"),
            (award.declared_by, "declared or approved an award"),
            (award.approved_by, "declared or approved an award"),
            (floor, "took an award back"),
            (other, "took an award back"),
            (pull.puller, "pulled a box, or watched it"),
        ):
            now_auditor = becomes_auditor(desk, someone)
            refusal = refused("not_independent", lambda by=now_auditor: signed(desk, day, by=by))
            assert what in refusal.message
        assert signed(desk, day).of_day == day

    def test_whoever_signed_terms_in_force_on_the_day_does_not(self, desk: Desk) -> None:
        """The terms of before and those of that day; a later day's, and those replaced before, don't count."""
        first = PoolVersion.objects.get()
        day = end_day(desk)
        refusal = refused("not_independent", lambda: signed(desk, day, by=first.approved_by))
        assert "drafted or approved the terms of a pool" in refusal.message
        assert "an auditor of another room" in refusal.message
        a_pool(desk)
        last = PoolVersion.objects.get(number=2)
        assert signed(desk, day, by=last.approved_by).of_day == day
        open_drawers(desk)
        later = end_day(desk)
        refused("not_independent", lambda: signed(desk, later, by=first.approved_by))
        open_drawers(desk)
        refused("not_independent", lambda: signed(desk, end_day(desk), by=last.approved_by))
        open_drawers(desk)
        assert signed(desk, end_day(desk), by=first.approved_by).signed_by == first.approved_by

    def test_whoever_let_an_award_stand_on_the_day_does_not(self, table: HandTable, desk: Desk) -> None:
        hand = table.tick(300)
        award = declared(desk, declared_pool(), 300, desk.player(), hand=hand.number)
        taken = paid(desk, award.shares.get())
        void_hand(hand=hand, reason="a fouled deck", second=desk.second, key=key(), **table.by())
        floor, manager = person(desk.room, "floor"), person(desk.room, "manager")
        facts = {"reason": "paid in good faith", "by": floor, "second": manager, "at": desk.at(), "key": key()}
        cage.let_award_stand(award=award, **facts)
        day = end_day(desk)
        refusal = refused("not_independent", lambda: signed(desk, day, by=becomes_auditor(desk, manager)))
        assert "let an award stand" in refusal.message
        assert taken.amount == 300

    def test_whoever_worked_a_drawer_does_not(self, desk: Desk) -> None:
        other = person(desk.room, "cashier")
        opened(desk.room, "Window 8", cashier=other, by=desk.manager, at=desk.at())
        day = end_day(desk)
        refusal = refused("not_independent", lambda: signed(desk, day, by=becomes_auditor(desk, other)))
        assert "worked a drawer, or counted one" in refusal.message

    def test_a_part_in_another_day_is_none_in_this(self, table: HandTable, desk: Desk) -> None:
        counter = BoxCount.objects.earliest("pk").counted_by
        end_day(desk)
        open_drawers(desk)
        day = end_day(desk)
        assert signed(desk, day, by=becomes_auditor(desk, counter)).signed_by == counter

    def test_a_day_that_goes_on_or_never_was_is_not_signed(self, desk: Desk) -> None:
        refused("day_not_cut_off", lambda: signed(desk, today(desk)))
        refused("no_such_day", lambda: signed(desk, today(desk).replace(year=2031)))
        refused("no_such_day", lambda: signed(desk, today(desk).replace(year=2001)))

    def test_promo_is_pulled_and_counted_first(self, table: HandTable, desk: Desk) -> None:
        table.tick(300, promo_taken=100)
        day = end_day(desk)
        hangs = refused("promo_not_counted", lambda: signed(desk, day))
        assert str(desk.session.table) in hangs.message
        pull = pulled(desk, "P78", holds="promo")
        assert refused("promo_not_counted", lambda: signed(desk, day)).allowed == {"boxes": [str(pull)]}
        counted(desk, pull)
        assert signed(desk, day).of_day == day

    def test_rake_that_waits_keeps_nobody_from_signing(self, table: HandTable, desk: Desk) -> None:
        table.tick(300)
        day = end_day(desk)
        pulled(desk, "R78")
        assert signed(desk, day).of_day == day

    def test_other_figures_than_were_shown_are_not_signed(self, desk: Desk) -> None:
        day = end_day(desk)
        refused("figures_changed", lambda: signed(desk, day, seen="0" * 64))

    def test_a_day_without_pools_has_nothing_to_sign(self) -> None:
        desk = open_hand_table().desk
        day = end_day(desk)
        refused("nothing_to_reconcile", lambda: signed(desk, day))

    def test_it_is_signed_after_the_lock_too_and_moves_nothing(self, desk: Desk) -> None:
        day = end_day(desk)
        tie_out(desk, day)
        lock_day(desk, day)
        assert signed(desk, day).of_day == day
        assert kept_figures(desk.room, day, "pools_reconciled") is None

    def test_the_file_of_a_locked_day_says_who_signed_before(self, desk: Desk) -> None:
        day = end_day(desk)
        row = signed(desk, day)
        tie_out(desk, day)
        lock_day(desk, day)
        kept = kept_figures(desk.room, day, "pools_reconciled")
        assert (kept["badge"], kept["digest"], kept["differs"]) == (row.signed_by.badge_number, row.digest, False)
        (note,) = [note for note in notes_of(desk.room, day) if "reconciled the pools" in note.sentence]
        assert note.sentence.startswith(f"{row.signed_by} reconciled the pools on ")
        assert note.sentence.endswith("the ledger is as it was counted and signed.")


class TestDays:
    def test_days_that_ended_and_had_pools_wait(self, table: HandTable, desk: Desk) -> None:
        first = today(desk)
        assert pool_days(desk.room, first) == [], "it goes on"
        end_day(desk)
        second = end_day(desk)
        assert pool_days(desk.room, today(desk)) == [PoolDay(second, None), PoolDay(first, None)]
        row = signed(desk, first)
        assert pool_days(desk.room, today(desk)) == [PoolDay(second, None), PoolDay(first, row)]

    def test_a_day_waits_where_the_room_asks_for_it(self, desk: Desk) -> None:
        day = end_day(desk)
        codes = lambda: [item.code for item in open_items(desk.room, day)]  # noqa: E731
        assert "pools_not_reconciled" not in codes(), "the setting is off at first"
        desk.room.pools_signed = True
        (item,) = [item for item in open_items(desk.room, day) if item.code == "pools_not_reconciled"]
        assert item.href == f"/cage/pools/days/{day}/"
        signed(desk, day)
        assert "pools_not_reconciled" not in codes()

    def test_a_day_without_pools_waits_for_nobody(self) -> None:
        desk = open_hand_table().desk
        desk.room.pools_signed = True
        day = end_day(desk)
        assert "pools_not_reconciled" not in [item.code for item in open_items(desk.room, day)]


def becomes_auditor(desk: Desk, someone: User) -> User:
    """Somebody who worked the room is an auditor of it now, and nothing else."""
    StaffRole.objects.filter(user=someone, room=desk.room).update(ended_at=desk.now)
    StaffRole.objects.create(user=someone, room=desk.room, role="auditor")
    return User.objects.get(pk=someone.pk)


def test_a_difference_shows_on_either_side() -> None:
    same = {"pools": [{"lines": {"start": [1, 1], "end": [2, 2]}}]}
    off = {"pools": [{"lines": {"start": [1, 1], "end": [2, 1]}}]}
    assert (differs(same), differs(off), differs({"pools": []})) == (False, True, False)
