"""Tables that are planned: which entry holds for which hour, and what can't be planned."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest

from config.audit.models import AuditEvent
from tables.models import TablePlan
from tables.planned_hours import hours_of_day, stretches
from tables.selectors.plans import plan_of
from tables.services import plan_tables
from tables.services.planning import Planned
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db
DAY = date(2025, 3, 7)
FRIDAY = 4
NLH = Planned("NLH 1/3", 2, 20, 2, for_day=DAY)


@arranged
def desk() -> Desk:
    """A table of NLH 1/3 in a room whose days start at six; it is six in the evening of a Friday."""
    return open_desk()


def plan(desk: Desk, planned: Planned = NLH, **facts: Any) -> TablePlan:
    changes = {name: facts.pop(name) for name in list(facts) if name != "at"}
    given = {"room": desk.room, "key": key(), "by": desk.manager, "at": facts.get("at", desk.now)}
    return plan_tables(planned=replace(planned, **changes), **given)


def hours(desk: Desk, day: date = DAY) -> dict[str, int]:
    """The planned tables of NLH 1/3 by hour of the clock."""
    found = plan_of(desk.room, day)
    return {
        f"{hour.since.astimezone(desk.room.zone):%H:%M}": hour.plans["NLH 1/3"].tables
        for hour in found
        if "NLH 1/3" in hour.plans
    }


def test_a_plan_holds_for_its_hours_over_midnight(desk: Desk) -> None:
    entry = plan(desk)
    assert (entry.game, str(entry), entry.when) == ("holdem", "NLH 1/3: 2 from 20:00 to 02:00", "7 March 2025")
    assert hours(desk) == dict.fromkeys(("20:00", "21:00", "22:00", "23:00", "00:00", "01:00"), 2)
    assert hours(desk, DAY + timedelta(days=1)) == hours(desk, DAY + timedelta(days=7)) == {}
    event = AuditEvent.objects.get(verb="tables.planned")
    assert event.after == {"plaque": "NLH 1/3", "tables": 2, "day": "7 March 2025", "hours": "20:00 to 02:00"}


def test_a_later_entry_takes_the_hours_and_a_day_s_those_of_its_weekday(desk: Desk) -> None:
    plan(desk, tables=3, since_hour=21, until_hour=23)
    plan(desk, for_day=None, weekday=FRIDAY, since_hour=19, until_hour=0)
    plan(desk, tables=0, since_hour=22, until_hour=23)
    assert hours(desk) == {"19:00": 2, "20:00": 2, "21:00": 3, "22:00": 0, "23:00": 2}
    assert hours(desk, DAY + timedelta(days=7)) == dict.fromkeys(("19:00", "20:00", "21:00", "22:00", "23:00"), 2)
    told = [(f"{each.since:%H}", f"{each.until:%H}", each.plan.tables) for each in stretches(plan_of(desk.room, DAY))]
    assert told == [("19", "21", 2), ("21", "22", 3), ("22", "23", 0), ("23", "00", 2)]


def test_an_hour_that_has_begun_keeps_the_plan_that_it_began_with(desk: Desk) -> None:
    plan(desk, tables=1, since_hour=20, until_hour=22)
    plan(desk, tables=5, since_hour=20, until_hour=22, at=datetime(2025, 3, 7, 20, 1, tzinfo=UTC))
    assert hours(desk) == {"20:00": 1, "21:00": 5}


def test_the_whole_day_is_from_its_start_to_its_end(desk: Desk) -> None:
    plan(desk, since_hour=6, until_hour=6, for_day=DAY + timedelta(days=1))
    assert len(hours(desk, DAY + timedelta(days=1))) == 24


def test_a_day_that_starts_within_an_hour_ends_within_it(desk: Desk) -> None:
    desk.room.gaming_day_start = time(6, 30)
    desk.room.save()
    day = DAY + timedelta(days=1)
    plan(desk, since_hour=6, until_hour=8, for_day=day)
    first, *_, last = plan_of(desk.room, day)
    assert [first.seconds, last.seconds] == [1800, 1800]
    assert ("NLH 1/3" in first.plans, "NLH 1/3" in last.plans) == (True, False)
    plan(desk, since_hour=6, until_hour=6, for_day=day, tables=4)
    assert {hour.plans["NLH 1/3"].tables for hour in plan_of(desk.room, day)} == {4}


@pytest.mark.parametrize(("day", "many"), [(date(2025, 3, 29), 23), (date(2025, 10, 25), 25), (DAY, 24)])
def test_a_night_of_another_clock_has_the_hours_that_it_has(desk: Desk, day: date, many: int) -> None:
    """In October the hour from two comes twice: both are planned."""
    desk.room.time_zone = "Europe/Berlin"
    desk.room.save()
    assert len(list(hours_of_day(desk.room, day))) == many
    if many == 25:
        plan(desk, since_hour=2, until_hour=3, for_day=day)
        assert sum("NLH 1/3" in hour.plans for hour in plan_of(desk.room, day)) == 2


def test_what_cant_be_planned_is_refused(desk: Desk) -> None:
    refused("plan_when", lambda: plan(desk, weekday=FRIDAY))
    refused("plan_when", lambda: plan(desk, for_day=None))
    refused("plan_when", lambda: plan(desk, for_day=None, weekday=7))
    refused("game_unknown", lambda: plan(desk, plaque_name="PLO 5/5"))
    refused("game_unknown", lambda: plan(open_desk(), plaque_name="O8 4/8"))
    refused("tables_out_of_range", lambda: plan(desk, tables=100))
    refused("plan_hours", lambda: plan(desk, since_hour=4, until_hour=8))
    refused("plan_hours", lambda: plan(desk, since_hour=20, until_hour=20))
    refused("plan_hours", lambda: plan(desk, since_hour=24))
    refused("plan_day_far", lambda: plan(desk, for_day=DAY + timedelta(days=401)))
    refused("plan_over", lambda: plan(desk, for_day=DAY - timedelta(days=1)))
    refused("plan_over", lambda: plan(desk, since_hour=8, until_hour=12))
    assert not TablePlan.objects.exists()
