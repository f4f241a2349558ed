"""The facts that a page of the window was made from, as its form carries it: a player's chips and receipts when it was
shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from typing import Any

from django.db.models import Q, QuerySet

from cage.models import BuyIn, CashOut, SlipVoid
from config.rooms.models import Room
from players.models import Player, Sitting
from players.selectors.stacks import chips_in_rack

_TEXT = re.compile(r"\d{1,18}( \d{1,18}){4}", re.ASCII)


@dataclass(frozen=True, slots=True)
class WindowSeen:
    """The chips that a player has off the table (minor units), and the ids of their newest buy-in, cash-out, seat and
    voided slip; 0: none.

    The stack is not among it: it changes with every hand, and what may be bought is held to it anyway.
    """

    rack: int
    bought: int
    cashed: int
    sitting: int
    voided: int

    def __str__(self) -> str:
        return " ".join(map(str, astuple(self)))

    @staticmethod
    def read(text: str) -> WindowSeen:
        """Read what `str` wrote. Raises ValueError for anything else."""
        if not _TEXT.fullmatch(text):
            raise ValueError("This page is incomplete. Reload it and enter it again.")
        return WindowSeen(*map(int, text.split()))


def seen_now(room: Room, player: Player) -> WindowSeen:
    """A player as the cage sees them now; five queries."""
    sitting = Sitting.objects.filter(player=player, session__room=room, left_at=None, is_import=False)
    newest = [_newest(rows) for rows in (_bought(room, player), _cashed(room, player), sitting, _voided(room, player))]
    return WindowSeen(chips_in_rack(room, player), *newest)


def changes_since(seen: WindowSeen, room: Room, player: Player) -> list[str]:
    """The facts that are no longer as the page showed them, in words; nothing where all of it still holds."""
    now = seen_now(room, player)
    return [] if now == seen else list(_changes(seen, now, room, player))


def _changes(seen: WindowSeen, now: WindowSeen, room: Room, player: Player) -> Iterator[str]:
    for row in _bought(room, player).filter(pk__gt=seen.bought).order_by("pk"):
        yield f"bought {room.money(row.amount)} at {row.at.astimezone(room.zone):%H:%M}"
    for paid in _cashed(room, player).filter(pk__gt=seen.cashed).order_by("pk"):
        yield f"cashed {room.money(paid.amount)} at {paid.at.astimezone(room.zone):%H:%M}"
    for void in _voided(room, player).filter(pk__gt=seen.voided).order_by("pk"):
        yield f"had receipt {void.slip.receipt} voided at {void.at.astimezone(room.zone):%H:%M}"
    if now.sitting != seen.sitting:
        yield _where(now.sitting)
    if now.rack != seen.rack:
        yield f"has {room.money(now.rack)} off the table, not {room.money(seen.rack)}"


def _where(sitting: int) -> str:
    """The place where they sit now, in words."""
    seat = Sitting.objects.select_related("session__table").filter(pk=sitting).first()
    return f"sits at {seat.session.table}, seat {seat.seat}" if seat else "has left the table"


def _bought(room: Room, player: Player) -> QuerySet[BuyIn]:
    return BuyIn.objects.filter(room=room, player=player)


def _cashed(room: Room, player: Player) -> QuerySet[CashOut]:
    return CashOut.objects.filter(room=room, player=player)


def _voided(room: Room, player: Player) -> QuerySet[SlipVoid]:
    of_theirs = Q(buy_in__player=player) | Q(cash_out__player=player) | Q(cash_slip__player=player)
    return SlipVoid.objects.filter(of_theirs, room=room).select_related("buy_in", "cash_out", "cash_slip")


def _newest(rows: QuerySet[Any]) -> int:
    return rows.order_by("-pk").values_list("pk", flat=True).first() or 0
