"""The waiting lists of the demo room: three calls that run, names for two games, an interest list; made by the
services."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from cage.models import Drawer
from cage.services import buy_in
from config.rooms.models import Room
from config.staff.models import User
from demo.places import PLAQUES
from players.list_games import ListGame, game_of
from players.models import ListEntry, Player
from players.services import (
    Request,
    call_player,
    hold_entry,
    join_as_guest,
    join_list,
    leave_seat,
    seat_player,
)
from tables.models import TableSession

NLH, O8, SPREAD = (game_of(PLAQUES[name]) for name in ("Table 1", "Table 4", "Table 5"))
BRIEFLY = ((7, 3, 5), (9, 3, 6), (7, 6, 8))
"""Seat, minute of sitting down, minute of leaving: three who sat at the first table before its first hand."""


@dataclass(frozen=True)
class Waiting:
    """The lists of the room as the newcomer finds them at `now`."""

    room: Room
    floor: User
    cashier: User
    now: datetime

    def sit_briefly(self, session: TableSession, drawer: Drawer, known: list[Player]) -> None:
        """Three who sat down and left with their chips: so the room knows how fast seats come free."""
        for player, times in zip(known, BRIEFLY, strict=False):
            self._briefly(session, drawer, player, times)

    def fill(self, known: list[Player]) -> None:
        """Put `known`, six who sit nowhere, and two guests on the lists; the first are called where seats are empty."""
        nlh = [self._ask(player, NLH, 40 - 3 * place) for place, player in enumerate(known[:4])]
        o8 = [self._ask(player, O8, 25 - 4 * place) for place, player in enumerate([*known[4:6], known[0]])]
        self._ask(known[3], SPREAD, 12)
        self._guest("Big Al", 22)
        self._guest("Nora", 9, source=ListEntry.Source.PHONE, expected_at=self.now + timedelta(minutes=40))
        hold_entry(entry=nlh[2], by=self.floor, at=self.now - timedelta(minutes=4))
        for entry in (*nlh[:2], o8[0]):
            call_player(entry=entry, by=self.floor, at=self.now - timedelta(minutes=1))

    def _briefly(self, session: TableSession, drawer: Drawer, player: Player, times: tuple[int, int, int]) -> None:
        key, amount = f"demo:{session.pk}:{player.pk}", session.posted.buy_in_min * 2
        seat, came, went = times
        at, later = (session.opened_at + timedelta(minutes=minutes) for minutes in (came, went))
        facts: dict[str, Any] = {"session": session, "player": player, "amount": amount, "at": at}
        buy_in(room=self.room, drawer=drawer, key=f"{key}:buy-in", by=self.cashier, **facts)
        sitting = seat_player(seat=seat, key=f"{key}:seat", by=self.floor, **facts)
        leave_seat(sitting=sitting, counted=amount, key=f"{key}:leave", by=self.floor, at=later)

    def _ask(self, player: Player, game: ListGame, ago: int) -> ListEntry:
        key, at = f"demo:list:{game.key}:{player.pk}", self.now - timedelta(minutes=ago)
        asked = Request(mobile=f"+1555010{player.pk % 1000:04}")
        return join_list(room=self.room, game=game, player=player, key=key, by=self.floor, at=at, request=asked)

    def _guest(self, name: str, ago: int, **asked: Any) -> None:
        key, at = f"demo:list:{name}", self.now - timedelta(minutes=ago)
        request = Request(**asked)
        join_as_guest(room=self.room, game=NLH, name=name, key=key, by=self.floor, at=at, request=request)
