"""A room with one of everything that an address can name, for the guards that try every address."""

from dataclasses import dataclass
from typing import Any

from config.jobs.services import enqueue
from config.rooms.models import Room
from players.services import bar_player
from tests.support.routes import Blank
from tests.support.table import HandTable, open_hand_table


@dataclass
class House:
    """The room, what stands in the blanks of its addresses, and which of these belong to every room."""

    room: Room
    samples: dict[Blank, Any]
    of_every_room: frozenset[Blank]


def furnished_house() -> House:
    """A room with a table that plays, a recorded hand, a buy-in, a cash-out, a barred player and a job."""
    table = open_hand_table()
    hand = table.tick()
    everywhere = _of_every_room(table)
    here = _of_the_room(table, hand.pk)
    return House(table.desk.room, everywhere | here, frozenset(everywhere))


def _of_every_room(table: HandTable) -> dict[Blank, Any]:
    """People who play are known to the whole installation, and so is the calendar."""
    desk = table.desk
    player = desk.player("Somebody")
    ban = bar_player(player=player, room=desk.room, kind="barred", reason="for a test", **desk.by())
    day = table.session.gaming_day.isoformat()
    return {
        Blank("players", "player_id"): player.pk,
        Blank("bans", "ban_id"): ban.pk,
        Blank("rake", "day"): day,
        Blank("plaque", "number"): 1,
        Blank("seats", "number"): 1,
    }


def _of_the_room(table: HandTable, hand_id: int) -> dict[Blank, Any]:
    desk, session = table.desk, table.session
    player = desk.player("Buyer")
    buy_in = desk.buy_in(player, 200_00)
    return {
        Blank("tables", "table_id"): session.table_id,
        Blank("sessions", "session_id"): session.pk,
        Blank("table-sessions", "pk"): session.pk,
        Blank("hands", "hand_id"): hand_id,
        Blank("hands", "pk"): hand_id,
        Blank("buy-ins", "buy_in_id"): buy_in.pk,
        Blank("cash-outs", "cash_out_id"): desk.cash_out(player, 100_00).pk,
        Blank("sittings", "sitting_id"): table.sittings[1].pk,
        Blank("staff", "user_id"): desk.manager.pk,
        Blank("jobs", "job_id"): enqueue("tests.nothing", room=desk.room, by=desk.manager).pk,
    }
