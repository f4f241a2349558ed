"""Jobs: a row with the work that wants it, sent on commit, swept after, done once or given up."""

import resource
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from unittest import mock

import pytest
import time_machine
from celery import current_app
from celery.contrib.testing.worker import start_worker
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from config import celery as setup
from config.audit.models import AuditEvent
from config.jobs import broker, services
from config.jobs.models import Job, WorkerPulse
from config.jobs.pulse import touch
from config.jobs.selectors import ALIVE_FOR, SHOWN, jobs_of, time_left, worker_is_alive
from config.jobs.work import job_task
from config.rooms.models import Room
from config.staff.models import User
from tests.support.jobs import run_jobs
from tests.support.people import a_person, a_room, signed_in

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 6, 12, tzinfo=UTC)
DONE: list[dict[str, Any]] = []
SEEN: dict[str, Any] = {}


@job_task("tests.note")
def note(job: Job, *, word: str) -> None:
    """Note the word, or break at "break"."""
    services.progress(job, 1, 2)
    SEEN["patience"] = patience()
    if word == "break":
        raise ValueError("no such word")
    DONE.append({"job": str(job.pk), "word": word})


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    DONE.clear()
    broker.forget()
    yield
    broker.forget()


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def sent() -> Iterator[mock.Mock]:
    """A broker that takes everything and keeps it."""
    with mock.patch.object(current_app._get_current_object(), "send_task") as send_task:
        yield send_task


@pytest.fixture
def dead(sent: mock.Mock) -> mock.Mock:
    """A broker that is away."""
    sent.side_effect = OperationalError("connection refused")
    return sent


def ask(room: Room, word: str = "chip", **facts: Any) -> Job:
    return services.enqueue("tests.note", room=room, word=word, **facts)


# -------------------------------------------------------------------------------------------- asking and sending


