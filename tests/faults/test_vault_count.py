"""A count of the vault that dies between any two of its statements: nothing is lost or doubled, and it can be finished.

10 counts are killed, 200 with PROOFS=whole. Every other time it is the database's process that dies. At the same moment
somebody fills a drawer from the vault.
"""

from functools import partial

import pytest

from cage import services as cage
from cage.models import Investigation, VaultCount, VaultSheet, VaultVariance
from cage.selectors.drawers import vault
from cage.selectors.vault_counts import running_count
from config.audit.books import audit
from config.errors import DomainError
from config.rooms.models import Room
from devkit.postgres import Server
from players.models import Account, AccountKind, Transfer
from tests.support import killed_acts
from tests.support.desk import key, open_desk
from tests.support.drawers import counted
from tests.support.killing import Meanwhile, run, spread
from tests.support.proofs import sized

pytestmark = pytest.mark.committed_db
RUNS = sized(10, 10, 200)
S = VaultCount.State
SHORT, FILL = -60_00, 5_00


class Counts:
    """A vault that is counted again and again, 60 short each time. `lies` is what really lies there."""

    def __init__(self) -> None:
        self.desk = open_desk()
        self.desk.second  # noqa: B018 - known before anything is killed
        stock = {"chips": 90_000_00, "cash": 90_000_00, "key": key(), "reason": "delivery"}
        cage.stock_vault(room=self.desk.room, **stock, **self.desk.at_the_vault())
        self.lies = [90_000_00, 90_000_00]
        self.counted = 0

    def act(self) -> "partial[None]":
        """The count, for a process of its own: somebody has taken 60."""
        self.lies[1] += SHORT
        people = (self.desk.manager.pk, self.desk.second.pk)
        facts = {"sheet": counted(self.desk.room, *self.lies).as_json(), "keys": (key(), key()), "at": self.desk.at()}
        return partial(killed_acts.count_vault, room=self.desk.room.pk, people=people, **facts)

    def kill_at(self, moment: int, *, is_backend: bool) -> None:
        """Kill a count at this moment while somebody fills a drawer, finish it, and look at what the books say."""
        act, asked = self.act(), key()
        victim = run(act, stop_at=moment)
        if not victim.has_stopped:
            assert victim.said == ""
            self.look_at()
            return
        fill = Meanwhile().come(partial(self.fill, asked))
        if is_backend:
            victim.kill_backend()
        else:
            victim.kill_worker()
        refused = fill.result(60)
        assert not isinstance(refused, DomainError) or refused.code == "vault_counting"
        if Transfer.objects.filter(request_key=asked).exists():
            self.lies[0] -= FILL
        self.finish(act)
        self.look_at()

    def fill(self, asked: str) -> object:
        facts = {"drawer": self.desk.drawer, "chips": FILL, "cash": 0, "key": asked, "again": True}
        return cage.fund_drawer(**facts, **self.desk.at_the_vault())

    def finish(self, act: "partial[None]") -> None:
        """Whoever comes back to it goes on from the state that the page shows, and sends what they had sent again."""
        desk, keys = self.desk, act.keywords["keys"]
        count = running_count(desk.room)
        if count is None and VaultCount.objects.filter(state=S.COUNTED).count() > self.counted:
            return
        if count is None:
            count, keys = cage.begin_vault_count(room=desk.room, by=desk.manager, at=desk.at()), (key(), key())
        sheet = counted(desk.room, *self.lies)
        for who, again in zip((desk.manager, desk.second), keys, strict=True):
            count = cage.count_vault(count=count, counted=sheet, key=again, by=who, at=desk.at())

    def look_at(self) -> None:
        """It was counted once, by two, 60 short, and the vault holds what lies there."""
        self.counted += 1
        count = VaultCount.objects.get(pk=VaultCount.objects.latest("pk").pk)
        variance = VaultVariance.objects.get(count=count)
        assert (count.state, variance.chips, variance.cash) == (S.COUNTED, 0, SHORT)
        assert Investigation.objects.filter(vault_variance=variance).count() == 1
        assert VaultSheet.objects.filter(count=count).count() == 2
        assert VaultCount.objects.filter(state=S.COUNTED).count() == self.counted
        assert vault(Room.objects.get(pk=self.desk.room.pk)) == tuple(self.lies)
        over = Account.objects.get(room=self.desk.room, kind=AccountKind.OVER_SHORT_CASH)
        assert over.balance == -SHORT * self.counted


def test_a_count_that_dies_at_any_moment_loses_and_doubles_nothing(killable: Server) -> None:
    counts = Counts()
    whole = run(counts.act())
    assert (whole.said, whole.moments > 30) == ("", True)
    counts.look_at()
    for number, moment in enumerate(spread(whole.moments, RUNS)):
        counts.kill_at(moment, is_backend=number % 2 == 1)
    assert [fault for finding in audit() if not finding.holds for fault in finding.faults] == []
