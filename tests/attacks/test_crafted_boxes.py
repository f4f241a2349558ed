"""Rows about drop boxes that the application's role writes past the services: chips that leave a box without its pull,
or are counted by nobody."""

import pytest
from django.db import DatabaseError, connection, transaction

from cage.models import (
    Box,
    BoxCount,
    BoxCover,
    BoxHanging,
    BoxLook,
    BoxPull,
    BoxVariance,
    GivenUpBoxCount,
    Holds,
    PoolShare,
)
from cage.services import count_box
from players.ledger import Move, custody_account, pool_account
from tests.attacks.test_crafted_transfers import A, Attack, K, Thief, called, committed
from tests.support.arranged import arranged
from tests.support.boxes import chips, counted, hung, pulled, two_counters
from tests.support.desk import key, open_desk, person


def filled(thief: Thief, holds: str = "rake", amount: int = 300) -> None:
    """So much lies in a box of the first table."""
    box = A.RAKE_BOX if holds == Holds.RAKE else A.PROMO_BOX
    with transaction.atomic():
        moves = [Move(thief.at_table(A.FELT), thief.at_table(box), amount, K.HAND)]
        thief.post(*moves, hand=1)
        connection.check_constraints()


def a_pull(thief: Thief, **changed: object) -> BoxPull:
    """The row of a pull of the first table."""
    desk = thief.desk
    made = {
        "room": desk.room, "table": desk.session.table, "holds": "rake", "number": "R1", "why": "drop", "expected": 300,
        "after_number": 0, "last_number": 1, "puller": desk.cashier, "watcher": desk.manager, "at": desk.at(),
        "gaming_day": desk.room.gaming_day(desk.now), "request_key": key(),
    }  # fmt: skip
    return BoxPull.objects.create(**(made | changed))


def rake_that_leaves_without_a_pull(thief: Thief) -> None:
    thief.post(Move(thief.at_table(A.RAKE_BOX), custody_account(thief.desk.room, 1), 300, K.DROP))


def a_pull_that_says_less(thief: Thief) -> None:
    pull = a_pull(thief, expected=200)
    custody = custody_account(thief.desk.room, pull.pk)
    thief.post(Move(thief.at_table(A.RAKE_BOX), custody, 300, K.DROP), key=pull.request_key)


def a_pull_that_took_nothing(thief: Thief) -> None:
    a_pull(thief)


def rake_pulled_as_promo(thief: Thief) -> None:
    pull = a_pull(thief, holds="time")
    custody = custody_account(thief.desk.room, pull.pk)
    thief.post(Move(thief.at_table(A.RAKE_BOX), custody, 300, K.DROP), key=pull.request_key)


def a_pull_by_one(thief: Thief) -> None:
    a_pull(thief, expected=0, watcher=thief.desk.cashier)


def chips_counted_by_nobody(thief: Thief) -> None:
    pull = pulled(thief.desk, "R1")
    thief.post(Move(custody_account(thief.desk.room, pull.pk), thief.house(A.VAULT_CHIPS), 300, K.BOX_COUNT))


def a_shortage_that_nobody_counted(thief: Thief) -> None:
    pull = pulled(thief.desk, "R1")
    thief.post(Move(custody_account(thief.desk.room, pull.pk), thief.house(A.OVER_SHORT), 300, K.VARIANCE))


def rake_counted_into_a_pool(thief: Thief) -> None:
    pull = pulled(thief.desk, "R1")
    pool = pool_account(thief.desk.room, A.POOL_PRIMARY, 1)
    thief.post(Move(custody_account(thief.desk.room, pull.pk), pool, 300, K.BOX_COUNT))


def a_box_that_was_counted_by_saying_so(thief: Thief) -> None:
    pull = pulled(thief.desk, "R1")
    asked = thief.post(Move(custody_account(thief.desk.room, pull.pk), thief.house(A.VAULT_CHIPS), 300, K.BOX_COUNT))
    facts = {"state": "counted", "counted": 300, "counted_at": thief.desk.at(), "counted_key": asked}
    BoxPull.objects.filter(pk=pull.pk).update(**facts)


