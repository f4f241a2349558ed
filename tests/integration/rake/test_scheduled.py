"""What the scheduler finds due is asked for as a job, like what people ask for, and done by the same task."""

import inspect
from datetime import date, datetime
from typing import Any

import pytest
from celery import current_app

from config.celery import app
from config.days.registry import in_words
from config.jobs.models import Job
from config.jobs.services import enqueue
from players.models import CompDay
from rake.assurance.selectors import has_news
from rake.models import ReportDay
from rake.sampling.services import answer_pot, set_sampling_rate
from rake.services import ask_for_day
from rake.tasks import keep_comps, read_assurance, read_assurances, rebuild_days
from tables.services import close_table
from tests.support.arranged import arranged
from tests.support.comps import Comps
from tests.support.days import end_day, lock_day, tie_out
from tests.support.desk import Desk, key, open_desk
from tests.support.jobs import run_jobs
from tests.support.people import signed_in
from tests.support.table import open_hand_table
from tests.support.words import text

pytestmark = pytest.mark.django_db
DAY = date(2025, 3, 7)


@arranged
def desk() -> Desk:
    """A table that was open for some minutes of one day, and plays through no other."""
    return played_for_a_while()


def played_for_a_while() -> Desk:
    desk = open_desk()
    desk.leave(desk.seated(seat=1))
    close_table(session=desk.session, by=desk.manager, at=desk.at())
    return desk


def jobs(name: str) -> list[Job]:
    return list(Job.objects.filter(name=name).order_by("asked_at"))


def test_the_schedule_asks_for_every_task_that_nobody_else_asks_for() -> None:
    """By the name that the worker knows it by; jobs are asked for by people, and by what is due."""
    current_app.autodiscover_tasks(force=True)
    ours = {name: task for name, task in current_app.tasks.items() if not name.startswith(("celery.", "tests."))}
    for_jobs = {name for name, task in ours.items() if "job_id" in inspect.signature(task.run).parameters}
    assert "rake.rate_hand" in for_jobs
    assert {each["task"] for each in app.conf.beat_schedule.values()} == set(ours) - for_jobs


def test_points_go_in_every_room(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    other, told = open_desk(), []

    def keep(*, room: Any, at: datetime) -> None:
        told.append(room)

    monkeypatch.setattr("rake.tasks.expire_points", keep)
    keep_comps()
    assert set(told) == {desk.room, other.room}


def test_a_reading_is_kept_for_who_asked_for_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[str, Any] = {}
    monkeypatch.setattr("rake.tasks.assurance.read_assurance", lambda **facts: kept.update(facts))
    enqueue(read_assurance.name, room=desk.room, by=desk.manager, room_id=desk.room.pk)
    run_jobs(read_assurance.name)
    assert (kept["room"], kept["by"]) == (desk.room, desk.manager)


def test_a_report_that_is_due_is_a_job_of_the_schedule(desk: Desk) -> None:
    rebuild_days()
    assert not ReportDay.objects.filter(room=desk.room).exists(), "the job builds it, not the scheduler"
    [job] = jobs("rake.rebuild_day")
    assert (job.room, job.title, job.origin) == (desk.room, "Rake report of 7 March 2025", "schedule")
    rebuild_days()
    assert jobs("rake.rebuild_day") == [job], "it waits for its turn"
    run_jobs("rake.rebuild_day")
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == ("done", 1, 1)
    assert set(ReportDay.objects.filter(room=desk.room).values_list("gaming_day", "job")) == {(DAY, job.pk)}
    assert "Rake report of 7 March 2025" in (shown := text(signed_in(desk.manager).get("/jobs/")))
    assert "the schedule" in shown


def test_somebody_s_request_is_the_same_work(desk: Desk) -> None:
    asked = ask_for_day(room=desk.room, gaming_day=DAY, key=key(), by=desk.manager, at=desk.now)
    rebuild_days()
    assert jobs("rake.rebuild_day") == [asked]


def test_a_day_that_breaks_holds_up_no_other(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    other = played_for_a_while()
    rebuild_days()
    monkeypatch.setattr("rake.services.play_time_of", lambda room, *_: 1 / (room.pk - desk.room.pk) and [])
    run_jobs("rake.rebuild_day")
    assert {job.room: (job.state, job.error) for job in jobs("rake.rebuild_day")} == {
        desk.room: ("waiting", "ZeroDivisionError: division by zero"),
        other.room: ("done", ""),
    }


def test_a_day_that_was_locked_meanwhile_keeps_its_report(desk: Desk) -> None:
    day = end_day(desk)
    tie_out(desk, day)
    job = ask_for_day(room=desk.room, gaming_day=day, key=key(), **desk.by())
    Job.objects.filter(pk=job.pk).update(state="done")
    lock_day(desk, day)
    before = set(ReportDay.objects.values_list("pk", "built_at"))
    Job.objects.filter(pk=job.pk).update(state="waiting")
    [ran] = run_jobs("rake.rebuild_day")
    assert ran.state == "done"
    assert set(ReportDay.objects.values_list("pk", "built_at")) == before


def test_points_that_a_lost_job_left_out_are_asked_for() -> None:
    room = Comps()
    room.played(hours=2)
    day = room.end_day(with_points=False)
    keep_comps()
    assert not CompDay.objects.exists()
    [job] = jobs("rake.earn_comps")
    assert (job.origin, job.title) == ("schedule", f"Points of {in_words(day)}")
    run_jobs("rake.earn_comps")
    assert [earned.for_day for earned in CompDay.objects.all()] == [day]
    keep_comps()
    assert jobs("rake.earn_comps") == [job]


def test_pots_that_another_room_told_are_no_news_here(desk: Desk) -> None:
    there = open_hand_table()
    facts = {"room": there.desk.room, "one_in": 1, "reason": "news", "key": key()}
    set_sampling_rate(**facts, **there.by())
    answer_pot(hand=there.tick(3_00), pot=70_00, key=key(), **there.by())
    assert (has_news(there.desk.room), has_news(desk.room)) == (True, False)


def test_a_room_without_news_is_not_read(desk: Desk) -> None:
    read_assurances()
    assert jobs("rake.read_assurance") == []
