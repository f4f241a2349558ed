"""Tests that begin from one arrangement don't see each other: neither in the rows nor in the objects."""

from types import FunctionType

import pytest
from django.db import connections

from config.rooms.models import Room
from players.models import Player
from tests.support.arranged import arranged, arranged_for, arranged_to_commit, said_by
from tests.support.desk import Desk, open_desk
from tests.support.table import open_hand_table

DATABASES: set[str] = set()  # of the rooms that say the same, in this process
BOTH_TURNS = pytest.mark.parametrize("turn", [1, 2])


@arranged
def room() -> Desk:
    return open_desk()


@arranged_to_commit
def committed_room() -> Desk:
    return open_desk()


@arranged_for({"dollars": "$", "yen": "¥"})
def money_room(symbol: str) -> Desk:
    return open_desk(currency_symbol=symbol)


@arranged
def same_room() -> Desk:
    """Says what `room` says."""
    return open_desk()


def made_of_it() -> object:
    return it()  # type: ignore[name-defined]  # noqa: F821 - a name of whoever says it


def made_with_a_function_of_its_own() -> object:
    return sorted([open_desk], key=lambda each: each.__name__)


def changed(desk: Desk) -> None:
    """Change a row and an object, after seeing that nobody did so before."""
    assert Player.objects.count() == 0
    assert desk.room.name != "Changed"
    desk.player("Ann")
    desk.room.name = "Changed"


@BOTH_TURNS
def test_a_rolled_back_test_leaves_the_arrangement_as_it_was(room: Desk, turn: int) -> None:
    changed(room)


@BOTH_TURNS
def test_a_test_that_commits_leaves_the_arrangement_as_it_was(committed_room: Desk, turn: int) -> None:
    changed(committed_room)


@pytest.mark.committed_db
def test_an_arrangement_is_there_for_a_test_that_commits_as_well(room: Desk) -> None:
    changed(room)
    connections["default"].close()
    assert Player.objects.count() == 1


def test_each_value_has_its_own_arrangement(money_room: Desk, request: pytest.FixtureRequest) -> None:
    asked = {"dollars": "$", "yen": "¥"}[request.node.callspec.params["money_room"]]
    assert [room.currency_symbol for room in Room.objects.all()] == [asked]


def test_a_second_arrangement_is_made_beside_the_first(room: Desk, money_room: Desk) -> None:
    assert Room.objects.count() == 2
    assert room.room != money_room.room


def test_a_room_is_there_for_the_first_that_says_so(room: Desk) -> None:
    DATABASES.add(connections["default"].settings_dict["NAME"])


def test_and_for_the_second_it_is_the_same(same_room: Desk) -> None:
    changed(same_room)
    DATABASES.add(connections["default"].settings_dict["NAME"])
    assert len(DATABASES) == 1


def test_a_second_that_says_the_same_is_another_all_the_same(room: Desk, same_room: Desk) -> None:
    assert Room.objects.count() == 2
    assert room.room != same_room.room


def test_arrangements_that_say_the_same_of_other_things_are_apart() -> None:
    """Two functions that differ only in what a name stands for where they are."""
    here = FunctionType(made_of_it.__code__, {"it": open_desk})
    there = FunctionType(made_of_it.__code__, {"it": open_hand_table})
    assert said_by(here) == said_by(FunctionType(made_of_it.__code__, {"it": open_desk})) != said_by(there)
    assert said_by(made_with_a_function_of_its_own) is made_with_a_function_of_its_own


@pytest.mark.django_db
def test_who_asks_for_no_arrangement_finds_no_room() -> None:
    assert Room.objects.count() == 0
