"""The window as its page shows it: games to buy into, and amounts to tap."""

from dataclasses import dataclass
from datetime import datetime

from cage.selectors.purchases import allowance, waits_for_hand
from config.rooms.models import Room
from players.models import ListEntry, Player, Sitting
from players.selectors.plaque_rules import Allowance
from tables.models import PlaqueVersion, TableSession
from tables.selectors.plaques import waiting_plaques
from tables.selectors.sessions import playing

ROUND_AMOUNTS = (20, 40, 50, 60, 100, 200, 300, 500, 1000, 2000, 3000, 5000, 10000)
"""Amounts that people buy in for, in major units, where the least is below 1,000; where it has more digits, ten times
as much for each of them."""


@dataclass(frozen=True, slots=True)
class Game:
    """A table to buy into, what this player may buy there now, and the plaque that waits there for the next hand."""

    session: TableSession
    allowed: Allowance
    next_plaque: PlaqueVersion | None = None

    @property
    def waits(self) -> bool:
        """Whether the player sits there in the middle of a hand: the chips wait in the rack until it is over."""
        return self.allowed.stack is not None and waits_for_hand(self.session)

    @property
    def quick(self) -> list[int]:
        """Amounts to tap: the least, the most, and round ones between; minor units, at most six."""
        least, most = self.allowed.least, self.allowed.most
        unit = 10**self.session.room.exponent
        unit *= 10 ** max(len(str(least // unit)) - 3, 0)
        if most is not None and most < least:
            return []
        ends = {least, most or least} - {self.session.room.smallest_chip}
        between = [amount * unit for amount in ROUND_AMOUNTS if least < amount * unit < (most or 20 * least + 1)]
        return sorted({*ends, *(between[-4:] if most else between[:4])})


def open_sessions(room: Room, player: Player) -> list[TableSession]:
    """The open tables of the floor; first the player's own, the one that they are called to, or the
    one that they last bought for."""
    sessions = list(
        playing(room).select_related("room", "table", "plaque__house_rules").order_by("table__position", "table__name")
    )
    likely = _likely(player)
    return sorted(sessions, key=lambda session: session.pk != likely)


def game(session: TableSession, player: Player, at: datetime) -> Game:
    """One table with what `player` may buy there now, by the plaque in force."""
    return Game(session, allowance(session, player, at=at), waiting_plaques([session], at).get(session.pk))


def _likely(player: Player) -> int | None:
    """The session that a player most likely buys for: where they sit, else where a list has called them last, else what
    they last bought for."""
    sitting = Sitting.objects.filter(player=player, left_at=None, is_import=False).first()
    if sitting:
        return sitting.session_id
    called = ListEntry.objects.filter(player=player, state=ListEntry.State.CALLED, called_session__closed_at=None)
    if to := called.order_by("-called_at").values_list("called_session", flat=True).first():
        return to
    return player.buy_ins.filter(void=None).order_by("-id").values_list("session_id", flat=True).first()