def one_count_that_ends_it(thief: Thief) -> None:
    pull = pulled(thief.desk, "R1")
    count_box(pull=pull, counted=chips(thief.desk.room, 300), key=key(), by=thief.desk.manager, at=thief.desk.at())
    a_box_counted_so(thief, pull)


def a_box_counted_so(thief: Thief, pull: BoxPull) -> None:
    asked = thief.post(Move(custody_account(thief.desk.room, pull.pk), thief.house(A.VAULT_CHIPS), 300, K.BOX_COUNT))
    facts = {"state": "counted", "counted": 300, "counted_at": thief.desk.at(), "counted_key": asked}
    BoxPull.objects.filter(pk=pull.pk).update(**facts)


def a_count(thief: Thief, pull: BoxPull, **changed: object) -> None:
    desk = thief.desk
    made = {"pull": pull, "part": "first", "chips": {"100": 3}, "amount": 300, "counted_by": desk.manager}
    made |= {"by": desk.manager, "at": desk.at(), "request_key": key()}
    BoxCount.objects.create(**(made | changed))


def a_count_that_does_not_add_up(thief: Thief) -> None:
    a_count(thief, pulled(thief.desk, "R1"), amount=200)


def two_counts_of_one_person(thief: Thief) -> None:
    pull = pulled(thief.desk, "R1")
    a_count(thief, pull)
    a_count(thief, pull, part="second")


def two_counts_of_both_who_pulled(thief: Thief) -> None:
    pull = pulled(thief.desk, "R1")
    a_count(thief, pull, counted_by=pull.puller)
    a_count(thief, pull, part="second", counted_by=pull.watcher)


def a_count_by_who_has_seen(thief: Thief) -> None:
    pull = pulled(thief.desk, "R1")
    BoxLook.objects.create(room=thief.desk.room, by=thief.desk.manager, at=thief.desk.at())
    a_count(thief, pull)


def a_pull_that_becomes_smaller(thief: Thief) -> None:
    BoxPull.objects.filter(pk=pulled(thief.desk, "R1").pk).update(expected=100)


def a_counted_box_is_counted_again(thief: Thief) -> None:
    pull = counted(thief.desk, pulled(thief.desk, "R1"), by=two_counters(thief.desk))
    BoxPull.objects.filter(pk=pull.pk).update(state="recount", counted=None, counted_at=None, counted_key="")


def differing(thief: Thief) -> BoxPull:
    """A box whose two counts differ, by the manager and another."""
    desk, pull = thief.desk, pulled(thief.desk, "R1")
    for who, amount in ((desk.manager, 300), (two_counters(desk)[0], 200)):
        pull = count_box(pull=pull, counted=chips(desk.room, amount), key=key(), by=who, at=desk.at())
    return pull


def given_up(thief: Thief, pull: BoxPull, **changed: object) -> None:
    facts = {"round": 0, "reason": "late", "by": thief.desk.cashier, "second": thief.desk.second, "at": thief.desk.at()}
    GivenUpBoxCount.objects.create(pull=pull, **(facts | changed))


def counts_given_up_by_saying_so(thief: Thief) -> None:
    BoxPull.objects.filter(pk=differing(thief).pk).update(state="pulled", round=1)


def counts_that_agree_given_up(thief: Thief) -> None:
    given_up(thief, pulled(thief.desk, "R1"))


def counts_given_up_before_who_made_them(thief: Thief) -> None:
    given_up(thief, differing(thief), second=thief.desk.manager)


def counts_given_up_that_count_again(thief: Thief) -> None:
    pull = differing(thief)
    given_up(thief, pull)
    BoxPull.objects.filter(pk=pull.pk).update(state="pulled")


def a_count_of_those_given_up(thief: Thief) -> None:
    pull = differing(thief)
    given_up(thief, pull)
    BoxPull.objects.filter(pk=pull.pk).update(state="pulled", round=1)
    a_count(thief, pull, part="together", second=thief.desk.second, third=thief.desk.cashier)


def counts_given_up_for_the_reason_of_the_last_time(thief: Thief) -> None:
    pull = differing(thief)
    given_up(thief, pull)
    for facts in ({"state": "pulled", "round": 1}, {"state": "recount"}, {"state": "pulled", "round": 2}):
        BoxPull.objects.filter(pk=pull.pk).update(**facts)


