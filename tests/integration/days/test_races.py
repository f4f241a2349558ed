"""The lock of a day against what is written into it at the same moment: it is in the day before, or refused."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from django.db import transaction

from cage.models import BuyIn
from config.days.models import DayLock
from config.days.selectors import kept_figures, open_items
from games.models import Hand
from games.services import supersede_tick
from players.models import Transfer
from rake.corrections import later_corrections
from tests.support.arranged import arranged_to_commit
from tests.support.days import end_day, lock_day, open_drawers, second_of, tie_out
from tests.support.desk import key, person
from tests.support.races import Lanes, lanes, told
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.committed_db


@arranged_to_commit
def table() -> HandTable:
    """A day that is tied out."""
    table = open_hand_table()
    table.tick(3_00, pot=60_00, winners=[1])
    tie_out(table.desk, end_day(table.desk))
    return table


@pytest.fixture
def people() -> Iterator[Lanes]:
    """Two people, each with a connection."""
    with lanes() as both:
        yield both


def the_day(table: HandTable) -> Any:
    return Hand.objects.get(session=table.session, number=1).gaming_day


def late(table: HandTable) -> datetime:
    """An instant of the day that has ended, as a request has it that was sent just before the end."""
    return Hand.objects.get(session=table.session, number=1).recorded_at.replace(hour=23)


def locks(table: HandTable) -> Callable[[], object]:
    second, day, at = second_of(table.desk), the_day(table), table.desk.at()
    return lambda: lock_day(table.desk, day, second=second, at=at)


def ticks(table: HandTable) -> Callable[[], object]:
    at = late(table)
    return lambda: table.tick(3_00, at=at)


def sells(table: HandTable) -> Callable[[], object]:
    """A sale dated late on the day, at a drawer that was opened after it: the drawer doesn't keep the day open."""
    player, at = table.desk.player(), late(table)
    open_drawers(table.desk)
    return lambda: table.desk.buy_in(player, 100_00, at=at)


WRITES = {"a quick hand": ticks, "a sale": sells}


@pytest.mark.parametrize("what", WRITES)
def test_what_is_written_first_is_in_the_day_and_the_lock_comes_again(
    table: HandTable, people: Lanes, what: str
) -> None:
    """The lock finds the day in use, and doesn't wait for it: nobody is kept from their work by somebody who locks."""
    write, lock = WRITES[what](table), locks(table)
    assert told(people.in_turn(write, lock)) == ("", "day_busy")
    assert not DayLock.objects.exists()
    assert the_day(table) in (Transfer.objects.order_by("-pk").values_list("gaming_day", flat=True)[:1])


@pytest.mark.parametrize("what", WRITES)
def test_what_is_written_during_the_lock_waits_and_is_refused(table: HandTable, people: Lanes, what: str) -> None:
    rows = Hand.objects.count(), BuyIn.objects.count(), Transfer.objects.count()
    write, lock = WRITES[what](table), locks(table)
    assert told(people.in_turn(lock, write)) == ("", "day_locked")
    assert (Hand.objects.count(), BuyIn.objects.count(), Transfer.objects.count()) == rows
    assert DayLock.objects.count() == 1


def test_a_hand_that_commits_before_the_lock_looks_is_found(table: HandTable) -> None:
    table.tick(3_00, at=late(table))
    assert [item.code for item in open_items(table.desk.room, the_day(table))] == ["box_not_pulled", "report_not_built"]


def test_a_correction_at_the_moment_of_the_lock_knows_whether_it_was_locked(table: HandTable, people: Lanes) -> None:
    """The kept report has the hand as it was; the correction names the day, or comes before the lock."""
    hand, day, room = Hand.objects.get(number=1), the_day(table), table.desk.room
    by, at = person(room, "floor"), table.desk.at()
    given = {"tick": hand, "rake_taken": 5_00, "pot": 60_00, "winners": [1], "reason": "mis-keyed", "key": key()}

    def correct() -> object:
        return supersede_tick(**given, by=by, at=at)

    assert told(people.in_turn(locks(table), correct)) == ("", "")
    assert Hand.objects.get(supersedes=hand).belongs_to_day == day
    assert later_corrections(room, day).rake == 2_00
    assert kept_figures(room, day, "rake_report")["floor"]["stamp"]["hands"] == 1


def test_a_correction_that_comes_first_keeps_the_lock_away(table: HandTable, people: Lanes) -> None:
    hand = Hand.objects.get(number=1)
    by, at = person(table.desk.room, "floor"), table.desk.at()
    given = {"tick": hand, "rake_taken": 5_00, "pot": 60_00, "winners": [1], "reason": "mis-keyed", "key": key()}
    outcomes = people.in_turn(lambda: supersede_tick(**given, by=by, at=at), locks(table))
    assert told(outcomes) == ("", "day_busy")
    assert Hand.objects.get(supersedes=hand).belongs_to_day is None


def test_two_locks_at_once_make_one(table: HandTable, people: Lanes) -> None:
    outcomes = told(people.in_turn(locks(table), locks(table)))
    assert outcomes[0] == ""
    assert outcomes[1] in ("day_busy", "day_locked")
    assert DayLock.objects.count() == 1


def test_todays_work_waits_for_no_lock(table: HandTable, people: Lanes) -> None:
    """A hand of today is recorded while yesterday is being locked, and is not waited for."""
    lock, at = locks(table), table.desk.at()
    with transaction.atomic():
        lock()
        (hand,) = people.at_once(lambda: table.tick(3_00, at=at))
    assert isinstance(hand, Hand)
