"""Missed blinds in a long session: no hand is read twice for nothing, and none that counts is left unread."""

from collections.abc import Iterable
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import PLAYED, Hand, HandSeat
from games.selectors import missed_blinds
from games.selectors.missed_blinds import missed_blinds_of
from players.models import Absence
from players.services import come_back, go_away
from rules.table.button import Places
from tables.models import TableSession
from tests.support.arranged import arranged
from tests.support.table import HandTable, open_hand_table

STEPS = 25


@arranged
def table() -> HandTable:
    """Six players at no-limit hold'em with blinds of 1 and 3."""
    return open_hand_table(seats=(1, 2, 3, 4, 5, 6))


def every_hand(session: TableSession, stays: Iterable[object]) -> tuple[list[Hand], set[tuple[int, int]]]:
    """All hands of the session and everybody who was dealt in, with no regard to who played when."""
    hands = list(Hand.objects.filter(session=session, places__isnull=False, **PLAYED).order_by("number"))
    seats = HandSeat.objects.filter(hand__in=hands).values_list("hand_id", "player_id")
    return [hand for hand in hands if Places(**(hand.places or {})).has_blinds], set(seats)


def walk(table: HandTable, chance: Random) -> None:
    """Somebody goes away, or comes back; three at most are away."""
    away = set(Absence.objects.filter(ended_at=None).values_list("sitting", flat=True))
    sitting = table.sittings[chance.randint(1, 6)]
    if sitting.pk in away:
        come_back(sitting=sitting, **table.by())
    elif len(away) < 3:
        go_away(sitting=sitting, **table.by())


def full_hand(table: HandTable, chance: Random) -> None:
    """A hand that nobody calls."""
    draft = table.deal()
    table.record(table.act(draft, *["f"] * (table.played(draft).players - 1)))


@pytest.mark.parametrize("read_at_once", [1, 7])
@pytest.mark.parametrize("seed", range(3))
def test_the_hands_since_somebody_played_say_what_all_of_them_say(
    table: HandTable, seed: int, read_at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, owed = Random(seed), 0
    for _ in range(STEPS):
        chance.choice((walk, walk, full_hand, lambda table, chance: table.tick()))(table, chance)
        with monkeypatch.context() as patch:
            patch.setattr(missed_blinds, "READ_AT_ONCE", read_at_once)
            found = missed_blinds_of(table.session)
            patch.setattr(missed_blinds, "_hands_since_played", every_hand)
            assert found == missed_blinds_of(table.session)
        owed += any(each.missed for each in found.values())
    assert owed > 3  # the evening had something to tell


def test_a_longer_session_asks_no_more(table: HandTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(missed_blinds, "READ_AT_ONCE", 4)

    def asked() -> int:
        with CaptureQueriesContext(connection) as told:
            assert missed_blinds_of(table.session)
        return len(told.captured_queries)

    def absence() -> int:
        go_away(sitting=table.sittings[2], **table.by())
        for _ in range(3):
            table.tick()
        count = asked()
        come_back(sitting=table.sittings[2], **table.by())
        return count

    table.tick()
    first = absence()
    for _ in range(12):
        table.tick()
    assert absence() == first
