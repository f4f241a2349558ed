"""After the lock: no way into the day, and thirty days later every report of it is what it was, to the byte.

Three of the thirty days are worked and locked, all of them with PROOFS=whole.
"""

import json
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from cage import services as cage
from cage.models import BuyIn
from config.days.models import KeptFigures
from config.days.registry import KEPT
from config.days.services import digest_of
from games.models import Hand
from games.services import supersede_tick, void_hand
from rake.services import rate_hand, rebuild_day
from tests.support.api import caller
from tests.support.arranged import arranged
from tests.support.days import a_day_of_everything, locked_day, open_drawers, shift_of
from tests.support.desk import Desk, key, person
from tests.support.dispute import DisputeTable
from tests.support.people import signed_in
from tests.support.proofs import sized
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db
DAY = date(2025, 3, 7)
WORKED = sized(3, 3, 30)


@arranged
def at() -> DisputeTable:
    """A locked day with a row in every table that has a gaming day, and the morning after it."""
    at = a_day_of_everything()
    at.table.tick(3_00, pot=60_00, winners=[1])
    locked_day(at.table.desk)
    return at


def late(desk: Desk) -> datetime:
    """The evening of the locked day."""
    return datetime(2025, 3, 7, 23, tzinfo=desk.now.tzinfo)


# ------------------------------------------------------------------------------------------------------ nothing enters


def voids(at: DisputeTable) -> object:
    slip = at.table.desk.buy_in(at.table.desk.player(), 100_00)
    facts = {"reason": "twice", "second": at.other, "key": key(), "by": at.table.desk.cashier}
    return cage.void_buy_in(bought=slip, at=late(at.table.desk), **facts)


SERVICES: dict[str, Callable[[DisputeTable], object]] = {
    "a sale": lambda at: at.table.desk.buy_in(at.table.desk.player(), 100_00, at=late(at.table.desk)),
    "a quick hand": lambda at: at.table.tick(3_00, at=late(at.table.desk)),
    "the void of a sale": voids,
    "a drawer's funding": lambda at: cage.fund_drawer(
        drawer=at.table.desk.drawer, chips=0, cash=1_00, key=key(), by=at.manager, second=at.table.desk.cashier,
        at=late(at.table.desk),
    ),
    "chips into the vault": lambda at: cage.stock_vault(
        room=at.table.desk.room, chips=1_00, cash=0, key=key(), by=at.manager, second=at.table.desk.cashier,
        at=late(at.table.desk), reason="delivery",
    ),
    "its report": lambda at: rebuild_day(room=at.table.desk.room, gaming_day=DAY, at=late(at.table.desk)),
}  # fmt: skip


@pytest.mark.parametrize("what", SERVICES)
def test_no_service_writes_into_the_day(at: DisputeTable, what: str) -> None:
    refused("day_locked", lambda: SERVICES[what](at))


def test_a_system_that_sends_late_is_refused_by_name(at: DisputeTable) -> None:
    """The server's clock stands in the locked day, as after it was set back."""
    calls = caller(at.table.floor)
    with time_machine.travel(late(at.table.desk), tick=False):
        answer = calls.post(f"table-sessions/{at.table.session.pk}/ticks/", {"rake_taken": 3_00})
    assert (answer.status_code, answer.json()["code"]) == (409, "day_locked")


def test_somebody_at_a_page_is_told_so(at: DisputeTable) -> None:
    desk = at.table.desk
    player, client = desk.player(), signed_in(desk.cashier)
    before = BuyIn.objects.count()
    form = {
        "key": key(),
        "session": at.table.session.pk,
        "amount": "100",
        "drawer": desk.drawer.pk,
    }
    with time_machine.travel(late(desk), tick=False):
        answer = client.post(reverse("buy_in", args=[player.pk]), form)
    assert (answer.status_code, "7 March 2025 is locked" in answer.content.decode()) == (422, True)
    assert BuyIn.objects.count() == before


def test_there_is_no_other_door() -> None:
    """No site of Django's own that writes rows past the services."""
    assert not any(app.startswith("django.contrib.admin") for app in settings.INSTALLED_APPS)


