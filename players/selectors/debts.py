"""Debts to a case: who owes what, and how it grew less."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet

from config.rooms.models import Room
from players.models import Debt, DebtEntry, Player
from players.tills import tills


@dataclass(frozen=True, slots=True)
class DebtStep:
    """One step by which a debt grew less, and the name of the drawer that took cash for it ("" where none did)."""

    entry: DebtEntry
    drawer: str


@dataclass(frozen=True, slots=True)
class DebtRow:
    """One debt with its steps and what is left of it, minor units."""

    debt: Debt
    steps: list[DebtStep]
    owed: int


def debts_of_case(case_id: int) -> list[DebtRow]:
    """The debts to a case, settled ones included; three queries at most."""
    return _rows(_with_entries().filter(case_id=case_id))


def debts_of(player: Player, room: Room) -> list[DebtRow]:
    """The debts that a person still owes in a room, under whichever record; three queries at most."""
    theirs = _with_entries().filter(player__in=Player.objects.of(player), room=room)
    return [row for row in _rows(theirs) if row.owed]


def claims_of(player: Player, room: Room) -> list[DebtRow]:
    """The debts of others in a room that go to a person once they are collected; three queries at most."""
    theirs = _with_entries().filter(goes_to__player__in=Player.objects.of(player), room=room)
    return [row for row in _rows(theirs) if row.owed]


def debt_row(room: Room, pk: int) -> DebtRow | None:
    """One debt of the room; None where there is none of that number."""
    return next(iter(_rows(_with_entries().filter(room=room, pk=pk))), None)


def _with_entries() -> QuerySet[Any]:
    entries = DebtEntry.objects.select_related("by", "second", "void")
    return (
        Debt.objects.select_related("player", "room", "goes_to__player")
        .prefetch_related(Prefetch("entries", entries))
        .order_by("pk")
    )


def _rows(debts: Iterable[Debt]) -> list[DebtRow]:
    entries = {debt: list(debt.entries.all()) for debt in debts}
    drawers = {entry.drawer_id for steps in entries.values() for entry in steps if entry.drawer_id}
    names = tills().names(drawers) if drawers else {}
    return [
        DebtRow(debt, [DebtStep(entry, names.get(entry.drawer_id or 0, "")) for entry in steps], debt.owed)
        for debt, steps in entries.items()
    ]
