"""The sums of a table's day, which the database keeps beside its hours: right whoever writes the hours, read in their
place where nobody asks for hours, and as fixed as they are once the day is locked."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.db import DatabaseError, connection, connections, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from games.models import Hand
from games.services.bookings import NEVER_OWED
from games.services.superseding import supersede_tick
from games.services.ticks import record_tick
from rake.audit_checks import wrong_days
from rake.figures.definitions import FIGURES, Chapter
from rake.figures.measures import Source
from rake.figures.parts import By
from rake.figures.periods import Kind, Period, period_of
from rake.figures.readers import READERS
from rake.figures.scopes import Scope
from rake.figures.sheets import figures_by, sheet
from rake.models import PlayDay, PlayHour, RakeDay, RakeHour, ReportDay
from rake.rollup_models import HandSums, PlaySums
from rake.services import rebuild_day
from tests.support.arranged import arranged, arranged_to_commit
from tests.support.days import books_began, locked_day
from tests.support.desk import Desk, key, open_desk, person
from tests.support.lists import O8
from tests.support.refusals import refused

DAY, NEXT = date(2025, 3, 7), date(2025, 3, 8)
OF_DAY = ("room_id", "gaming_day", "source", "table_id", "plaque_id", "game", "plaque_name")
ROLLUPS: dict[str, tuple[Any, Any, Any]] = {
    "hands": (RakeDay, RakeHour, HandSums), "play": (PlayDay, PlayHour, PlaySums),
}  # fmt: skip
WITH_HOURS = {By.DEALER, By.SHIFT, By.HOUR, By.WEEKDAY_HOUR}
SHIFT = Period(Kind.SHIFT, DAY, DAY, 1)
PERIODS = [
    period_of(Kind.DAY, DAY), period_of(Kind.WEEK, NEXT), period_of(Kind.MONTH, DAY), SHIFT,
    period_of(Kind.DAYS, DAY, until=NEXT),
]  # fmt: skip


def two_tables() -> Desk:
    """Two tables over two gaming days, both built; the first table's plaque is posted again on the second day."""
    desk = open_desk()
    first, second = desk.session, desk.open_table(O8)
    for desk.session in (first, second):
        for seat in (1, 2):
            desk.seated(100_00, seat=seat)
    for number in range(20):
        desk.now += timedelta(hours=1)
        desk.session = (first, second)[number % 2]
        tick(desk, 1_00 * (number % 3))
    build(desk)
    return desk


@arranged
def desk() -> Desk:
    return two_tables()


@arranged_to_commit
def kept() -> Desk:
    return two_tables()


def tick(desk: Desk, rake: int) -> Hand:
    """A quick hand with a pot of 70, of which so much was dropped."""
    facts: dict[str, Any] = {"pot": 70_00, "rake_taken": rake, "confirmed": (NEVER_OWED,), "key": key()}
    return record_tick(session=desk.session, by=desk.manager, at=desk.at(), **facts)


def build(desk: Desk) -> None:
    """Both days as they are now."""
    for day in (DAY, NEXT):
        rebuild_day(room=desk.room, gaming_day=day, at=desk.now)


def names(sums: Any) -> list[str]:
    """The sums of a rollup."""
    return [field.name for field in sums._meta.local_fields]


def lines(of_day: Any, sums: Any) -> dict[tuple[Any, ...], dict[str, Any]]:
    """The lines of tables' days as they stand."""
    rows = of_day.objects.values(*OF_DAY, "hours", "first_hour_at", *names(sums))
    return {tuple(row.pop(name) for name in OF_DAY): row for row in rows}


def added_up(of_hour: Any, sums: Any) -> dict[tuple[Any, ...], dict[str, Any]]:
    """The same, added up here, hour by hour."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in of_hour.objects.order_by("hour_starts_at").values():
        line = found.setdefault(
            tuple(row[name] for name in OF_DAY),
            {"hours": 0, "first_hour_at": row["hour_starts_at"]} | dict.fromkeys(names(sums), 0),
        )
        line["hours"] += 1
        for name in names(sums):
            line[name] += row[name]
    return found


def adds_up() -> None:
    """Every line of a table's day is the sum of its hours, of both rollups."""
    for of_day, of_hour, sums in ROLLUPS.values():
        assert lines(of_day, sums) == added_up(of_hour, sums)
    assert list(wrong_days()) == []


