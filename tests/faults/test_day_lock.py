"""The lock of a day that dies between any two of its statements: the day is locked once, whole, or not at all.

8 locks are killed, 200 with PROOFS=whole. Every other time it is the database's process
that dies. At the same moment somebody sells chips, dated late on that day.
"""

import json
from datetime import timedelta
from functools import partial

import pytest

from cage.models import BuyIn
from config.audit.books import audit
from config.audit.models import AuditEvent
from config.days.models import DayLock, KeptFigures
from config.days.registry import KEPT, end_of
from config.days.services import digest_of
from config.errors import DomainError
from config.requests.models import RequestKey
from devkit.postgres import Server
from players.models import Player
from tests.support import killed_acts
from tests.support.days import end_day, open_drawers, second_of, tie_out
from tests.support.desk import key
from tests.support.killing import Meanwhile, run, spread
from tests.support.proofs import sized
from tests.support.races import lanes, told
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.committed_db
RUNS = sized(8, 8, 200)
A_DAY = 8
"""So many locks of one day are killed, more or less, before it is locked."""


class Locks:
    """A room whose days are tied out and locked, one after the other."""

    def __init__(self) -> None:
        self.table: HandTable = open_hand_table()
        self.desk = self.table.desk
        self.second = second_of(self.desk)

    def next_day(self) -> None:
        """A day is over and tied out; drawers are open for the new one."""
        self.desk.buy_in(self.desk.player(), 100_00)
        self.day = end_day(self.desk)
        tie_out(self.desk, self.day)
        open_drawers(self.desk)
        people, at = (self.desk.manager.pk, self.second.pk), self.desk.at()
        facts = {"room": self.desk.room.pk, "day": self.day, "people": people, "key": key(), "at": at}
        self.lock = partial(killed_acts.lock_day, **facts)

    @property
    def is_locked(self) -> bool:
        return DayLock.objects.filter(room=self.desk.room, gaming_day=self.day).exists()

    def kill_at(self, moment: int, *, is_backend: bool) -> None:
        """Kill the lock at this moment while somebody sells: the day is locked and all is kept, or nothing of it is."""
        asked, player = key(), self.desk.player()
        victim = run(self.lock, stop_at=moment)
        if not victim.has_stopped:
            assert victim.said == ""
            self.look_at()
            return
        sale = Meanwhile().come(partial(self.sell_late, player, asked))
        if is_backend:
            victim.kill_backend()
        else:
            victim.kill_worker()
        sold = sale.result(60)
        is_sold = BuyIn.objects.filter(request_key=asked).exists()
        if isinstance(sold, BuyIn):
            assert is_sold, "a sale that was answered is lost"
        if isinstance(sold, DomainError):
            assert (sold.code, is_sold) == ("day_locked", False)
        if self.is_locked:
            self.look_at()
        else:
            assert not KeptFigures.objects.filter(lock__gaming_day=self.day).exists()
            assert not RequestKey.objects.filter(key=self.lock.keywords["key"]).exists()

    def finish(self) -> None:
        """Lock the day again, with the same request: done once, whether it had been done or not."""
        self.lock()
        self.look_at()

    def sell_late(self, player: Player, asked: str) -> BuyIn:
        """A sale that was sent just before the day ended."""
        at = end_of(self.desk.room, self.day) - timedelta(minutes=1)
        return self.desk.buy_in(player, 100_00, key=asked, at=at)

    def look_at(self) -> None:
        """The day is locked once, with all that is kept of it: what the day now comes to."""
        lock = DayLock.objects.get(room=self.desk.room, gaming_day=self.day)
        kept = {row.code: row for row in KeptFigures.objects.filter(lock=lock)}
        assert kept.keys() == KEPT.keys()
        for code, figures in KEPT.items():
            assert json.loads(kept[code].text) == json.loads(json.dumps(figures(self.desk.room, self.day))), code
            assert kept[code].digest == digest_of(kept[code].text)
        assert AuditEvent.objects.filter(verb="day.locked", subject_id=str(lock.pk)).count() == 1


def test_a_lock_that_dies_at_any_moment_is_whole_or_none(killable: Server) -> None:
    locks = Locks()
    locks.next_day()
    whole = run(locks.lock)
    assert (whole.said, whole.moments > 25) == ("", True)
    locks.look_at()
    for number, moment in enumerate(spread(whole.moments, RUNS)):
        if locks.is_locked:
            locks.next_day()
        locks.kill_at(moment, is_backend=number % 2 == 1)
        if number % A_DAY == 0:
            locks.finish()
    locks.finish()
    found = [fault for finding in audit() if not finding.holds for fault in finding.faults]
    assert [fault for fault in found if "was added after the seal" not in fault] == []


@pytest.mark.parametrize("is_held", [True, False])
def test_control_what_is_being_written_is_lost_to_the_day_without_its_lock(
    killable: Server, monkeypatch: pytest.MonkeyPatch, is_held: bool
) -> None:
    """A sale of the day is made and not committed while the day is locked: the lock finds it in use, or keeps figures
    that are not the day's."""
    locks = Locks()
    locks.next_day()
    if not is_held:
        monkeypatch.setattr("config.days.services.try_hold", lambda kind, *, room, thing: True)
    player = locks.desk.player()
    with lanes() as people:
        outcomes = people.in_turn(partial(locks.sell_late, player, key()), locks.lock)
    if is_held:
        assert told(outcomes) == ("", "day_busy")
        locks.finish()
    else:
        assert told(outcomes) == ("", "")
        with pytest.raises(AssertionError, match="liability"):
            locks.look_at()
