"""Whatever is done after a gaming day was locked, in whatever order: no figure of that day changes."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from config.days.models import DayLock, KeptFigures
from config.days.registry import KEPT
from config.errors import DomainError
from games.models import Hand
from games.services import supersede_tick, void_hand
from players.models import Sitting
from rake.selectors import as_json, hands_off, rake_report
from rake.services import rate_hand, rebuild_day
from tests.guards.test_locked_days import TABLES
from tests.support.arranged import arranged
from tests.support.days import a_day_of_everything, close_drawers, locked_day
from tests.support.desk import Desk, key, person
from tests.support.dispute import DisputeTable
from tests.support.proofs import sized

pytestmark = pytest.mark.django_db
SEQUENCES = sized(12, 15, 200)
LIVES_ON = {"tables_tablesession": ("gaming_day", "opened_at", "table_id", "source", "opened_by_id")}
"""The columns of the day, where the rest of a row goes on."""


@arranged
def at() -> DisputeTable:
    """A locked day with a row in every table that has a gaming day, and the morning after it."""
    at = a_day_of_everything()
    at.table.tick(3_00, pot=60_00, winners=[1])
    at.table.tick(2_00)
    locked_day(at.table.desk)
    return at


DAY = date(2025, 3, 7)


def figures(desk: Desk) -> dict[str, Any]:
    """Everything that is said of the day: its rows in every table, its reports, and what is kept and counted of it."""
    room = desk.room
    told = {table: _rows(table) for table in TABLES}
    for source in ("floor", "import"):
        told[f"report {source}"] = as_json(rake_report(room, DAY, source))
        off = hands_off(room, DAY, source)
        told[f"off {source}"] = (off.count, [rating.pk for rating in off.worst])
    told |= {f"reckoned {code}": of(room, DAY) for code, of in KEPT.items()}
    return told | {row.code: row.text for row in KeptFigures.objects.filter(lock__room=room, lock__gaming_day=DAY)}


def _rows(table: str) -> str:
    columns = ", ".join(LIVES_ON.get(table, ("t",)))
    query = f"select string_agg(row({columns})::text, ',' order by id) from {table} t where gaming_day = %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(query, [DAY])
        (text,) = cursor.fetchone()
    assert text, table
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass
class Room:
    """The room after the lock; `pick` chooses among what there is."""

    at: DisputeTable
    pick: int

    @property
    def desk(self) -> Desk:
        return self.at.table.desk

    def hand(self) -> Hand:
        """One of the newest versions of all hands."""
        hands = list(Hand.objects.filter(room=self.desk.room, superseded_by=None).order_by("pk"))
        return hands[self.pick % len(hands)]

    def anybody(self) -> Any:
        return person(self.desk.room, "floor")

    def plays(self) -> None:
        rate_hand(hand_id=self.at.table.tick(3_00, pot=60_00, winners=[1]).pk, at=self.desk.at())

    def corrects(self) -> None:
        given = {"tick": self.hand(), "rake_taken": (self.pick % 5) * 1_00, "pot": 60_00, "winners": [1]}
        hand = supersede_tick(**given, reason="mis-keyed", key=key(), by=self.anybody(), at=self.desk.at())
        rate_hand(hand_id=hand.pk, at=self.desk.at())

    def voids(self) -> None:
        given = {"hand": self.hand(), "reason": "fouled", "second": self.anybody(), "key": key()}
        void_hand(**given, by=self.anybody(), at=self.desk.at())

    def disputes(self) -> None:
        self.at.rule(self.at.open(self.hand(), hold="none"), second=self.at.other)

    def sells_and_pays(self) -> None:
        player = self.desk.player()
        self.desk.buy_in(player, 200_00)
        self.desk.cash_out(player, 100_00)

    def leaves(self) -> None:
        seated = list(Sitting.objects.filter(session=self.at.table.session, left_at=None).order_by("seat"))
        self.desk.leave(seated[self.pick % len(seated)])

    def writes_late(self) -> None:
        """Work that is dated into the locked day."""
        late = self.desk.now.replace(month=3, day=7, hour=20)
        acts: list[Callable[[], object]] = [
            lambda: self.at.table.tick(3_00, at=late),
            lambda: self.desk.buy_in(self.desk.player(), 100_00, at=late),
            lambda: rebuild_day(room=self.desk.room, gaming_day=DAY, at=late),
        ]
        acts[self.pick % len(acts)]()

    def builds_today(self) -> None:
        rebuild_day(room=self.desk.room, gaming_day=self.desk.room.gaming_day(self.desk.now), at=self.desk.at())

    def locks_the_next(self) -> None:
        locked_day(self.desk)

    def waits(self) -> None:
        self.desk.now += timedelta(hours=7 * (self.pick % 8))

    def closes_drawers(self) -> None:
        close_drawers(self.desk)


ACTS = [name for name, act in vars(Room).items() if callable(act) and not name.startswith("_")]
ACTS = sorted(set(ACTS) - {"hand", "anybody"})


@given(told=st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 40)), min_size=1, max_size=9))
@settings(max_examples=SEQUENCES, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_figure_of_a_locked_day_ever_changes(at: DisputeTable, told: list[tuple[str, int]]) -> None:
    desk, now = at.table.desk, at.table.desk.now
    before = figures(desk)
    with transaction.atomic():
        for act, pick in told:
            try:
                with transaction.atomic():
                    getattr(Room(at, pick), act)()
            except DomainError:
                continue
        assert figures(desk) == before
        transaction.set_rollback(True)
    desk.now = now


def is_done(at: DisputeTable, act: str, pick: int) -> bool:
    """Whether the act goes through in the room as it is after the lock; taken back."""
    now = at.table.desk.now
    try:
        with transaction.atomic():
            getattr(Room(at, pick), act)()
            transaction.set_rollback(True)
            return True
    except DomainError:
        return False
    finally:
        at.table.desk.now = now


def test_the_machine_does_what_it_tells(at: DisputeTable) -> None:
    """Control: every act goes through for somebody or something, but for what is dated into the locked day."""
    assert len(ACTS) >= 10
    assert {act for act in ACTS if not any(is_done(at, act, pick) for pick in range(4))} == {"writes_late"}


def test_the_figures_see_a_change(at: DisputeTable) -> None:
    """Control: a row that is changed past its triggers is another figure."""
    before = figures(at.table.desk)
    assert len(before) > len(TABLES) + 4
    assert figures(at.table.desk) == before
    KeptFigures.objects.create(lock=DayLock.objects.get(gaming_day=DAY), code="more", text="1", digest="")
    assert figures(at.table.desk) != before
