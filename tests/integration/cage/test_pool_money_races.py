"""The house's seed, deposits and awards of one pool at the same moment, from two connections."""

import pytest

from cage.models import PoolDeposit, PoolSeed, PromoPool
from cage.selectors.pool_money import money_in
from config.audit.books import audit
from config.rooms.models import Room
from players.models import AccountKind
from tests.support.arranged import arranged_to_commit
from tests.support.awards import a_pool, declared, deposited, feed, recovered, seeded, stocked
from tests.support.desk import person
from tests.support.races import codes, lanes, told
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.committed_db
AT_ONCE = 6


@arranged_to_commit
def table() -> HandTable:
    """A pool of 6 with a reserve of 4, whose terms announce a seed of 5."""
    table = open_hand_table()
    stocked(table.desk, chips=90_00, cash=80_00)
    a_pool(table.desk, seed=5_00)
    feed(table)
    return table


def the_pool() -> PromoPool:
    return PromoPool.objects.get(name="Bad beat")


def the_books_hold() -> None:
    assert [fault for finding in audit() if not finding.holds for fault in finding.faults] == []


def test_two_seeds_at_once_come_to_no_more_than_is_announced(table: HandTable) -> None:
    desk, pool = table.desk, the_pool()
    one, other = person(desk.room, "auditor"), person(desk.room, "auditor")
    first, second = (lambda by=by: seeded(desk, pool, 3_00, second=by) for by in (one, other))
    with lanes() as people:
        outcomes = people.in_turn(first, second)
    assert told(outcomes) == ("", "seed_above_announced")
    assert PoolSeed.objects.get().amount == 3_00
    the_books_hold()


def test_of_many_seeds_at_once_as_many_go_in_as_are_announced(table: HandTable) -> None:
    desk, pool, at = table.desk, the_pool(), table.desk.at()
    people_of = [person(desk.room, "auditor") for _ in range(AT_ONCE)]
    with lanes(AT_ONCE) as people:
        acts = (lambda by=by: seeded(desk, pool, 2_00, second=by, at=at) for by in people_of)
        refused = codes(people.at_once(*acts))
    assert refused == ["seed_above_announced"] * (AT_ONCE - 2)
    assert desk.held(AccountKind.POOL_PRIMARY) == 10_00
    the_books_hold()


def test_seed_that_two_take_back_at_once_comes_back_once(table: HandTable) -> None:
    desk, pool = table.desk, the_pool()
    seeded(desk, pool, 5_00)
    one, other = person(desk.room, "auditor"), person(desk.room, "auditor")
    first, second = (lambda by=by: recovered(desk, pool, 3_00, second=by) for by in (one, other))
    with lanes() as people:
        assert told(people.in_turn(first, second)) == ("", "seed_not_there")
    assert desk.held(AccountKind.POOL_PRIMARY) == 8_00
    the_books_hold()


def test_what_is_taken_back_and_awarded_at_once_lies_there(table: HandTable) -> None:
    desk, pool = table.desk, the_pool()
    seeded(desk, pool, 5_00)
    player, auditor = desk.player(), person(desk.room, "auditor")
    with lanes() as people:
        award = lambda: declared(desk, pool, 14_00, player)  # noqa: E731
        outcomes = people.in_turn(lambda: recovered(desk, pool, 5_00, second=auditor), award)
    assert told(outcomes) == ("", "award_not_funded")
    assert desk.held(AccountKind.POOL_PRIMARY) == 6_00
    the_books_hold()


def test_two_deposits_at_once_come_to_no_more_than_lies_there(table: HandTable) -> None:
    desk, pool = table.desk, the_pool()
    with lanes() as people:
        outcomes = people.in_turn(lambda: deposited(desk, pool, 6_00), lambda: deposited(desk, pool, 6_00))
    assert told(outcomes) == ("", "deposited_already")
    assert PoolDeposit.objects.get().amount == 6_00


def test_two_awards_at_once_take_no_more_than_is_deposited(table: HandTable) -> None:
    desk, pool = table.desk, the_pool()
    Room.objects.filter(pk=desk.room.pk).update(awards_need_deposit=True)
    deposited(desk, pool, 7_00)
    one, other = desk.player(), desk.player()
    with lanes() as people:
        outcomes = people.in_turn(lambda: declared(desk, pool, 5_00, one), lambda: declared(desk, pool, 5_00, other))
    assert told(outcomes) == ("", "award_not_funded")
    assert money_in(pool).not_awarded == 2_00


def test_a_deposit_behind_an_award_is_of_what_is_left(table: HandTable) -> None:
    desk, pool, player = table.desk, the_pool(), table.desk.player()
    with lanes() as people:
        outcomes = people.in_turn(lambda: declared(desk, pool, 4_00, player), lambda: deposited(desk, pool, 10_00))
    assert told(outcomes) == ("", "deposited_already")


def test_a_deposit_and_an_award_pass_each_other(table: HandTable) -> None:
    desk, pool, player = table.desk, the_pool(), table.desk.player()
    with lanes() as people:
        outcomes = people.in_turn(lambda: deposited(desk, pool, 10_00), lambda: declared(desk, pool, 4_00, player))
    assert told(outcomes) == ("", "")
    assert (money_in(pool).not_awarded, money_in(pool).not_deposited) == (6_00, 0)
    the_books_hold()
