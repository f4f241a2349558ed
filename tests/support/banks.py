"""Players' banks and tokes for tests."""

from datetime import date, timedelta
from itertools import count
from typing import Any

from cage import services as cage
from cage.counted import Counted
from cage.models import Drawer, PlayerBank, TokeSlip
from config.rooms.models import Room
from players.models import Player
from tables.models import Dealer
from tests.support.desk import Desk, key, person
from tests.support.drawers import counted, opened

BANK_PIN = "4711"
_numbers = count(1)


def papers() -> dict[str, Any]:
    """The document of somebody, unlike that of anybody else."""
    number = next(_numbers)
    return {
        "legal_name": f"Bankholder {'abcdefghij'[number % 10]} {number}", "date_of_birth": date(1980, 5, 6),
        "document_kind": "passport", "document_number": f"P12345{number}", "document_expires_on": date(2090, 1, 1),
    }  # fmt: skip


def a_bank(desk: Desk, player: Player | None = None) -> PlayerBank:
    """A bank of a player with a document, empty; its PIN is `BANK_PIN`."""
    player = player or desk.player("Ann")
    Player.objects.filter(pk=player.pk).update(**papers())
    player.refresh_from_db()
    facts = {"room": desk.room, "player": player, "form_number": f"F-{player.pk}", "pin": BANK_PIN}
    return cage.open_bank(**facts, **desk.by())


def shown(desk: Desk, bank: PlayerBank) -> cage.Shown:
    """The PIN, entered at the cashier's tablet."""
    return cage.show_pin(bank=bank, pin=BANK_PIN, by=desk.cashier, at=desk.at())


def own_tokes(desk: Desk, dealer: Dealer) -> TokeSlip:
    """A dealer's own tokes of 5, exchanged."""
    facts = {"dealer": dealer, "counted": counted(desk.room, 5_00), "drawer": desk.drawer, "second": desk.second}
    return cage.exchange_tokes(key=key(), **facts, **desk.by())


def pooled_tokes(desk: Desk, of_day: date, amount: int = 100_00) -> TokeSlip:
    """Tokes of a day, counted into the pool; the room pools from then on."""
    Room.objects.filter(pk=desk.room.pk).update(tokes_mode=Room.TokesMode.POOLED)
    desk.room.tokes_mode = Room.TokesMode.POOLED
    facts = {"room": desk.room, "of_day": of_day, "counted": Counted({100: amount // 100})}
    return cage.enter_counted_tokes(key=key(), drawer=desk.drawer, second=desk.second, **facts, **desk.by())


def day_before(desk: Desk) -> date:
    """The gaming day before the one that it is."""
    return desk.room.gaming_day(desk.now) - timedelta(days=1)


def a_runner(desk: Desk, *, chips: int = 1_000_00, by: Any = None) -> Drawer:
    """A chip runner's bank with so many chips, open and worked by `by`, or by a runner."""
    by = by or person(desk.room, "runner")
    facts = {"by": desk.manager, "at": desk.at()}
    drawer = opened(desk.room, f"Runner {next(_numbers)}", cashier=by, kind=Drawer.Kind.RUNNER, **facts)
    two = facts | {"second": desk.cashier}
    cage.stock_vault(room=desk.room, chips=chips, cash=0, key=key(), reason="for the runner", **two)
    cage.fund_drawer(drawer=drawer, chips=chips, cash=0, key=key(), **two | {"second": by})
    return drawer
