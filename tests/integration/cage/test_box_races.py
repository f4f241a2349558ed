"""Boxes pulled and counted by two people at once: each takes effect once, and no chip is between two boxes.

The last race is run 6 times, 8 in CI, 40 with PROOFS=whole.
"""

from functools import partial

import pytest

from cage import services as cage
from cage.models import BoxCount, BoxCover, BoxPull
from config.audit.books import audit
from games import services as games
from games.services.bookings import NEVER_OWED
from players.models import AccountKind
from tests.support.arranged import arranged_to_commit
from tests.support.boxes import chips, hung, pulled, two_counters
from tests.support.desk import key, person
from tests.support.proofs import sized
from tests.support.races import lanes, told
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.committed_db
ROUNDS = sized(6, 8, 40)


@arranged_to_commit
def table() -> HandTable:
    """A table with a rake box, and three more on the shelf."""
    table = open_hand_table()
    hung(table.desk, "R1")
    for number in ("R2", "R3", "R4"):
        cage.add_box(room=table.desk.room, number=number, kind="rake", by=table.desk.manager, at=table.desk.at())
    return table


def the_books_hold() -> None:
    assert [fault for finding in audit() if not finding.holds for fault in finding.faults] == []


def test_two_pulls_of_one_box_at_once_take_it_once(table: HandTable) -> None:
    desk = table.desk
    assert desk.second
    table.tick(300)
    first = partial(pulled, desk, "R1", next_number="R2", at=desk.at())
    second = partial(pulled, desk, "R1", next_number="R3", at=desk.at())
    with lanes() as people:
        outcomes = people.in_turn(first, second)
    assert told(outcomes) == ("", "box_not_hanging")
    assert BoxPull.objects.get().expected == 300
    the_books_hold()


@pytest.mark.parametrize("is_hand_first", [True, False])
def test_a_hand_is_in_the_box_or_in_the_next(table: HandTable, is_hand_first: bool) -> None:
    desk = table.desk
    assert desk.second
    tick, pull = partial(table.tick, 300), partial(pulled, desk, "R1", next_number="R2", at=desk.at())
    with lanes() as people:
        outcomes = people.in_turn(tick, pull) if is_hand_first else people.in_turn(pull, tick)
    assert told(outcomes) == ("", "")
    assert BoxPull.objects.get().expected == 300 * is_hand_first
    assert desk.held(AccountKind.RAKE_BOX) == 300 * (not is_hand_first)
    the_books_hold()


@pytest.mark.parametrize("is_pull_first", [True, False])
def test_a_correction_stands_against_the_box_in_which_the_hand_is(table: HandTable, is_pull_first: bool) -> None:
    """It waits for the pull, or the pull for it: the box is pulled with what the hand said then."""
    desk = table.desk
    assert desk.second
    tick = table.tick(300)
    facts = {"rake_taken": 100, "reason": "mis-keyed", "confirmed": (NEVER_OWED,), "second": desk.manager, "key": key()}
    correct = partial(games.supersede_tick, tick=tick, **facts, **table.by())
    pull = partial(pulled, desk, "R1", next_number="R2", at=desk.at())
    with lanes() as people:
        outcomes = people.in_turn(pull, correct) if is_pull_first else people.in_turn(correct, pull)
    assert told(outcomes) == ("", "")
    found, covers = BoxPull.objects.get(), list(BoxCover.objects.values_list("pull", "amount"))
    assert found.expected == (300 if is_pull_first else 100)
    assert covers == ([(found.pk, 200)] if is_pull_first else [])
    assert desk.held(AccountKind.RAKE_BOX) == 0
    the_books_hold()


def test_two_first_counts_at_once_are_a_first_and_a_second(table: HandTable) -> None:
    desk = table.desk
    table.tick(300)
    pull = pulled(desk, "R1", next_number="R2")
    sheet = chips(desk.room, 300)
    counts = [
        partial(cage.count_box, pull=pull, counted=sheet, key=key(), by=who, at=desk.at()) for who in two_counters(desk)
    ]
    with lanes() as people:
        outcomes = people.in_turn(*counts)
    assert told(outcomes) == ("", "")
    assert BoxPull.objects.get().state == BoxPull.State.COUNTED
    assert set(BoxCount.objects.values_list("part", flat=True)) == {"first", "second"}
    the_books_hold()


def test_a_third_counter_at_once_is_too_late(table: HandTable) -> None:
    desk = table.desk
    pull = pulled(desk, "R1", next_number="R2")
    one, two = two_counters(desk)
    three, sheet = person(desk.room, "cashier"), chips(desk.room, 0)
    cage.count_box(pull=pull, counted=sheet, key=key(), by=one, at=desk.at())
    late = [partial(cage.count_box, pull=pull, counted=sheet, key=key(), by=who, at=desk.at()) for who in (two, three)]
    with lanes() as people:
        outcomes = people.in_turn(*late)
    assert told(outcomes) == ("", "box_counted")


def test_hands_and_pulls_at_one_moment_lose_no_chip(table: HandTable) -> None:
    desk = table.desk
    assert desk.second
    numbers, counters = ["R1", "R2", "R3", "R4"], two_counters(desk)
    with lanes(3) as people:
        for turn in range(ROUNDS):
            here, following = numbers[turn % 4], numbers[(turn + 1) % 4]
            pull = partial(pulled, desk, here, next_number=following, at=desk.at())
            outcomes = people.at_once(partial(table.tick, 100), pull, partial(table.tick, 200))
            made = [each for each in outcomes if isinstance(each, BoxPull)]
            assert made, told(outcomes)
            for who in counters:
                sheet = chips(desk.room, made[0].expected)
                cage.count_box(pull=made[0], counted=sheet, key=key(), by=who, at=desk.at())
    the_books_hold()
