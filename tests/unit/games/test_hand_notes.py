"""The morning names who put hands right or voided them, and what that changed in the boxes."""

from datetime import timedelta
from typing import Any

import pytest

from config.days.registry import Note
from config.staff.models import User
from games import services
from games.day_notes import put_right
from games.models import Hand
from tests.support.desk import key, person
from tests.support.table import HandTable

pytestmark = pytest.mark.django_db


def notes(table: HandTable) -> list[str]:
    room = table.desk.room
    return [note.sentence for note in put_right(room, room.gaming_day(table.desk.now))]


def corrected(table: HandTable, tick: Hand, rake: int, promo: int = 0, by: User | None = None) -> Hand:
    facts: dict[str, Any] = {
        "rake_taken": rake,
        "promo_taken": promo,
        "pot": None,
        "winners": None,
        "confirmed": ("takings_never_owed",),
    }
    return services.supersede_tick(
        tick=tick, reason="keyed wrong", key=key(), **facts, **(table.by() | ({"by": by} if by else {}))
    )


def test_rake_that_is_taken_out_again_is_told_with_who_did_it(table: HandTable) -> None:
    """Ten hands to nothing, each below what one person moves alone: nothing else said so."""
    assert notes(table) == []
    for _ in range(3):
        corrected(table, table.tick(4_00), 1_00, 1_00)
    assert notes(table) == [f"{table.floor} corrected 3 hands: 9 less rake, 3 more promo."]
    (note,) = put_right(table.desk.room, table.desk.room.gaming_day(table.desk.now))
    assert isinstance(note, Note)
    assert "kind=correction" in note.href
    table.desk.now += timedelta(days=1)
    assert notes(table) == []


def test_voids_are_told_beside_corrections(table: HandTable) -> None:
    tick = table.tick(4_00)
    void = services.void_hand(
        hand=tick, reason="no such hand", second=person(table.desk.room, "floor"), key=key(), **table.by()
    )
    assert void.is_void
    assert notes(table) == [f"{table.floor} voided 1 hand: 4 less rake."]
    corrected(table, table.tick(3_00), 3_00)
    assert notes(table) == [f"{table.floor} corrected 1 hand and voided 1 hand: 4 less rake."]


def test_a_correction_that_takes_nothing_says_so(table: HandTable) -> None:
    corrected(table, table.tick(3_00), 3_00)
    assert notes(table) == [f"{table.floor} corrected 1 hand: what had dropped stays as it was."]


def test_hands_put_right_the_day_after_are_of_that_day(table: HandTable) -> None:
    tick, room = table.tick(4_00), table.desk.room
    day = room.gaming_day(table.desk.now)
    table.desk.now += timedelta(days=1)
    other = person(room, "floor")
    corrected(table, tick, 1_00, by=other)
    assert list(put_right(room, day)) == []
    assert notes(table) == [f"{other} corrected 1 hand: 3 less rake."]
