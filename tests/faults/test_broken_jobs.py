"""Jobs while their worker is killed and their broker's folder is deleted, or filled with junk: what asked for them goes
on, each is done in the end, and its effect is there once."""

import os
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connections, transaction
from django.utils import timezone

from config.jobs import broker, services
from config.jobs.models import Job
from games.models import Hand
from rake.models import Rating, ReportDay
from rake.services import ask_for_day, rebuild_day
from tests.support.desk import key
from tests.support.proofs import sized
from tests.support.races import told
from tests.support.storm import faults_of_the_books
from tests.support.table import HandTable, open_hand_table
from tests.support.worker import running_worker, sent_through

pytestmark = pytest.mark.committed_db
HANDS = sized(4, 8, 100)
PATIENCE = 120.0  # seconds


@pytest.fixture
def table(committed_db: str) -> HandTable:
    """A table, and a broker of which nothing is known."""
    broker.forget()
    return open_hand_table()


def until(happened: Callable[[], bool], tell: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, tell()
        time.sleep(0.05)


def sweep_until_all_is_done() -> None:
    """Let the sweep send what was swallowed, as it does by itself in time, until nothing waits."""

    def is_done() -> bool:
        broker.forget()
        services.sweep(at=timezone.now() + services.LONGEST_WAIT + services.LEASE)
        time.sleep(0.3)
        return not Job.objects.exclude(state=Job.State.DONE).exists()

    until(is_done, lambda: list(Job.objects.values_list("name", "state", "error")))


def ticked(table: HandTable, number: int) -> None:
    """Quick hands with a pot, each of which asks for its rating."""
    for _ in range(number):
        table.tick(3_00, pot=60_00, winners=[1])


def test_f16_the_job_of_a_killed_worker_is_done_by_the_next_and_takes_effect_once(
    table: HandTable, committed_db: str, tmp_path: Path
) -> None:
    desk = table.desk
    ticked(table, 2)
    day = desk.room.gaming_day(desk.now)
    with sent_through(tmp_path):
        job = ask_for_day(room=desk.room, gaming_day=day, key=key(), by=desk.manager, at=desk.at())
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        cursor.execute("lock table rake_reportday in access exclusive mode")
        with running_worker(tmp_path, committed_db) as first:
            until(
                lambda: Job.objects.get(pk=job.pk).state == Job.State.RUNNING,
                lambda: Job.objects.get(pk=job.pk).state,
            )
            os.kill(first.pid, signal.SIGKILL)
            first.wait(PATIENCE)
    assert Job.objects.get(pk=job.pk).state != Job.State.DONE
    with running_worker(tmp_path, committed_db):
        sweep_until_all_is_done()
    assert Job.objects.get(pk=job.pk).attempts >= 2
    assert ReportDay.objects.filter(room=desk.room, gaming_day=day).count() > 0
    assert faults_of_the_books() == []
    again = figures()
    rebuild_day(room=desk.room, gaming_day=day, at=desk.at())
    assert figures() == again


def figures() -> list[dict[str, object]]:
    """The rows of the day's reports, without when and by which job they were built."""
    when = ("id", "built_at", "job_id")
    names = [field.attname for field in ReportDay._meta.concrete_fields if field.attname not in when]
    return list(ReportDay.objects.order_by("pk").values(*names))


@pytest.mark.parametrize("fault", ["deleted", "junk", "no folder"])
def test_f17_hands_go_on_without_the_brokers_folder_and_their_jobs_are_done_later(
    table: HandTable, committed_db: str, tmp_path: Path, fault: str
) -> None:
    messages = tmp_path / "broker" / "messages"
    with sent_through(tmp_path):
        ticked(table, 1)
        if fault == "junk":
            for number in range(20):
                (messages / f"{number}_junk.celery.msg").write_bytes(os.urandom(99))
        else:
            shutil.rmtree(messages.parent if fault == "deleted" else messages)
        if fault == "no folder":
            messages.write_text("a file stands where the folder was")
        broker.forget()
        ticked(table, HANDS)
        assert Hand.objects.count() == HANDS + 1, "recording goes on"
        if fault == "no folder":
            assert not broker.answers()
            messages.unlink()
        broker.forget()
        with running_worker(tmp_path, committed_db):
            sweep_until_all_is_done()
    assert Rating.objects.count() == HANDS + 1
    assert Job.objects.filter(state=Job.State.DONE).count() >= HANDS + 1
    assert faults_of_the_books() == []


def test_f17_control_without_the_sweep_they_would_wait_for_ever(table: HandTable, tmp_path: Path) -> None:
    with sent_through(tmp_path):
        (tmp_path / "broker" / "messages").rename(tmp_path / "away")
        (tmp_path / "broker" / "messages").write_text("a file stands where the folder was")
        ticked(table, 1)
        (tmp_path / "broker" / "messages").unlink()
        broker.forget()
        ticked(table, 1)
    assert sorted(Job.objects.values_list("sendings", flat=True)) == [0, 1]


def test_f18_one_day_rebuilt_by_many_at_once_has_the_same_figures(
    table: HandTable, together: Callable[..., list[object]]
) -> None:
    desk = table.desk
    ticked(table, 3)
    day, at = desk.room.gaming_day(desk.now), desk.at()

    def rebuild() -> None:
        rebuild_day(room=desk.room, gaming_day=day, at=at)

    rebuild()
    alone = figures()
    assert set(told(together(rebuild, rebuild, rebuild, rebuild, rebuild))) == {""}
    assert figures() == alone
    assert Rating.objects.count() == 3
    assert faults_of_the_books() == []
