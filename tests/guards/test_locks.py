"""Locks that belong to no row: each kind has its own numbers, and all are taken in one place."""

import ast
from collections.abc import Iterator

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from config.locks import LockKind, hold, lock_number
from players.four_eyes import lock_day
from rake.services import rebuild_day
from tests.support.desk import OPENING, open_desk
from tests.support.source import Module, modules, where

HOME = "config/locks.py"
ROOMS = st.integers(0, 2**24 - 1)
THINGS = st.integers(0, 2**32 - 1)
LOCKS = st.tuples(st.sampled_from(LockKind), ROOMS, THINGS)


def numbered_by_hand(module: Module) -> Iterator[ast.AST]:
    """Statements that take such a lock."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "pg_advisory" in node.value:
            yield node


def test_such_locks_are_taken_in_one_place() -> None:
    found = [where(module, node) for module in modules() for node in numbered_by_hand(module)]
    assert any(each.startswith(HOME) for each in found), "the scan must find what stands there"
    elsewhere = [each for each in found if not each.startswith(HOME)]
    assert not elsewhere, f"use config.locks: {elsewhere}"


def test_every_kind_has_a_number_of_its_own_that_fits() -> None:
    numbers = [kind.value for kind in LockKind.__members__.values()]
    assert len(numbers) == len(set(numbers)) >= 3
    assert all(0 < number < 2**7 for number in numbers)


@given(LOCKS, LOCKS)
def test_two_locks_never_share_a_number(one: tuple[LockKind, int, int], other: tuple[LockKind, int, int]) -> None:
    assert (lock_number(*one) == lock_number(*other)) == (one == other)
    assert 0 < lock_number(*one) < 2**63


@pytest.mark.parametrize(("room", "thing"), [(2**24, 1), (1, 2**32), (-1, 1), (1, -1)])
def test_what_does_not_fit_is_refused_and_not_cut(room: int, thing: int) -> None:
    with pytest.raises(ValueError, match="no numbers of a lock"):
        lock_number(LockKind.IMPORT, room, thing)


def held() -> set[int]:
    """The numbers of the locks that this session holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select (classid::bigint << 32) | objid::bigint from pg_locks"
            " where locktype = 'advisory' and pid = pg_backend_pid()"
        )
        return {number for (number,) in cursor.fetchall()}


@pytest.mark.django_db
def test_a_persons_day_is_no_day_of_a_report() -> None:
    """Two locks are still two where a person's number is that of a day."""
    desk = open_desk()
    day = desk.room.gaming_day(OPENING)
    desk.manager.pk = day.toordinal()
    lock_day(desk.room, desk.manager)
    persons = held()
    rebuild_day(room=desk.room, gaming_day=day, at=desk.now)
    assert held() - persons == {lock_number(LockKind.REPORT_DAY, desk.room.pk, day.toordinal())}
    hold(LockKind.IMPORT, room=desk.room.pk, thing=day.toordinal())
    assert len(held()) == len(persons) + 2