@pytest.mark.django_db
def test_a_day_that_is_built_has_the_sums_of_its_hours(desk: Desk) -> None:
    adds_up()
    assert {line.gaming_day for line in RakeDay.objects.all()} == {DAY, NEXT}
    assert RakeHour.objects.count() == 20
    assert RakeDay.objects.count() == PlayDay.objects.count() == 4


def again(rows: list[Any]) -> list[Any]:
    """The same rows as new ones."""
    for row in rows:
        row.pk = None
    return rows


def built_by_the_release_before(of_hour: Any, day: date) -> None:
    """The day's hours, taken away and written again in two parts by programs that know nothing of the sums."""
    rows = again(list(of_hour.objects.filter(gaming_day=day)))
    of_hour.objects.filter(gaming_day=day).delete()
    of_hour.objects.bulk_create(rows[1:])
    of_hour.objects.bulk_create(rows[:1])


ACTS: dict[str, Callable[[Any, Any], object]] = {
    "built by the release before": lambda of_hour, row: built_by_the_release_before(of_hour, row.gaming_day),
    "taken away": lambda of_hour, row: row.delete(),
    "a day taken away": lambda of_hour, row: of_hour.objects.filter(gaming_day=row.gaming_day).delete(),
    "moved to another day": lambda of_hour, row: of_hour.objects.filter(pk=row.pk).update(
        gaming_day=row.gaming_day + timedelta(days=9)
    ),
    "of another plaque": lambda of_hour, row: of_hour.objects.filter(pk=row.pk).update(plaque=None),
    "of files": lambda of_hour, row: of_hour.objects.filter(gaming_day=row.gaming_day).update(source="import"),
    "an hour later": lambda of_hour, row: of_hour.objects.filter(pk=row.pk).update(
        hour_starts_at=F("hour_starts_at") + timedelta(minutes=1)
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize("rollup", ROLLUPS)
@pytest.mark.parametrize("act", ACTS)
def test_the_sums_follow_whatever_is_done_to_the_hours(desk: Desk, act: str, rollup: str) -> None:
    of_hour = ROLLUPS[rollup][1]
    ACTS[act](of_hour, of_hour.objects.filter(gaming_day=DAY).latest("hour_starts_at"))
    adds_up()


@pytest.mark.django_db
def test_the_sums_follow_any_acts_in_any_order(desk: Desk) -> None:
    chance = Random(8)
    for _ in range(40):
        of_hour = chance.choice([RakeHour, PlayHour])
        if row := of_hour.objects.order_by("pk").first():
            ACTS[chance.choice([*ACTS])](of_hour, row)
            adds_up()
        else:
            build(desk)


@pytest.mark.django_db
def test_an_open_day_that_is_built_again_is_what_it_says_now(desk: Desk) -> None:
    hand, before = tick(desk, 2_00), RakeDay.objects.get(gaming_day=NEXT, table=desk.session.table)
    build(desk)
    first = RakeDay.objects.get(gaming_day=NEXT, table=desk.session.table)
    assert (first.ticks, first.rake_taken) == (before.ticks + 1, before.rake_taken + 2_00)
    supersede_tick(tick=hand, rake_taken=3_00, pot=70_00, reason="miskeyed", key=key(), by=desk.manager, at=desk.at())
    build(desk)
    again = RakeDay.objects.get(gaming_day=NEXT, table=desk.session.table)
    assert (again.ticks, again.rake_taken) == (first.ticks, first.rake_taken + 1_00)
    assert ReportDay.objects.get(gaming_day=NEXT, source="floor").built_at == desk.now
    adds_up()


@pytest.mark.django_db
def test_every_sheet_is_the_same_from_the_sums_as_from_the_hours(desk: Desk) -> None:
    """Rows, totals, what they are compared with, and how many records they rest on."""
    hours = {source: replace(reader, of_days=None) for source, reader in READERS.items()}
    compared = 0
    for period in PERIODS:
        for chapter in (Chapter.TAKINGS, Chapter.PLAY):
            for by in By:
                if figures := figures_by(chapter, by):
                    asked = Scope(desk.room, period, desk.now), figures, by
                    with patch.dict("rake.figures.sheets.READERS", hours):
                        due = sheet(*asked)
                    assert sheet(*asked) == due, (period, chapter, by)
                    compared += len(due.rows)
    assert compared > 200


@pytest.mark.django_db
@pytest.mark.parametrize(("code", "rollup"), [("rake_taken", "rake_rake"), ("table_hours", "rake_play")])
@pytest.mark.parametrize("by", [by for by in By if by in READERS[Source.HANDS].splits])
def test_hours_are_read_only_where_somebody_asks_for_hours_or_dealers(
    desk: Desk, by: By, code: str, rollup: str
) -> None:
    def read(period: Period) -> set[str]:
        with CaptureQueriesContext(connection) as asked:
            sheet(Scope(desk.room, period, desk.now), [FIGURES[code]], by)
        tables = (f"{rollup}hour", f"{rollup}day")
        return {table for table in tables for each in asked if f'FROM "{table}"' in each["sql"]}

    books_began(desk, desk.now - timedelta(days=60))
    of_month = read(period_of(Kind.MONTH, DAY))
    assert (f"{rollup}hour" in of_month) == (by in WITH_HOURS)
    assert f"{rollup}day" in of_month, "at least the whole of the month before"
    assert read(SHIFT) == {f"{rollup}hour"}


@pytest.mark.django_db
def test_the_sums_of_a_locked_day_stay_as_they_are() -> None:
    desk = open_desk()
    for seat in (1, 2):
        desk.seated(seat=seat)
    hand = tick(desk, 2_00)
    assert locked_day(desk) == DAY
    before = [lines(of_day, sums) for of_day, _, sums in ROLLUPS.values()]
    assert [len(each) for each in before] == [1, 1]
    scope, figures = Scope(desk.room, period_of(Kind.DAY, DAY), desk.now), figures_by(Chapter.TAKINGS, By.TABLE)
    shown = sheet(scope, figures, By.TABLE)
    refused("day_locked", lambda: rebuild_day(room=desk.room, gaming_day=DAY, at=desk.at()))
    facts = {"pot": 70_00, "reason": "miskeyed", "key": key(), "by": person(desk.room, "manager"), "at": desk.at()}
    supersede_tick(tick=hand, rake_taken=3_00, **facts)
    for of_hour, function in ((RakeHour, "rake_sum_rake_day"), (PlayHour, "rake_sum_play_day")):
        refused("day_locked", partial(in_a_block, of_hour.objects.filter(gaming_day=DAY).delete))
        refused("day_locked", partial(in_a_block, partial(sum_again, function, desk)))
    assert [lines(of_day, sums) for of_day, _, sums in ROLLUPS.values()] == before
    now = sheet(scope, figures, By.TABLE)
    assert (now.rows, now.total) == (shown.rows, shown.total)
    adds_up()


def in_a_block(act: Callable[[], object]) -> None:
    """The act in a block of its own, which alone is undone."""
    with transaction.atomic():
        act()


def sum_again(function: str, desk: Desk) -> None:
    """Let the database make the day's sums anew."""
    with connection.cursor() as cursor:
        cursor.execute(f"select {function}(%s, %s, 'floor')", [desk.room.pk, DAY])


@pytest.mark.django_db
def test_nobody_but_the_database_writes_them(desk: Desk) -> None:
    for of_day, *_ in ROLLUPS.values():
        row = of_day.objects.earliest("pk")
        for act in (row.delete, row.save, lambda row=row: again([row])[0].save()):
            with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
                act()


FALSE = {
    "changed": ("update {days} set hours = hours + 1 where id = (select min(id) from {days})", 1),
    "taken away": ("delete from {days} where id = (select min(id) from {days})", 1),
    "of nothing": (
        "alter table {hours} disable trigger user; delete from {hours} where table_id = {table};"
        " alter table {hours} enable trigger user",
        2,
    ),
}


@pytest.mark.parametrize("rollup", ROLLUPS)
@pytest.mark.parametrize("what", FALSE)
def test_an_audit_finds_what_the_owner_made_of_them(kept: Desk, what: str, rollup: str) -> None:
    of_day, of_hour, _ = ROLLUPS[rollup]
    assert list(wrong_days()) == []
    said, days = FALSE[what]
    tables = {"days": of_day._meta.db_table, "hours": of_hour._meta.db_table, "table": kept.session.table_id}
    with connections["owner"].cursor() as cursor:
        cursor.execute(said.format(**tables))
    found = list(wrong_days())
    assert len(found) == days
    assert all(fault.endswith("are not what its hours add up to") for fault in found), found