def a_count_for_the_round_before(thief: Thief) -> None:
    pull = differing(thief)
    given_up(thief, pull)
    BoxPull.objects.filter(pk=pull.pk).update(state="pulled", round=1)
    a_count(thief, pull, round=0, counted_by=thief.desk.second)


def together(thief: Thief, pull: BoxPull, **changed: object) -> None:
    """The count of three of a box whose two counts differ."""
    three = {"counted_by": thief.desk.cashier, "second": thief.desk.second, "third": person(thief.desk.room, "floor")}
    a_count(thief, pull, part="together", **(three | changed))


def a_count_together_with_a_second_who_has_seen(thief: Thief) -> None:
    pull = differing(thief)
    BoxLook.objects.create(room=thief.desk.room, by=thief.desk.second, at=thief.desk.at())
    together(thief, pull)


def a_count_together_with_a_third_who_has_seen(thief: Thief) -> None:
    pull, third = differing(thief), person(thief.desk.room, "floor")
    BoxLook.objects.create(room=thief.desk.room, by=third, at=thief.desk.at())
    together(thief, pull, third=third)


def what_one_found_where_three_found_more(thief: Thief) -> None:
    pull, off = differing(thief), thief.house(A.OVER_SHORT)
    together(thief, pull)
    here = custody_account(thief.desk.room, pull.pk)
    asked = thief.post(Move(here, thief.house(A.VAULT_CHIPS), 200, K.BOX_COUNT), Move(here, off, 100, K.VARIANCE))
    facts = {"gaming_day": pull.gaming_day, "at": thief.desk.at(), "by": thief.desk.manager, "request_key": asked}
    BoxVariance.objects.create(room=thief.desk.room, pull=pull, chips=-100, **facts)
    done = {"state": "counted", "counted": 200, "counted_at": thief.desk.at(), "counted_key": asked}
    BoxPull.objects.filter(pk=pull.pk).update(**done)


def a_variance_without_its_count(thief: Thief) -> None:
    pull = pulled(thief.desk, "R1")
    facts = {"gaming_day": pull.gaming_day, "at": thief.desk.at(), "by": thief.desk.manager, "request_key": key()}
    BoxVariance.objects.create(room=thief.desk.room, pull=pull, chips=-100, **facts)
    thief.post(Move(custody_account(thief.desk.room, pull.pk), thief.house(A.OVER_SHORT), 100, K.VARIANCE))


def chips_into_a_box_without_a_reason(thief: Thief) -> None:
    thief.post(Move(thief.house(A.OVER_SHORT), thief.at_table(A.RAKE_BOX), 100, K.VARIANCE))


def a_cover_that_moved_nothing(thief: Thief) -> None:
    facts = {"gaming_day": thief.desk.room.gaming_day(thief.desk.now), "at": thief.desk.now, "request_key": key()}
    BoxCover.objects.create(room=thief.desk.room, account=thief.at_table(A.RAKE_BOX), amount=100, **facts)


def chips_out_of_a_box_without_a_reason(thief: Thief) -> None:
    thief.post(Move(thief.at_table(A.RAKE_BOX), thief.house(A.OVER_SHORT), 100, K.VARIANCE))


def a_cover(thief: Thief, pull: BoxPull, **changed: object) -> None:
    """Chips put into the rake box of the first table, against a pull."""
    asked = thief.post(Move(thief.house(A.OVER_SHORT), thief.at_table(A.RAKE_BOX), 100, K.VARIANCE))
    facts = {"gaming_day": thief.desk.room.gaming_day(thief.desk.now), "at": thief.desk.now, "request_key": asked}
    facts |= {"room": thief.desk.room, "account": thief.at_table(A.RAKE_BOX), "amount": 100, "pull": pull}
    BoxCover.objects.create(**(facts | changed))


def a_cover_against_a_box_of_another_kind(thief: Thief) -> None:
    filled(thief, "promo")
    a_cover(thief, pulled(thief.desk, "P1", holds="promo"))


def a_cover_against_a_box_of_another_table(thief: Thief) -> None:
    a_cover(thief, pulled(thief.desk, "R1", table=thief.second_table.table))


def a_cover_that_says_the_other_way(thief: Thief) -> None:
    a_cover(thief, pulled(thief.desk, "R1"), amount=-100)