STATEMENTS = {
    "a transfer": "insert into players_transfer select * from players_transfer where gaming_day = %s limit 1",
    "a report's line": "update rake_rakehour set ticks = ticks + 1 where gaming_day = %s",
    "a report": "delete from rake_reportday where gaming_day = %s",
    "the lock": "delete from days_daylock where gaming_day = %s",
    "what is kept": "update days_keptfigures set text = '{}' from days_daylock l where l.gaming_day = %s",
}  # fmt: skip


@pytest.mark.parametrize("what", STATEMENTS)
def test_the_application_s_role_gets_nothing_past_it_by_sql(at: DisputeTable, what: str) -> None:
    with pytest.raises((DatabaseError, Exception)) as error, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(STATEMENTS[what], [DAY])
    code = getattr(error.value, "code", "")
    is_kept = "append-only" in str(error.value) or "permission denied" in str(error.value)
    assert code == "day_locked" or is_kept, error.value


# --------------------------------------------------------------------------------------------------------- to the byte


def told(at: DisputeTable) -> dict[str, bytes]:
    """Everything that is given out of the day: files, API, what is kept, and what it comes to today."""
    desk = at.table.desk
    client: Client = signed_in(desk.manager)
    found = {}
    for name in ("rake_csv", "rake_xlsx"):
        answer: Any = client.get(reverse(name, args=[DAY]), {"look": "yes"})
        assert answer.status_code == 200
        found[name] = b"".join(answer) if answer.streaming else answer.content
    calls = caller(desk.manager)
    found["api report"] = calls.get("reports/", gaming_day=DAY.isoformat()).content
    cut_off = desk.room.start_of(DAY + timedelta(days=1)) - timedelta(microseconds=1)
    liability = calls.get("liability/", at=cut_off.isoformat())
    assert liability.status_code == 200
    found["api liability"] = liability.content
    for row in KeptFigures.objects.filter(lock__room=desk.room, lock__gaming_day=DAY):
        assert digest_of(row.text) == row.digest
        found[f"kept {row.code}"] = row.text.encode()
        again = json.dumps(KEPT[row.code](desk.room, DAY), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        found[f"reckoned {row.code}"] = again.encode()
    return found


def work_a_day(at: DisputeTable, number: int) -> None:
    """A day's play, sales, a payment, a void, a correction of what is locked, a dealer's shift; then it is locked."""
    desk, table = at.table.desk, at.table
    rate_hand(hand_id=table.tick(3_00, pot=60_00, winners=[1]).pk, at=desk.at())
    player = desk.player()
    bought = desk.buy_in(player, 200_00)
    desk.cash_out(player, 50_00)
    other = desk.buy_in(desk.player(), 100_00)
    cage.void_buy_in(bought=other, reason="twice", key=key(), second=at.other, **desk.by())
    assert bought.gaming_day > DAY
    newest = Hand.objects.filter(gaming_day=DAY, superseded_by=None, tier="tick").order_by("pk")
    hands = [hand for hand in newest if not hand.is_void]
    by = {"by": person(desk.room, "floor"), "at": desk.at(), "key": key()}
    if hands and number % 2:
        void_hand(hand=hands[0], reason="fouled deck", second=person(desk.room, "floor"), **by)
    elif hands:
        facts = {"rake_taken": 5_00, "pot": 60_00, "winners": [1], "reason": "mis-keyed"}
        supersede_tick(tick=hands[0], **facts, **by)
    shift_of(desk)
    locked_day(desk)


def test_thirty_days_later_every_report_of_the_day_is_what_it_was(at: DisputeTable) -> None:
    before = told(at)
    assert len(before) >= 8
    assert before["kept liability"] == before["reckoned liability"]
    for number in range(WORKED):
        work_a_day(at, number)
    at.table.desk.now += timedelta(days=30 - WORKED)
    open_drawers(at.table.desk)
    at.table.desk.buy_in(at.table.desk.player(), 100_00)
    assert told(at) == before
