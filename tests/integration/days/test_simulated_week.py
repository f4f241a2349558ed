"""A simulated week: every day is locked, the books hold after each, and what they show was planted, to the unit.

Two days are played and 200 instants of them looked at; with PROOFS=whole a week, and 1,000 instants. Another seed is
played shorter, three of them with PROOFS=whole.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random

import pytest
from django.db import connection

from cage.models import DrawerVariance, Investigation
from cage.selectors.liability import liability
from config.audit.books import audit
from config.days.models import DayLock
from config.days.selectors import people_of_drawers
from config.rooms.models import Room
from demo.simulation.planted import Planted
from demo.simulation.report import Report, Verdict
from demo.simulation.room import play
from demo.simulation.script import Script
from players.models import MoneyAct
from tests.support.arranged import arranged
from tests.support.proofs import WHOLE

pytestmark = pytest.mark.django_db
DAYS, TABLES, HOURS = (7, 3, 10) if WHOLE else (2, 2, 5)
SHORT = (7, 1, 5) if WHOLE else (2, 1, 2)
INSTANTS = 1000 if WHOLE else 200
WITH_THE_HOUSE = (
    "vault_chips", "drawer_chips", "rake_box", "time_box", "promo_box", "tray", "transit", "custody", "pool_primary",
    "pool_reserve", "pool_admin", "pool_awards",
)  # fmt: skip
"""Places where chips are not in use, named here once more: what the product says is held against it."""


@dataclass
class Week:
    """A simulated room with what was found after each of its days."""

    room: Room
    planted: list[Planted]
    report: Report
    faults: dict[date, list[str]]


def played(seed: int, days: int, tables: int, hours: int) -> Week:
    faults: dict[date, list[str]] = {}

    def audited(lock: DayLock) -> None:
        faults[lock.gaming_day] = [fault for found in audit() if not found.holds for fault in found.faults]

    room = play(Script(days, tables, seed, errors=0.08, hours=hours, slug=f"week-{seed}"), audited)
    return Week(room.room, room.planted, room.report(), faults)


@arranged
def week() -> Week:
    """The week of seed 4."""
    return played(4, DAYS, TABLES, HOURS)


def holds(week: Week, days: int) -> None:
    """Every day is locked, the books held after it, and the report has no fault."""
    assert list(week.faults.values()) == [[]] * days
    assert week.report.faults == []
    assert all(line.causes for line in week.report.lines)
    locks = list(DayLock.objects.filter(room=week.room).order_by("gaming_day"))
    assert [lock.gaming_day for lock in locks] == list(week.faults)
    for lock in locks:
        assert lock.second_id not in people_of_drawers(week.room, lock.gaming_day)


def test_every_day_is_locked_and_everything_is_explained(week: Week) -> None:
    holds(week, DAYS)
    variances = DrawerVariance.objects.filter(room=week.room)
    shown = {line.shown.mark: line.shown.effect for line in week.report.lines}
    assert {(each.session_id, each.part) for each in variances} == {
        (mark.row, mark.part) for mark in shown if mark.what == "drawer variance"
    }
    assert not Investigation.objects.filter(state=Investigation.State.OPEN).exists()


def test_the_week_has_what_is_to_be_explained(week: Week) -> None:
    """Control: errors of every part were planted, and the books show most of them."""
    kinds = {each.kind.code for each in week.planted}
    assert {"wrong_change", "wrong_chips", "dropped_short", "pot_unsaid", "toked"} <= kinds
    assert sum(each.verdict is Verdict.SHOWN for each in week.report.errors) > len(week.planted) // 2
    assert DrawerVariance.objects.filter(room=week.room).count() >= DAYS // 2


@pytest.mark.parametrize("seed", [5, 6, 7] if WHOLE else [5])
def test_other_rooms_are_explained_as_well(seed: int) -> None:
    days, tables, hours = SHORT
    holds(played(seed, days, tables, hours), days)


# ------------------------------------------------------------------------------------------------------- chips in use


def instants(room: Room, count: int) -> Iterator[datetime]:
    """So many instants of the week at which chips moved, by chance; always the same ones."""
    with connection.cursor() as cursor:
        cursor.execute("select distinct at from players_transfer where room_id = %s order by at", [room.pk])
        moved = [row[0] for row in cursor.fetchall()]
    yield from Random(1).sample(moved, min(count, len(moved)))


_HELD = """
    select a.kind, sum(case when a.id = t.target_id then t.amount else -t.amount end)
    from players_transfer t join players_account a on a.id in (t.source_id, t.target_id)
    where t.room_id = %s and t.at <= %s and not a.holds_cash and not a.is_import group by 1
"""


def held_at(room: Room, at: datetime) -> dict[str, int]:
    """The chips at each kind of place at an instant, by the transfers alone."""
    with connection.cursor() as cursor:
        cursor.execute(_HELD, [room.pk, at])
        return {kind: int(amount) for kind, amount in cursor.fetchall()}


def test_chips_in_use_are_what_their_holders_have_at_any_instant(week: Week) -> None:
    in_use = set()
    for at in instants(week.room, INSTANTS):
        told, held = liability(week.room, at=at), held_at(week.room, at)
        issued = -held.pop("chip_issue", 0)
        house = {kind: held.pop(kind, 0) for kind in WITH_THE_HOUSE}
        assert told.issued == issued == sum(house.values()) + sum(held.values()), at
        assert told.chips_in_use == sum(held.values()) == sum(place.amount for place in told.in_use), at
        assert told.with_the_house == sum(house.values()), at
        assert {place.code: place.amount for place in told.in_use if place.amount} == {
            kind: amount for kind, amount in held.items() if amount
        }, at
        in_use.add(told.chips_in_use)
    assert len(in_use) > 50


def test_the_last_instant_is_what_the_accounts_hold(week: Week) -> None:
    *_, last = sorted(instants(week.room, 10))
    last += timedelta(days=30)
    then, now = liability(week.room, at=last), liability(week.room, at=last, now=True)
    assert (then.issued, then.house, then.in_use, then.cash) == (now.issued, now.house, now.in_use, now.cash)


def test_chips_are_made_by_issue_alone_and_leave_by_destruction_alone(week: Week) -> None:
    """Every transfer at the world's end of the chips is an issue to the vault or back, which two people answer for."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select t.request_key, t.kind, s.kind, d.kind, t.amount from players_transfer t"
            " join players_account s on s.id = t.source_id join players_account d on d.id = t.target_id"
            " where t.room_id = %s and 'chip_issue' in (s.kind, d.kind)",
            [week.room.pk],
        )
        rows = cursor.fetchall()
    assert rows
    for request, kind, source, target, _ in rows:
        assert (kind, {source, target}) == ("issue", {"chip_issue", "vault_chips"})
        act = MoneyAct.objects.get(request_key=request)
        assert act.act == ("stock" if source == "chip_issue" else "destroy")
        assert act.second_id not in (None, act.by_id)
    issued = sum(amount if source == "chip_issue" else -amount for *_, source, _, amount in rows)
    assert liability(week.room, at=datetime.max.replace(tzinfo=week.room.zone), now=True).issued == issued
