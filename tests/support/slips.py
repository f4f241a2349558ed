"""Fills and credits in tests: the people of a slip, each with their own act, and a table with a tray."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from cage import services as cage
from cage.counted import Counted
from cage.models import Drawer, TransitSlip, TrayCount
from config.staff.models import User
from players.ledger import transit_account, tray_account
from players.models import AccountKind
from tables.models import Table
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import counted

FILL, CREDIT = TransitSlip.Kind.FILL, TransitSlip.Kind.CREDIT


@dataclass
class Slips:
    """A desk with a stocked vault and a first table with a tray: the cashier works the drawer, the manager holds the
    vault, `floor` authorises and `runner` carries."""

    desk: Desk
    floor: User = field(init=False)
    runner: User = field(init=False)
    dealer: User = field(init=False)

    def __post_init__(self) -> None:
        room = self.desk.room
        self.floor, self.runner, self.dealer = (person(room, role) for role in ("floor", "floor", "host"))
        two = self.desk.at_the_vault()
        cage.stock_vault(room=room, chips=9_000_00, cash=9_000_00, key=key(), reason="more", **two)
        cage.set_tray(table=self.table, imprest=500_00, by=self.desk.manager, at=self.desk.at())

    @cached_property
    def table(self) -> Table:
        """The first table, as it was when it was asked for."""
        return self.desk.session.table

    @cached_property
    def other_floor(self) -> User:
        """Another supervisor."""
        return person(self.desk.room, "floor")

    def pieces(self, chips: int = 0, cash: int = 0) -> Counted:
        """These amounts in few pieces."""
        return counted(self.desk.room, chips, cash)

    def ask(self, kind: TransitSlip.Kind = FILL, chips: int = 300_00, cash: int = 0, **facts: Any) -> TransitSlip:
        """A slip that is asked for: of the drawer by its cashier, of a table's tray by the floor."""
        place = {} if "table" in facts else {"drawer": self.desk.drawer}
        by = self.floor if "table" in facts else self.desk.cashier
        given = {"room": self.desk.room, "kind": kind, "counted": self.pieces(chips, cash), "by": by}
        return cage.request_slip(**({"key": key(), "at": self.desk.at()} | given | place | facts))

    def authorise(self, slip: TransitSlip, **facts: Any) -> TransitSlip:
        """Authorised by a supervisor who did not ask for it."""
        by = self.other_floor if slip.table_id else self.floor
        return cage.authorise_slip(**({"slip": slip, "key": key(), "by": by, "at": self.desk.at()} | facts))

    def send(self, slip: TransitSlip, **facts: Any) -> TransitSlip:
        """Sent by who answers for the place that it leaves."""
        by = self.desk.manager if slip.is_fill else self.desk.cashier
        if slip.table_id and not slip.is_fill:
            by, facts = self.floor, {"verifier": self.dealer} | facts
        given = {"slip": slip, "runner": self.runner, "key": key(), "by": by, "at": self.desk.at()}
        return cage.send_slip(**(given | facts))

    def receive(
        self, slip: TransitSlip, *, chips: int | None = None, cash: int | None = None, **facts: Any
    ) -> TransitSlip:
        """Received by who answers for the place where it comes, as counted: what was sent, if nothing else."""
        came = (slip.chips_amount if chips is None else chips, slip.cash_amount if cash is None else cash)
        by = self.desk.cashier if slip.is_fill else self.desk.manager
        if slip.table_id and slip.is_fill:
            by, facts = self.floor, {"verifier": self.dealer} | facts
        given = {"slip": slip, "counted": self.pieces(*came), "key": key(), "by": by, "at": self.desk.at()}
        return cage.receive_slip(**(given | facts))

    def sent(self, *asked: Any, **facts: Any) -> TransitSlip:
        """A slip on its way."""
        return self.send(self.authorise(self.ask(*asked, **facts)))

    def received(self, *asked: Any, **facts: Any) -> TransitSlip:
        """A slip that has arrived."""
        return self.receive(self.sent(*asked, **facts))

    def end(self, slip: TransitSlip, verb: str = "void", **facts: Any) -> TransitSlip:
        """A slip that is voided, or refused: taken back and counted as sent, where it was sent."""
        service = {"void": cage.void_slip, "refuse": cage.decline_slip}[verb]
        given: dict[str, Any] = {"slip": slip, "reason": "a mistake", "key": key(), "at": self.desk.at()}
        given["by"] = self.other_floor
        if slip.state == TransitSlip.State.SENT:
            given["counted"] = self.pieces(slip.chips_amount, slip.cash_amount)
            given["by"] = self.desk.manager if slip.is_fill else (self.floor if slip.table_id else self.desk.cashier)
        return service(**(given | facts))

    def count(self, chips: int, part: TrayCount.Part = TrayCount.Part.OPENING, **facts: Any) -> TrayCount:
        """The tray as the dealer counted it before a supervisor."""
        given = {"table": self.table, "part": part, "counted": self.pieces(chips), "key": key(), "by": self.floor}
        return cage.count_tray(**(given | {"second": self.dealer, "at": self.desk.at()} | facts))

    def on_the_way(self, slip: TransitSlip) -> tuple[int, int]:
        """The chips and the cash in transit."""
        chips, cash = (
            transit_account(self.desk.room, kind, slip.pk) for kind in (AccountKind.TRANSIT, AccountKind.TRANSIT_CASH)
        )
        return chips.balance, cash.balance

    @property
    def in_tray(self) -> int:
        """The chips in the tray by the books."""
        return tray_account(self.table).balance


def count_trays(desk: Desk) -> None:
    """Every tray of the room is counted as the books say, at a table that plays on."""
    for table in Table.objects.filter(room=desk.room, tray_imprest__isnull=False).order_by("pk"):
        sheet = counted(desk.room, tray_account(table).balance)
        facts = {"counted": sheet, "by": person(desk.room, "floor"), "second": person(desk.room, "host")}
        cage.count_tray(table=table, part=TrayCount.Part.DROPPED, key=key(), at=desk.at(), **facts)


def open_slips_desk(**facts: Any) -> Slips:
    """A desk whose drawer is filled by slips."""
    return Slips(open_desk(**facts))


def window_2(slips: Slips) -> Drawer:
    """Another drawer, open and empty, of another cashier."""
    from tests.support.drawers import opened  # noqa: PLC0415

    desk = slips.desk
    return opened(desk.room, "Window 2", cashier=person(desk.room, "cashier"), by=desk.manager, at=desk.at())
