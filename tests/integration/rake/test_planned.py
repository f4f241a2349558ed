"""Planned tables beside open ones: worked by hand, in the morning, and of days on which nobody opened any."""

from datetime import UTC, date, datetime, timedelta
from unittest.mock import patch

import pytest
from django.urls import reverse

from rake import services
from rake.audit_checks import wrong_plans
from rake.figures.definitions import FIGURES
from rake.figures.parts import By
from rake.figures.periods import Kind, period_of
from rake.figures.scopes import Scope
from rake.figures.sheets import Sheet, sheet
from rake.models import PlanHour
from rake.morning.sentences import tell
from rake.morning.shortfalls import shortfalls
from rake.open_items import reports_not_built
from rake.unbuilt import days_still_planned
from tables.services import close_table, plan_tables
from tables.services.planning import Planned
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk
from tests.support.lists import O8
from tests.support.people import signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db
DAY = date(2025, 3, 7)
CODES = ("planned_hours", "plan_over_hours", "plan_short_hours")


def at(hour: int, minute: int = 0) -> datetime:
    """An instant of the gaming day."""
    return datetime(2025, 3, 7 if hour >= 6 else 8, hour, minute, tzinfo=UTC)


def plan(desk: Desk, planned: Planned) -> None:
    plan_tables(room=desk.room, planned=planned, key=key(), by=desk.manager, at=desk.now)


@arranged
def desk() -> Desk:
    """Two tables of NLH planned from 20 to 22, one from 22 to 23. One is open from 18:00 to 22:30, a second from 20:15
    to 20:45, a third from 20:30 to 21:00; and one of O8, which nobody planned, from 21:00 to 21:20."""
    desk = open_desk()
    desk.step = timedelta(0)
    first = desk.session
    desk.now = first.opened_at
    plan(desk, Planned("NLH 1/3", 2, 20, 22, for_day=DAY))
    plan(desk, Planned("NLH 1/3", 1, 22, 23, weekday=DAY.weekday()))
    sessions = {}
    for name, instant, kind in (
        ("second", at(20, 15), None), ("third", at(20, 30), None), ("second", at(20, 45), "close"),
        ("third", at(21), "close"), ("o8", at(21), O8), ("o8", at(21, 20), "close"), ("first", at(22, 30), "close"),
    ):  # fmt: skip
        desk.now = instant
        if kind == "close":
            session = first if name == "first" else sessions[name]
            close_table(session=session, by=desk.manager, at=instant, confirmed=("residual",))
        else:
            sessions[name] = desk.open_table(kind) if kind else desk.open_table()
    desk.now = datetime(2025, 3, 8, 9, tzinfo=UTC)
    services.rebuild_day(room=desk.room, gaming_day=DAY, at=desk.now)
    return desk


def read(desk: Desk, by: By = By.WHOLE, day: date = DAY) -> Sheet:
    return sheet(Scope(desk.room, period_of(Kind.DAY, day), desk.now), [FIGURES[code] for code in CODES], by)


def minutes(sheet: Sheet) -> dict[str, list[int]]:
    return {row.part.name: [round((value or 0) * 60 / 100) for value in row.values] for row in sheet.rows}


def test_over_and_short_are_told_apart_by_hand(desk: Desk) -> None:
    """In the hour from 20 one table lacks for 15 minutes, and one is too many for the 15 from 20:30; from 21 one lacks;
    from 22 one lacks for 30 minutes. Beyond the plan: two hours of NLH before it, and 20 minutes of O8."""
    assert minutes(read(desk, By.LIMIT)) == {"NLH 1/3": [300, 120 + 15, 15 + 60 + 30], "O8 4/8": [0, 20, 0]}
    by_hour = minutes(read(desk, By.HOUR))
    assert {name: by_hour[name] for name in ("19:00", "20:00", "21:00", "22:00")} == {
        "19:00": [0, 60, 0], "20:00": [120, 15, 15], "21:00": [120, 20, 60], "22:00": [60, 0, 30],
    }  # fmt: skip


def test_nobody_knows_a_plan_of_a_day_without_one(desk: Desk) -> None:
    assert read(desk, day=DAY - timedelta(days=1)).total.values == (None, None, None)
    told = tell(desk.room, DAY - timedelta(days=1), desk.now).told
    assert not [words for part in told for words in part.unknown if "lan" in words.text]
    both = period_of(Kind.DAYS, DAY, until=DAY + timedelta(days=1))
    two = sheet(Scope(desk.room, both, desk.now), [FIGURES["planned_hours"]])
    assert two.total.values == (500,)


