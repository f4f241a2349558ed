"""Work that takes more memory than there is: it breaks alone, its page says so, and everybody else goes on."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from html import unescape
from pathlib import Path

import pytest
from django.urls import reverse

from config.jobs import broker, services
from config.jobs.models import Job
from rake.models import Rating
from tests.faults.test_broken_jobs import ticked, until
from tests.support.hungry_jobs import GATHER
from tests.support.people import signed_in
from tests.support.proofs import sized
from tests.support.storm import faults_of_the_books
from tests.support.table import HandTable, open_hand_table
from tests.support.worker import running_worker

pytestmark = pytest.mark.committed_db
HANDS = sized(3, 6, 50)
POOL = ("--pool", "prefork", "--concurrency", "2", "--include", "tests.support.hungry_jobs")
"""Two processes that work, as production has them."""
BOUND, HUGE = 600, 2000  # MB
ENDED = sized(1, 2, services.MOST_ATTEMPTS)
"""Processes that the machine ends; Celery takes some ten seconds to notice each."""


@pytest.fixture
def table(committed_db: str) -> HandTable:
    """A table, and a broker of which nothing is known."""
    broker.forget()
    return open_hand_table()


def asked(table: HandTable, seconds: float = 0) -> Job:
    """A report that needs more than the bound."""
    desk = table.desk
    return services.enqueue(
        GATHER, room=desk.room, by=desk.manager, title="A huge report", megabytes=HUGE, seconds=seconds
    )


def swept_until(happened: Callable[[Job], bool], job: Job, meanwhile: Callable[[], None] = lambda: None) -> None:
    """Let the sweep send what waits, as it does by itself in time, until that has happened to the job."""

    def is_so() -> bool:
        job.refresh_from_db()
        if happened(job):
            return True
        meanwhile()
        if job.state == Job.State.WAITING:
            broker.forget()
            services.sweep(at=job.due_at)
        time.sleep(0.2)
        return False

    until(is_so, lambda: list(Job.objects.values_list("name", "state", "attempts", "error")))


def processes(worker: "subprocess.Popen[bytes]") -> dict[int, int]:
    """The memory of each process that works for the worker, in MB; whichever of its threads has started it."""
    children = [pid for file in Path(f"/proc/{worker.pid}/task").glob("*/children") for pid in file.read_text().split()]
    found = {}
    for pid in children:
        with suppress(OSError):  # it has ended meanwhile
            if data := re.search(r"VmData:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text()):
                found[int(pid)] = int(data[1]) // 1024
    return found


def said(table: HandTable, job: Job) -> tuple[str, str]:
    """The text of the page of jobs, and of the job's own."""
    client = signed_in(table.desk.manager)
    pages = [client.get(reverse("jobs")), client.get(reverse("job", args=[job.pk]))]
    return unescape(pages[0].content.decode()), unescape(pages[1].content.decode())


def test_f24_a_job_that_wants_too_much_memory_breaks_alone_and_says_so(
    table: HandTable, committed_db: str, tmp_path: Path
) -> None:
    with running_worker(tmp_path, committed_db, *POOL, CARDROOM_JOB_MEMORY=str(BOUND)) as worker:
        until(lambda: len(processes(worker)) == 2, lambda: processes(worker))
        before = set(processes(worker))
        job = asked(table)
        ticked(table, HANDS)
        swept_until(lambda job: bool(job.error), job)
        assert (job.state, job.attempts) == (Job.State.WAITING, 1), "it is tried again later"
        assert all("It needs more memory than a job may take" in page for page in said(table, job)), job.error
        swept_until(lambda job: job.is_finished, job)
        until(lambda: Rating.objects.count() == HANDS, Rating.objects.count)
        assert set(processes(worker)) == before, "nothing had to be killed"
    assert (job.state, job.attempts) == (Job.State.FAILED, services.MOST_ATTEMPTS)
    assert all("It needs more memory than a job may take" in page for page in said(table, job)), job.error
    assert faults_of_the_books() == []


def test_f24_control_without_a_bound_it_takes_all_that_it_wants(
    table: HandTable, committed_db: str, tmp_path: Path
) -> None:
    with running_worker(tmp_path, committed_db, *POOL, CARDROOM_JOB_MEMORY="0"):
        job = asked(table)
        swept_until(lambda job: job.is_finished, job)
    assert (job.state, job.error) == (Job.State.DONE, "")


def test_f24_whoever_the_machine_ends_for_its_memory_ends_alone(
    table: HandTable, committed_db: str, tmp_path: Path
) -> None:
    """It chooses the largest. The work is begun again by another, and given up where that is the end of each."""
    with running_worker(tmp_path, committed_db, *POOL, CARDROOM_JOB_MEMORY="0") as worker:
        job, ended = asked(table, seconds=5), list[int]()

        def end_the_largest() -> None:
            largest, memory = max(processes(worker).items(), key=lambda each: each[1], default=(0, 0))
            if memory >= HUGE and largest not in ended and len(ended) < ENDED:
                os.kill(largest, signal.SIGKILL)
                ended.append(largest)
                ticked(table, 1)

        swept_until(lambda job: job.is_finished, job, end_the_largest)
        until(lambda: Rating.objects.count() == ENDED, Rating.objects.count)
        assert worker.poll() is None
    assert len(ended) == ENDED
    given_up = ENDED == services.MOST_ATTEMPTS
    assert job.attempts == (ENDED if given_up else ENDED + 1)
    assert job.state == (Job.State.FAILED if given_up else Job.State.DONE)
    if given_up:
        assert all("Its worker died 8 times while doing it: most often" in page for page in said(table, job))
    assert faults_of_the_books() == []