def a_promo_box_at_a_rake_place(thief: Thief) -> None:
    box = Box.objects.create(room=thief.desk.room, number="X1", kind="promo")
    facts = {"hung_at": thief.desk.now, "hung_by": thief.desk.manager}
    BoxHanging.objects.create(box=box, table=thief.desk.session.table, holds="rake", **facts)


def a_hanging_that_moves(thief: Thief) -> None:
    hung(thief.desk, "X1")
    BoxHanging.objects.update(table=thief.second_table.table)


REFUSED: tuple[tuple[Attack, str], ...] = (
    (rake_that_leaves_without_a_pull, "is not what the pull of a box says"),
    (a_pull_that_says_less, "is not what the pull of a box says"),
    (a_pull_that_took_nothing, "is not what the pull of a box says"),
    (rake_pulled_as_promo, "is not what the pull of a box says"),
    (a_pull_by_one, "box_pull_by_two"),
    (chips_counted_by_nobody, "is not what the count of a box says"),
    (a_shortage_that_nobody_counted, "is not what the count of a box says"),
    (rake_counted_into_a_pool, "is not what the count of a box says"),
    (a_box_that_was_counted_by_saying_so, "counted by two who agree"),
    (one_count_that_ends_it, "counted by two who agree"),
    (a_count_that_does_not_add_up, "do not come to its amounts"),
    (two_counts_of_one_person, "counts a box twice, or both who pulled it"),
    (two_counts_of_both_who_pulled, "counts a box twice, or both who pulled it"),
    (a_count_by_who_has_seen, "who has seen what must be there"),
    (a_pull_that_becomes_smaller, "does not go from pulled to pulled"),
    (a_counted_box_is_counted_again, "does not go from counted to recount"),
    (counts_given_up_by_saying_so, "given up without a reason"),
    (counts_that_agree_given_up, "given up, by who made neither"),
    (counts_given_up_before_who_made_them, "given up, by who made neither"),
    (counts_given_up_that_count_again, "does not go from recount to pulled"),
    (a_count_of_those_given_up, "a box that is pulled is counted"),
    (counts_given_up_for_the_reason_of_the_last_time, "given up without a reason"),
    (a_count_for_the_round_before, "belongs to the counts that go on"),
    (a_count_together_with_a_second_who_has_seen, "who has seen what must be there"),
    (a_count_together_with_a_third_who_has_seen, "who has seen what must be there"),
    (what_one_found_where_three_found_more, "counted by two who agree, or by three"),
    (a_variance_without_its_count, "is not what the count of a box says"),
    (chips_into_a_box_without_a_reason, "without a row that says why"),
    (chips_out_of_a_box_without_a_reason, "without a row that says why"),
    (a_cover_that_moved_nothing, "without a row that says why"),
    (a_cover_against_a_box_of_another_kind, "of a box that was pulled there"),
    (a_cover_against_a_box_of_another_table, "of a box that was pulled there"),
    (a_cover_that_says_the_other_way, "without a row that says why"),
    (a_promo_box_at_a_rake_place, "does not hang there"),
    (a_hanging_that_moves, "ends once, and stays what it was"),
)


@arranged
def thief() -> Thief:
    thief = Thief(open_desk())
    filled(thief)
    return thief


@pytest.mark.parametrize(("attack", "said"), REFUSED, ids=called(REFUSED))
def test_the_database_refuses(thief: Thief, attack: Attack, said: str) -> None:
    connection.check_constraints()
    with pytest.raises(DatabaseError, match=said), transaction.atomic():
        committed(attack, thief)


def test_a_pull_that_is_counted_passes(thief: Thief) -> None:
    """The control: the same rows by the services."""
    counted(thief.desk, pulled(thief.desk, "R1"), -100)
    connection.check_constraints()


def test_a_cover_against_the_box_that_was_pulled_passes(thief: Thief) -> None:
    """The control of those above."""
    a_cover(thief, pulled(thief.desk, "R1"))
    connection.check_constraints()


def test_promo_goes_to_the_pool_of_its_pull_alone(thief: Thief) -> None:
    filled(thief, "promo", 100)
    counted(thief.desk, pulled(thief.desk, "P1", holds="promo"))
    connection.check_constraints()
    assert PoolShare.objects.get().primary == 100
