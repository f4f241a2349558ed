"""A hundred people at one drawer, and a hundred who lock a day: each answered sale is in one session, one lock wins."""

from collections import Counter
from datetime import timedelta
from functools import partial

import pytest

from cage import services as cage
from cage.models import BuyIn, DrawerSession, DrawerVariance
from config.audit.books import audit
from config.audit.models import AuditEvent
from config.days.models import DayLock, KeptFigures
from config.days.registry import KEPT
from devkit.postgres import Server
from players.models import Transfer
from tests.support.days import end_day, lock_day, second_of, tie_out
from tests.support.desk import key, open_desk
from tests.support.drawers import by_the_books, open_exactly, running
from tests.support.races import lanes, told
from tests.support.table import open_hand_table

pytestmark = pytest.mark.committed_db
CROWD = 100
SALE = 100_00


def test_each_answered_sale_is_in_exactly_one_session(killable: Server) -> None:
    """In the midst of the sales the drawer is closed by two and opened again: whoever comes meanwhile is refused."""
    desk = open_desk()
    desk.step = timedelta(milliseconds=1)
    players, second, first = [desk.player() for _ in range(CROWD - 1)], desk.second, running(desk.drawer)

    def turn_over() -> None:
        cage.begin_close(session=first, **desk.by())
        for who in (desk.cashier, second):
            sheet = by_the_books(desk.drawer)
            cage.count_drawer(session=first, counted=sheet, key=key(), by=who, at=desk.at())
        open_exactly(desk.drawer, by=desk.cashier, at=desk.at())

    sales = [partial(desk.buy_in, player, SALE) for player in players]
    with lanes(CROWD) as people:
        outcomes = people.at_once(*sales[:30], turn_over, *sales[30:])
    assert set(told(outcomes)) <= {"", "drawer_counting", "drawer_closed", "drawer_opening"}
    sold = {each.pk for each in outcomes if isinstance(each, BuyIn)}
    assert sold == set(BuyIn.objects.values_list("pk", flat=True))
    sessions = list(DrawerSession.objects.filter(drawer=desk.drawer).order_by("pk"))
    assert len(sessions) == 2
    cash = Counter[int]()
    for request in BuyIn.objects.values_list("request_key", flat=True):
        rows = list(Transfer.objects.filter(request_key=request).values_list("chain_number", flat=True))
        its = [each for each in sessions if all(each.after_number < row <= (each.last_number or row) for row in rows)]
        assert len(its) == 1
        cash[its[0].pk] += SALE
    first.refresh_from_db()
    assert first.expected_cash == 10_000_00 + cash[first.pk]
    assert not DrawerVariance.objects.exists()
    assert [fault for finding in audit() if not finding.holds for fault in finding.faults] == []


def test_one_lock_wins_and_nothing_is_doubled(killable: Server) -> None:
    """Half of them send one request again and again, the others one of their own each."""
    table = open_hand_table()
    desk = table.desk
    table.tick(3_00, pot=60_00, winners=[1])
    day = end_day(desk)
    tie_out(desk, day)
    again, second, at = key(), second_of(desk), desk.at()
    keys = [again if number % 2 else key() for number in range(CROWD)]
    with lanes(CROWD) as people:
        outcomes = people.at_once(*(partial(lock_day, desk, day, second=second, key=each, at=at) for each in keys))
    assert set(told(outcomes)) <= {"", "day_busy", "day_locked"}
    locked = [(each.pk, asked) for each, asked in zip(outcomes, keys, strict=True) if isinstance(each, DayLock)]
    lock = DayLock.objects.get()
    assert {pk for pk, _ in locked} == {lock.pk}
    assert {asked for _, asked in locked} == {lock.request_key}
    assert sorted(KeptFigures.objects.values_list("code", flat=True)) == sorted(KEPT)
    assert AuditEvent.objects.filter(verb="day.locked").count() == 1