def test_a_job_is_sent_when_the_work_that_wants_it_commits(
    room: Room, sent: mock.Mock, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        job = ask(room)
        sent.assert_not_called()
    said = {"retry": False, "ignore_result": True, "confirm_timeout": broker.PATIENCE, "producer": mock.ANY}
    sent.assert_called_once_with("tests.note", kwargs={"job_id": str(job.pk)}, **said)
    job.refresh_from_db()
    assert (job.sendings, job.state) == (1, "waiting")


@pytest.mark.django_db(transaction=True)
def test_work_that_is_rolled_back_asks_for_nothing(sent: mock.Mock) -> None:
    room = a_room()
    with transaction.atomic():
        ask(room)
        transaction.set_rollback(True)
    sent.assert_not_called()
    assert not Job.objects.exists()


def test_asking_twice_with_a_key_gives_the_first_job(room: Room) -> None:
    assert ask(room, key="day-1") == ask(room, key="day-1")
    assert Job.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_with_a_dead_broker_the_work_is_kept_and_the_sweep_sends_the_job_later(dead: mock.Mock) -> None:
    room = a_room()
    with transaction.atomic():
        job = ask(room)
        a_person(room, "host")  # stands for the hand that was recorded with it
    assert room.staff_roles.count() == 1
    job.refresh_from_db()
    assert (job.state, job.sendings) == ("waiting", 0)

    assert services.sweep(at=job.asked_at) == 0
    dead.side_effect = None
    broker.forget()
    assert services.sweep(at=job.asked_at) == 1
    run_jobs()
    job.refresh_from_db()
    assert (job.state, [done["word"] for done in DONE]) == ("done", ["chip"])


def test_a_broker_that_was_away_a_moment_ago_holds_up_no_further_request(room: Room, dead: mock.Mock) -> None:
    jobs = [ask(room) for _ in range(3)]
    assert [services.send(job) for job in jobs] == [False] * 3
    assert dead.call_count == 1


def test_while_one_asks_a_broker_that_was_away_nobody_else_waits_for_it(
    room: Room, dead: mock.Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is cut off takes seconds to ask, of which everybody would wait anew as soon as it may be asked again."""
    services.send(ask(room))
    monkeypatch.setitem(broker._last, "at", float("-inf"))

    def meanwhile(*_: Any, **__: Any) -> None:
        with pytest.raises(broker.BrokerAwayError, match="a moment ago"):
            broker.publish("tests.note", {"job_id": "x"})
        raise OperationalError("connection refused")

    dead.side_effect = meanwhile
    assert services.send(ask(room)) is False
    assert dead.call_count == 2


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "amqp://127.0.0.1:1//"])
def test_a_real_broker_that_nobody_runs_answers_within_seconds(url: str) -> None:
    with using_broker(url, setup._transport_options(url)):
        began = datetime.now(UTC)
        with pytest.raises(broker.BrokerAwayError):
            broker.publish("tests.note", {"job_id": "x"})
        broker.forget()
        assert not broker.answers()
        assert datetime.now(UTC) - began < timedelta(seconds=8)


# ----------------------------------------------------------------------------------------------------- the sweep


def test_the_sweep_waits_twice_as_long_after_each_sending(room: Room, sent: mock.Mock) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        job = ask(room)
        waits = []
        for _ in range(9):
            assert services.sweep(at=datetime.now(UTC)) == 1
            job.refresh_from_db()
            waits.append((job.due_at - datetime.now(UTC)).total_seconds())
            clock.move_to(job.due_at - timedelta(seconds=1))
            assert services.sweep(at=datetime.now(UTC)) == 0
            clock.move_to(job.due_at)
    assert waits == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]


def test_a_job_that_is_being_done_is_left_alone_until_its_lease_ends(room: Room, sent: mock.Mock) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        job = ask(room)
        assert services.start(str(job.pk)) is not None
        assert services.start(str(job.pk)) is None
        clock.shift(services.LEASE - timedelta(seconds=1))
        services.progress(job, 1, 9)
        clock.shift(timedelta(seconds=2))
        assert services.sweep(at=datetime.now(UTC)) == 0
        clock.shift(services.LEASE)
        assert services.sweep(at=datetime.now(UTC)) == 1
        job.refresh_from_db()
        assert job.state == "waiting"


def test_a_job_whose_worker_died_is_taken_over_at_once_when_the_broker_gives_it_out_again(room: Room) -> None:
    job = ask(room)
    services.start(str(job.pk))
    assert services.start(str(job.pk), lost=True) is not None


def test_a_job_that_kills_its_worker_each_time_is_given_up(room: Room) -> None:
    job = ask(room)
    for _ in range(services.MOST_ATTEMPTS):
        assert services.start(str(job.pk), lost=True) is not None
    assert services.start(str(job.pk), lost=True) is None
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("failed", services.MOST_ATTEMPTS)
    assert "died" in job.error


def test_the_sweep_stops_at_the_first_job_that_the_broker_refuses(room: Room, dead: mock.Mock) -> None:
    for _ in range(3):
        ask(room)
    assert services.sweep(at=datetime.now(UTC)) == 0
    assert dead.call_count == 1


# ------------------------------------------------------------------------------------------------------ the work


def test_a_job_is_claimed_done_and_finished_with_more_patience_than_a_page(room: Room) -> None:
    (job,) = [ask(room)]
    before = patience()
    assert [ran.state for ran in run_jobs()] == ["done"]
    job.refresh_from_db()
    assert (job.attempts, job.done, job.total, job.error) == (1, 1, 2, "")
    assert SEEN["patience"] == "2min"
    assert patience() == before != "2min"


def patience() -> str:
    """The longest statement of this connection now, as PostgreSQL says it."""
    with connection.cursor() as cursor:
        cursor.execute("show statement_timeout")
        return str(cursor.fetchone()[0])


def test_a_message_that_comes_twice_does_the_work_once(room: Room) -> None:
    job = ask(room)
    for _ in range(2):
        note.apply(kwargs={"job_id": str(job.pk)}, throw=True)
    assert len(DONE) == 1


def test_a_message_of_a_job_that_was_rolled_back_is_nothing(room: Room) -> None:
    note.apply(kwargs={"job_id": "0b2f4f5a-5a4e-4f0e-9a51-6f0f3f3f0d7e"}, throw=True)
    assert not DONE


def test_what_broke_is_kept_and_tried_again_later_and_at_last_given_up(
    room: Room, sent: mock.Mock, caplog: pytest.LogCaptureFixture
) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        job = ask(room, "break")
        for attempt in range(1, services.MOST_ATTEMPTS + 1):
            run_jobs()
            job.refresh_from_db()
            assert job.error == "ValueError: no such word"
            assert job.state == ("failed" if attempt == services.MOST_ATTEMPTS else "waiting")
            clock.move_to(job.due_at)
    assert "given up" in caplog.text


# ---------------------------------------------------------------------------------------------------- the worker


class using_broker:  # noqa: N801 - reads as a phrase
    """Point Celery at another broker for a block."""

    def __init__(self, url: str, options: dict[str, Any]) -> None:
        self.wanted = {"broker_url": url, "broker_transport_options": options}

    def __enter__(self) -> None:
        self.before = {name: current_app.conf[name] for name in self.wanted}
        self._use(self.wanted)

    def __exit__(self, *_: object) -> None:
        self._use(self.before)

    def _use(self, values: dict[str, Any]) -> None:
        current_app.conf.update(values)
        current_app.set_current()
        current_app._pool = None
        current_app.amqp._producer_pool = None


@pytest.fixture
def worker(committed_db: str, tmp_path: Path) -> Iterator[None]:
    """A real worker over the embedded broker, in a thread. The bound that it sets on the memory of its process, which
    is this one and is inherited by what later tests start, is taken away again."""
    current_app.autodiscover_tasks(force=True)
    before = resource.getrlimit(resource.RLIMIT_DATA)
    with (
        using_broker("filesystem://", setup._folders(tmp_path) | setup.IMPATIENT),
        start_worker(current_app, pool="solo", perform_ping_check=False, shutdown_timeout=20),
    ):
        yield
    resource.setrlimit(resource.RLIMIT_DATA, before)


def test_a_worker_bounds_its_memory(worker: None) -> None:
    assert resource.getrlimit(resource.RLIMIT_DATA)[0] == settings.JOB_MEMORY * 2**20


def test_no_bound_is_left_of_it(committed_db: str) -> None:
    assert resource.getrlimit(resource.RLIMIT_DATA)[0] != settings.JOB_MEMORY * 2**20


def until(happened: Callable[[], bool], seconds: float = 15) -> bool:
    deadline = monotonic() + seconds
    while not happened() and monotonic() < deadline:
        sleep(0.05)
    return happened()


def test_a_worker_does_what_was_asked_for_and_shows_that_it_lives(worker: None) -> None:
    room = a_room()
    jobs = [ask(room, word) for word in ("one", "two", "break")]
    assert until(lambda: Job.objects.filter(state="done").count() == 2 and Job.objects.exclude(error="").exists())
    assert sorted(done["word"] for done in DONE) == ["one", "two"]
    assert Job.objects.get(pk=jobs[2].pk).state == "waiting"
    assert until(lambda: worker_is_alive(datetime.now(UTC)))


@pytest.mark.django_db(transaction=True)
def test_a_worker_leaves_no_pulse_when_it_ends_in_good_order() -> None:
    touch("worker@here")
    assert worker_is_alive(datetime.now(UTC))
    assert not worker_is_alive(datetime.now(UTC) + ALIVE_FOR + timedelta(seconds=1))
    touch("worker@here", leaving=True)
    assert not WorkerPulse.objects.exists()


# ------------------------------------------------------------------------------------------------------ the page


def test_a_job_is_shown_to_whoever_asked_and_whoever_reads_reports(room: Room) -> None:
    ada, manager, host = a_person(room, "floor"), a_person(room, "manager"), a_person(room, "host")
    elsewhere = a_person(a_room(), "manager")
    address = f"/jobs/{ask(room, by=ada).pk}/"
    codes = [signed_in(person).get(address).status_code for person in (ada, manager, host, elsewhere)]
    assert codes == [200, 200, 403, 403]


def test_the_part_asks_again_until_the_job_is_finished(room: Room) -> None:
    manager = a_person(room, "manager")
    job = ask(room)
    client, htmx = (
        signed_in(manager),
        {"HX-Request": "true", "HX-Current-URL": "http://testserver/reports/?day=1&job=2"},
    )
    waiting = client.get(f"/jobs/{job.pk}/", headers=htmx).content.decode()
    assert waiting.lstrip().startswith('<div id="job"')
    assert "hx-trigger" in waiting
    run_jobs()
    finished = client.get(f"/jobs/{job.pk}/", headers=htmx).content.decode()
    assert f"/jobs/{job.pk}/" not in finished
    assert 'hx-get="/reports/?day=1"' in finished
    assert 'href="/reports/?day=1"' in finished


def test_the_part_asks_less_often_as_the_job_grows_old(room: Room) -> None:
    manager = a_person(room, "manager")
    job = ask(room)
    pauses = []
    for age in (0, 20, 600):
        Job.objects.filter(pk=job.pk).update(asked_at=datetime.now(UTC) - timedelta(seconds=age))
        pauses.append(signed_in(manager).get(f"/jobs/{job.pk}/").context["pause"])
    assert 400 <= pauses[0] <= 600
    assert 1600 <= pauses[1] <= 2500
    assert 4000 <= pauses[2] <= 6000


# --------------------------------------------------------------------------------------- cancelled, and run again


def run(job: Job) -> None:
    note.apply(kwargs={"job_id": str(job.pk)})


def manage(person: User, job: Job, act: str) -> int:
    return signed_in(person).post(f"/jobs/{job.pk}/{act}/").status_code


def test_a_job_that_waits_is_cancelled_and_not_done(room: Room) -> None:
    manager, job = a_person(room, "manager"), ask(room, title="Notes of the day")
    assert "Notes of the day" in signed_in(manager).get("/jobs/").content.decode()
    assert manage(manager, job, "cancel") == 303
    run(job)
    job.refresh_from_db()
    assert (job.state, DONE) == ("cancelled", [])
    assert services.sweep(at=datetime.now(UTC) + timedelta(hours=2)) == 0
    event = AuditEvent.objects.get(verb="job.cancelled")
    assert (event.by, event.subject_id) == (manager, str(job.pk))


def test_a_job_that_runs_ends_at_its_next_word_of_progress(room: Room) -> None:
    job = services.start(str(ask(room).pk))
    assert job
    services.progress(job, 1, 4)
    services.cancel(job=job, by=a_person(room, "manager"), at=datetime.now(UTC))
    with pytest.raises(services.Cancelled):
        services.progress(job, 2, 4)
    services.fail(job, "the connection went")
    job.refresh_from_db()
    assert (job.state, job.done) == ("cancelled", 1)


def test_what_was_cancelled_or_failed_runs_again_from_its_start(room: Room, sent: mock.Mock) -> None:
    manager, job = a_person(room, "manager"), ask(room)
    services.cancel(job=job, by=manager, at=datetime.now(UTC))
    assert manage(manager, job, "again") == 303
    assert manage(manager, job, "again") == 303, "pressed twice it runs once"
    run(job)
    job.refresh_from_db()
    assert (job.state, [done["word"] for done in DONE]) == ("done", ["chip"])
    assert AuditEvent.objects.filter(verb="job.run_again").count() == 1


def test_a_job_that_was_given_up_runs_again(room: Room) -> None:
    job = ask(room)
    Job.objects.filter(pk=job.pk).update(state="failed", attempts=services.MOST_ATTEMPTS)
    services.run_again(job=job, by=a_person(room, "manager"), at=datetime.now(UTC))
    run(job)
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("done", 1)


def test_what_is_done_is_neither_cancelled_nor_run_again(room: Room) -> None:
    manager, job = a_person(room, "manager"), ask(room)
    run(job)
    assert [manage(manager, job, act) for act in ("cancel", "again")] == [422, 422]
    job.refresh_from_db()
    assert job.state == "done"


def test_only_who_builds_reports_here_ends_a_job(room: Room) -> None:
    job = ask(room, title="Notes")
    auditor, elsewhere = a_person(room, "auditor"), a_person(a_room(), "manager")
    assert [manage(person, job, "cancel") for person in (auditor, elsewhere)] == [403, 404]
    assert "Cancel" not in signed_in(auditor).get("/jobs/").content.decode()


def test_the_list_tells_what_people_asked_for_and_what_failed(room: Room) -> None:
    ask(room, "small")
    ask(room, "large", title="A large report")
    broken = ask(room, "break")
    Job.objects.filter(pk=broken.pk).update(state="failed", error="no such word")
    shown = signed_in(a_person(room, "manager")).get("/jobs/").content.decode()
    assert ("A large report" in shown, "no such word" in shown) == (True, True)
    assert shown.count("<tr>") == 3, "a line each, and the head"


# -------------------------------------------------------------------------------------------- asked by the schedule


def due(room: Room, word: str = "chip", after: timedelta = timedelta(), **facts: Any) -> Job | None:
    return services.enqueue_due("tests.note", room=room, title="Notes", at=timezone.now() + after, word=word, **facts)


def test_the_schedule_asks_once_for_work_that_waits_or_runs(room: Room) -> None:
    job = due(room)
    assert job is not None
    assert (job.origin, job.asked_by, job.asker) == ("schedule", None, "the schedule")
    Job.objects.filter(pk=job.pk).update(state="running")
    assert due(room) is None
    assert due(room, "other") is not None, "other work"
    assert due(a_room()) is not None, "another room's"
    Job.objects.filter(pk=job.pk).update(state="done")
    assert due(room) is not None, "it is due again"


def test_what_somebody_asked_for_is_not_asked_for_by_the_schedule(room: Room) -> None:
    ask(room, by=a_person(room, "manager"))
    assert due(room) is None


@pytest.mark.parametrize("state", ["failed", "cancelled"])
def test_what_ended_undone_is_asked_for_again_an_hour_later(room: Room, state: str) -> None:
    job = due(room)
    assert job is not None
    Job.objects.filter(pk=job.pk).update(state=state)
    assert due(room, after=timedelta(minutes=59)) is None
    assert due(room, after=timedelta(minutes=61)) is not None
    Job.objects.update(state="done")
    assert due(room, after=timedelta(minutes=59)) is not None, "it was done since"


def test_what_the_schedule_repeats_stands_in_the_list_once(room: Room) -> None:
    manager = a_person(room, "manager")
    ask(room, title="Notes", by=manager)
    for _ in range(3):
        due(room)
        run_jobs("tests.note")
    newest = Job.objects.filter(origin="schedule").first()
    due(room, "other")
    assert [job.origin for job in jobs_of(room)] == ["schedule", "schedule", "act"]
    assert jobs_of(room)[1] == newest
    broken = Job.objects.filter(origin="schedule").order_by("asked_at").first()
    assert broken is not None
    Job.objects.filter(pk=broken.pk).update(state="failed")
    assert broken in jobs_of(room), "what was given up stays"
    assert "the schedule" in signed_in(manager).get("/jobs/").content.decode()


def test_the_list_asks_one_question_however_many_jobs_there_are(
    room: Room, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(60):
        ask(room, str(number), title="Notes")
        due(room, str(number))
    with django_assert_num_queries(1):
        assert len(jobs_of(room)) == SHOWN


def test_the_time_left_follows_the_pace_so_far(room: Room) -> None:
    now = datetime.now(UTC)
    job = Job(state="running", started_at=now - timedelta(minutes=3), done=3, total=12)
    assert time_left(job, now) == timedelta(minutes=9)
    for unknown in ({"done": 0}, {"started_at": None}, {"state": "waiting"}, {"done": 13}):
        given = {"state": "running", "started_at": now, "done": 3, "total": 12} | unknown
        assert time_left(Job(**given), now) is None
