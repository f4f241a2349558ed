"""A close that dies between any two of its statements: nothing is lost or doubled, and it can be finished.

10 closes are killed, 200 with PROOFS=whole. Every other time it is the database's process
that dies. At the same moment somebody sells chips at that drawer.
"""

from functools import partial

import pytest
from django.db import connection

from cage import services as cage
from cage.counted import Counted
from cage.models import BuyIn, DrawerCount, DrawerSession, DrawerVariance, Investigation
from cage.services import drawers
from cage.services.drawers import tills_of
from config.audit.books import audit
from config.audit.checks import CHECKS
from devkit.postgres import Server
from players.models import Account, AccountKind, Player, Transfer
from tests.support import killed_acts
from tests.support.desk import Desk, key, open_desk
from tests.support.drawers import counted, open_exactly, running
from tests.support.killing import Meanwhile, run, spread
from tests.support.proofs import sized
from tests.support.races import codes, lanes

pytestmark = pytest.mark.committed_db
RUNS = sized(10, 10, 200)
S = DrawerSession.State
SHORT = -60_00
SALE = 100_00


class Closes:
    """A drawer that is opened, sold at and closed again and again, 60 short each time. `lies` is what really lies
    there."""

    def __init__(self) -> None:
        self.desk = open_desk(chips=500_000_00, cash=50_000_00)
        self.lies = [500_000_00, 50_000_00]
        self.closed = 0

    @property
    def session(self) -> DrawerSession:
        return running(self.desk.drawer)

    def sheet(self) -> Counted:
        return counted(self.desk.room, *self.lies)

    def open(self) -> None:
        """Open it where it is closed, and sell something."""
        if not DrawerSession.objects.filter(drawer=self.desk.drawer).exclude(state=S.CLOSED).exists():
            open_exactly(self.desk.drawer, by=self.desk.cashier, at=self.desk.at())
        self.desk.buy_in(self.desk.player(), SALE)
        self.sold()

    def sold(self) -> None:
        self.lies = [self.lies[0] - SALE, self.lies[1] + SALE]

    def close(self) -> "partial[None]":
        """The close, for a process of its own: somebody has taken 60 out of the drawer."""
        self.lies[1] += SHORT
        people = (self.desk.cashier.pk, self.desk.second.pk)
        facts = {"sheet": self.sheet().as_json(), "keys": (key(), key()), "at": self.desk.at()}
        return partial(killed_acts.close_drawer, session=self.session.pk, people=people, **facts)

    def kill_at(self, moment: int, *, is_backend: bool) -> None:
        """Kill a close at this moment while somebody sells, finish it, and look at what the books say."""
        self.open()
        session, close, player, asked = self.session, self.close(), self.desk.player(), key()
        victim = run(close, stop_at=moment)
        if not victim.has_stopped:
            assert victim.said == ""
            self.look_at(session)
            return
        sale = Meanwhile().come(partial(self.sell, player, asked))
        if is_backend:
            victim.kill_backend()
        else:
            victim.kill_worker()
        sold = sale.result(60)
        if isinstance(sold, BuyIn):
            assert BuyIn.objects.filter(request_key=asked).exists(), "a sale that was answered is lost"
        if BuyIn.objects.filter(request_key=asked).exists():
            self.sold()
        self.finish(session, close)
        self.look_at(session)

    def sell(self, player: Player, asked: str) -> BuyIn:
        return self.desk.buy_in(player, SALE, key=asked)

    def finish(self, session: DrawerSession, close: "partial[None]") -> None:
        """Whoever comes back to it goes on from the state that the page shows, and sends what they had sent again."""
        desk, keys = self.desk, close.keywords["keys"]
        session.refresh_from_db()
        if session.state == S.OPEN:
            cage.begin_close(session=session, by=desk.cashier, at=desk.at())
            keys = (key(), key())
        for who, again in zip((desk.cashier, desk.second), keys, strict=True):
            cage.count_drawer(session=session, counted=self.sheet(), key=again, by=who, at=desk.at())
        session.refresh_from_db()
        assert session.state == S.CLOSED

    def look_at(self, session: DrawerSession) -> None:
        """It was closed once, by two, 60 short, and the drawer holds what lies there."""
        self.closed += 1
        session.refresh_from_db()
        variance = DrawerVariance.objects.get(session=session)
        assert (variance.chips, variance.cash, variance.part) == (0, SHORT, DrawerVariance.Part.CLOSING)
        assert Investigation.objects.filter(variance=variance).count() == 1
        assert DrawerCount.objects.filter(session=session, round=session.round).exclude(part="opening").count() == 2
        assert Transfer.objects.filter(request_key=variance.request_key).count() == 1
        assert [till.balance for till in tills_of(self.desk.drawer)] == self.lies
        over = Account.objects.get(room=self.desk.room, kind=AccountKind.OVER_SHORT_CASH)
        assert over.balance == -SHORT * self.closed
        for name, check in CHECKS.items():
            if check.code in ("I-13", "I-5"):
                assert list(check.faults()) == [], name


def test_a_close_that_dies_at_any_moment_loses_and_doubles_nothing(killable: Server) -> None:
    closes = Closes()
    closes.open()
    session, close = closes.session, closes.close()
    whole = run(close)
    assert (whole.said, whole.moments > 40) == ("", True)
    closes.look_at(session)
    for number, moment in enumerate(spread(whole.moments, RUNS)):
        closes.kill_at(moment, is_backend=number % 2 == 1)
    assert [fault for finding in audit() if not finding.holds for fault in finding.faults] == []


def without_the_row_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever moves money at a drawer looks at its state without its lock."""

    def lock_drawer(drawer: drawers.Drawer) -> tuple[drawers.Drawer, DrawerSession | None]:
        drawer = drawers.Drawer.objects.select_related("room").get(pk=drawer.pk)
        found = DrawerSession.objects.exclude(state=S.CLOSED).filter(drawer=drawer).select_related("cashier").first()
        if found is not None:
            found.drawer, found.room = drawer, drawer.room
        return drawer, found

    monkeypatch.setattr(drawers, "lock_drawer", lock_drawer)


@pytest.mark.parametrize("is_locked", [True, False])
def test_control_a_sale_during_the_close_is_lost_without_the_row_lock(
    committed_db: str, monkeypatch: pytest.MonkeyPatch, is_locked: bool
) -> None:
    """The sale has looked at the state and is not committed while the drawer is closed; with the lock, after it."""
    desk: Desk = open_desk()
    session, player, asked, second = running(desk.drawer), desk.player(), key(), desk.second
    if not is_locked:
        without_the_row_lock(monkeypatch)

    def close() -> None:
        held = [till.balance for till in tills_of(desk.drawer)]
        cage.begin_close(session=session, **desk.by())
        sheet = counted(desk.room, *(till.balance for till in tills_of(desk.drawer))) if is_locked else None
        for who in (desk.cashier, second):
            facts = {"counted": sheet or counted(desk.room, *held), "key": key(), "by": who, "at": desk.at()}
            cage.count_drawer(session=session, **facts)

    with lanes() as people:
        outcomes = people.in_turn(partial(desk.buy_in, player, SALE, key=asked), close)
    assert codes(outcomes) == []
    rows = set(Transfer.objects.filter(request_key=asked).values_list("chain_number", flat=True))
    session.refresh_from_db()
    is_in_it = all(session.after_number < row <= (session.last_number or 0) for row in rows)
    found = [finding for finding in audit() if not finding.holds]
    assert (is_in_it, found == []) == (is_locked, is_locked)
    assert connection.in_atomic_block is False
