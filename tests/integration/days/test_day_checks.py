"""The audit of the books about locked days: a lock that came too early, one that left a day out, figures that are not
those of their digest; each written by somebody who passed over the service."""

from datetime import date, datetime, timedelta

import pytest

from config.days.audit_checks import days_out_of_order, figures_changed
from config.days.models import DayLock, KeptFigures
from config.days.registry import end_of
from config.days.services import digest_of
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk, person

pytestmark = pytest.mark.django_db
DAY, NEXT, THIRD = (date(2025, 3, 7) + timedelta(days=number) for number in range(3))
A_MOMENT = timedelta(microseconds=1)


@arranged
def desk() -> Desk:
    return open_desk()


def locked(desk: Desk, day: date, at: datetime | None = None) -> DayLock:
    facts = {"locked_by": desk.manager, "second": person(desk.room, "auditor"), "request_key": key()}
    return DayLock.objects.create(room=desk.room, gaming_day=day, locked_at=at or end_of(desk.room, day), **facts)


def test_days_that_are_locked_in_order_once_they_are_over_are_right(desk: Desk) -> None:
    for each in (desk, open_desk()):
        for day in (DAY, NEXT):
            locked(each, day)
    assert list(days_out_of_order()) == []


def test_a_lock_before_the_day_had_ended_is_named(desk: Desk) -> None:
    locked(desk, DAY, end_of(desk.room, DAY) - A_MOMENT)
    assert list(days_out_of_order()) == [f"room {desk.room.pk}: {DAY} was locked before it had ended"]


def test_a_day_that_was_left_out_is_named(desk: Desk) -> None:
    locked(desk, DAY)
    locked(desk, THIRD)
    assert list(days_out_of_order()) == [f"room {desk.room.pk}: {THIRD} was locked, the day before it was not"]


def test_kept_figures_of_another_digest_are_named(desk: Desk) -> None:
    lock = locked(desk, DAY)
    KeptFigures.objects.create(lock=lock, code="liability", text="{}", digest=digest_of("{}"))
    assert list(figures_changed()) == []
    KeptFigures.objects.create(lock=lock, code="rake_report", text="{}", digest=digest_of("[]"))
    (fault,) = figures_changed()
    assert f"room {desk.room.pk}" in fault