def test_the_morning_says_where_it_fell_short(desk: Desk) -> None:
    [short] = shortfalls(desk.room, DAY)
    assert (short.name, short.hours, short.when) == ("NLH 1/3", "1.75 h", "20:00–23:00")
    shown = text(signed_in(desk.manager).get(reverse("morning"), {"day": DAY.isoformat()}))
    assert "NLH 1/3 was 1.75 h short of the plan: 20:00–23:00." in shown
    assert "Tables that were planned were not open for 1.75 h" in shown
    assert "Beyond the plan, tables were open for 2.58 h" in shown
    behind = text(signed_in(desk.manager).get(short.href))
    assert "table time short of the plan 1 h 45 min 00 s" in behind
    plan_page = text(signed_in(desk.manager).get(reverse("table_plan"), {"day": DAY.isoformat()}))
    assert "NLH 1/3 20:00–22:00 2 7 March 2025 NLH 1/3 22:00–23:00 1 every Friday" in plan_page


def test_what_another_room_fell_short_of_is_not_told_here(desk: Desk) -> None:
    other = open_desk()
    plan(other, Planned("NLH 1/3", 3, 20, 22, for_day=DAY))
    services.rebuild_day(room=other.room, gaming_day=DAY, at=desk.now)
    assert [(short.name, short.hours) for short in shortfalls(desk.room, DAY)] == [("NLH 1/3", "1.75 h")]


def test_a_planned_day_without_an_open_table_is_built_and_fell_short(desk: Desk) -> None:
    saturday = DAY + timedelta(days=1)
    plan(desk, Planned("NLH 1/3", 1, 10, 12, for_day=saturday))
    desk.now += timedelta(days=1)
    assert days_still_planned(desk.room, desk.now) == [saturday]
    assert days_still_planned(desk.room, desk.now, (DAY, DAY)) == []
    assert any(
        "8 March 2025 was last built before it ended" in lack.sentence for lack in read(desk, day=saturday).lacks
    )
    services.rebuild_day(room=desk.room, gaming_day=saturday, at=desk.now)
    assert days_still_planned(desk.room, desk.now) == []
    assert read(desk, day=saturday).total.values == (200, 0, 200)


def test_a_planned_day_without_an_open_table_is_not_locked_before_it_is_built(desk: Desk) -> None:
    saturday = DAY + timedelta(days=1)
    plan(desk, Planned("NLH 1/3", 1, 10, 12, for_day=saturday))
    desk.now += timedelta(days=1)
    assert [item.code for item in reports_not_built(desk.room, saturday)] == ["report_too_early"]
    (item,) = reports_not_built(desk.room, saturday)
    assert "is not built" in item.sentence
    services.rebuild_day(room=desk.room, gaming_day=saturday, at=at(12) + timedelta(days=1))
    (item,) = reports_not_built(desk.room, saturday)
    assert "before the day ended" in item.sentence
    services.rebuild_day(room=desk.room, gaming_day=saturday, at=desk.now)
    assert list(reports_not_built(desk.room, saturday)) == []
    assert list(reports_not_built(desk.room, saturday + timedelta(days=1))) == [], "nothing was planned for that one"


def test_a_day_that_goes_on_falls_short_of_no_hour_to_come(desk: Desk) -> None:
    services.rebuild_day(room=desk.room, gaming_day=DAY, at=at(20, 10))
    assert minutes(read(desk)) == {"In all": [20, 120, 10]}


def test_the_plan_of_a_locked_day_is_held_against_its_entries(desk: Desk) -> None:
    with patch("rake.audit_checks.locked_until", return_value=DAY):
        assert list(wrong_plans()) == []
        line = PlanHour.objects.get(plaque_name="NLH 1/3", hour_starts_at=at(21))
        PlanHour.objects.filter(pk=line.pk).update(planned_seconds=3600, short_seconds=0)
        [fault] = wrong_plans()
        assert "for NLH 1/3 at 21:00 UTC says planned_seconds 3600" in fault
        line.delete()
        assert [fault.partition(" says ")[2].partition(",")[0] for fault in wrong_plans()] == ["nothing"]
    assert list(wrong_plans()) == [], "an open day is built again before it is locked"
