"""Two auditors at once under the pools of one day, and a signature while something of the day is being written."""

import pytest

from cage.models import BoxPull, PoolReconciliation
from config.audit.books import audit
from config.locks import LockKind, hold_shared
from tests.support.arranged import arranged_to_commit
from tests.support.awards import a_pool, feed
from tests.support.boxes import counted, pulled
from tests.support.days import end_day, lock_day, tie_out
from tests.support.desk import person
from tests.support.races import codes, lanes, told
from tests.support.table import HandTable, open_hand_table
from tests.unit.cage.test_pool_days import signed

pytestmark = pytest.mark.committed_db
AT_ONCE = 10


@arranged_to_commit
def table() -> HandTable:
    """A day of a pool that has ended."""
    table = open_hand_table()
    a_pool(table.desk)
    feed(table)
    end_day(table.desk)
    return table


def test_two_auditors_sign_a_day_once(table: HandTable) -> None:
    desk, day = table.desk, table.session.gaming_day
    first, second = person(desk.room, "auditor"), person(desk.room, "auditor")
    with lanes() as people:
        outcomes = people.in_turn(lambda: signed(desk, day, by=first), lambda: signed(desk, day, by=second))
    assert told(outcomes) == ("", "pools_reconciled")
    assert PoolReconciliation.objects.get().signed_by == first
    assert [finding for finding in audit() if not finding.holds] == []


def test_of_ten_at_the_same_moment_one_signs(table: HandTable) -> None:
    desk, day = table.desk, table.session.gaming_day
    auditors, at = [person(desk.room, "auditor") for _ in range(AT_ONCE)], desk.at()
    with lanes(AT_ONCE) as people:
        refused = codes(people.at_once(*(lambda by=by: signed(desk, day, by=by, at=at) for by in auditors)))
    assert refused == ["pools_reconciled"] * (AT_ONCE - 1)
    assert PoolReconciliation.objects.count() == 1


def test_nothing_is_signed_while_the_day_is_written_into(table: HandTable) -> None:
    desk, day = table.desk, table.session.gaming_day

    def write() -> None:
        hold_shared(LockKind.GAMING_DAY, room=desk.room.pk, thing=day.toordinal())

    with lanes() as people:
        assert told(people.in_turn(write, lambda: signed(desk, day))) == ("", "day_busy")
    assert signed(desk, day).of_day == day


def test_a_count_of_the_next_day_and_a_signature_pass_each_other(table: HandTable) -> None:
    desk, day = table.desk, table.session.gaming_day
    table.tick(300, promo_taken=100)
    pull = pulled(desk, "P99", holds="promo")
    with lanes() as people:
        assert told(people.in_turn(lambda: counted(desk, pull), lambda: signed(desk, day))) == ("", "")
    assert BoxPull.objects.get(pk=pull.pk).state == BoxPull.State.COUNTED
    assert [finding for finding in audit() if not finding.holds] == []


def test_a_day_is_locked_and_signed_in_either_order(table: HandTable) -> None:
    desk, day = table.desk, table.session.gaming_day
    tie_out(desk, day)
    with lanes() as people:
        assert told(people.in_turn(lambda: signed(desk, day), lambda: lock_day(desk, day))) in {
            ("", ""), ("", "day_busy"),
        }  # fmt: skip
    assert PoolReconciliation.objects.count() == 1
