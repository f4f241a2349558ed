"""Waiting lists for tests: names put on and moved along by the services, each a minute after the one before."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from players import services
from players.list_games import ListGame, game_of
from players.models import ListEntry, Player, Sitting
from players.services import Request
from rules.house.plaque import Plaque
from tests.support.desk import NLH, Desk, key

O8 = Plaque(
    game="omaha8",
    structure="fixed_limit",
    blinds=(200, 400),
    small_bet=400,
    big_bet=800,
    unit=100,
    buy_in_min=40_00,
    fee=NLH.fee,
)
"""Omaha hi-lo 4/8: another game than the desk's table."""
NLH_LIST, O8_LIST = game_of(NLH), game_of(O8)


@dataclass
class Lists:
    """The lists of a desk's room."""

    desk: Desk

    def join(self, player: Player | None = None, game: ListGame = NLH_LIST, **request: Any) -> ListEntry:
        """Somebody asks for a seat; `request` is how (source, mobile, email, expected_at)."""
        facts = {"room": self.desk.room, "game": game, "player": player or self.desk.player(), "key": key()}
        return services.join_list(**facts, request=Request(**request), **self.desk.by())

    def call(self, entry: ListEntry, **facts: Any) -> ListEntry:
        """The name is called."""
        return services.call_player(**({"entry": entry} | self.desk.by() | facts))

    def hold(self, entry: ListEntry) -> ListEntry:
        """The name is passed over."""
        return services.hold_entry(entry=entry, **self.desk.by())

    def resume(self, entry: ListEntry) -> ListEntry:
        """The name waits again."""
        return services.resume_entry(entry=entry, **self.desk.by())

    def remove(self, entry: ListEntry, reason: str = "left") -> ListEntry:
        """The name leaves the list."""
        return services.remove_entry(entry=entry, reason=reason, **self.desk.by())

    def fill(self, but: int = 0, **facts: Any) -> list[Sitting]:
        """Players in every seat of the first table, `but` so many of the last."""
        return [self.desk.seated(200_00, seat=seat, **facts) for seat in range(1, 10 - but)]

    def order(self, game: ListGame = NLH_LIST) -> list[str]:
        """The names that wait, first to last."""
        live = ListEntry.objects.filter(
            waiting_list__key=game.key, waiting_list__room=self.desk.room, state__in=ListEntry.LIVE
        )
        return list(live.order_by("number").values_list("player__display_name", flat=True))

    def later(self, at: datetime) -> None:
        """Let time go on until `at`."""
        self.desk.now = at
