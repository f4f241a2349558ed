"""Faults from which the product stands up again by itself: junk in its folders, folders and programs that are gone,
clocks."""

import json
import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from celery import current_app
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from kombu import Connection, Exchange, Queue
from pytest_django import Settings

from config.audit import clock
from config.celery import _folders
from config.jobs import broker, services
from config.web import health
from players.models import Player
from tests.support.desk import Desk, key, open_desk_now
from tests.support.people import signed_in

GOOD = {
    "body": "W10=",
    "content-type": "application/json",
    "content-encoding": "utf-8",
    "headers": {},
    "properties": {"delivery_info": {}, "delivery_tag": "x", "body_encoding": "base64"},
}


def otherwise(**changes: Any) -> str:
    return json.dumps(GOOD | changes)


JUNK = {
    "empty": "",
    "no json": "x\x00\xff",
    "half": otherwise()[:40],
    "deep": "[" * 100_000,
    "a list": "[]",
    "a number": "1",
    "an empty object": "{}",
    "no properties": otherwise(properties=None),
    "no tag": otherwise(properties={"delivery_info": {}}),
    "no body": otherwise(body=None),
    "no base64": otherwise(body="ä?"),
    "another encoding": otherwise(properties=GOOD["properties"] | {"body_encoding": "rot13"}),  # type: ignore[operator]
    "a task without an id": otherwise(headers={"task": "jobs.sweep"}),
    "huge": otherwise(body="A" * 2_000_000),
}


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Any]:
    """A queue of the embedded broker."""
    with Connection("filesystem://localhost", transport_options=_folders(tmp_path)) as connection:
        queue = Queue("celery", Exchange("jobs"), routing_key="jobs")(connection.channel())
        queue.declare()
        yield queue


def publish(queue: Any, **body: Any) -> None:
    with queue.channel.connection.client.Producer() as producer:
        producer.publish(body, exchange="jobs", routing_key="jobs")


@pytest.mark.parametrize("what", JUNK)
def test_what_is_no_message_is_set_aside_and_holds_up_nothing(queue: Any, tmp_path: Path, what: str) -> None:
    folder = tmp_path / "messages"
    (folder / "0_junk.celery.msg").write_bytes(JUNK[what].encode("latin-1", "replace"))
    publish(queue, job=1)
    assert queue.get().payload == {"job": 1}
    assert queue.get() is None
    assert [path.name for path in folder.glob("*junk*")] == ["0_junk.celery.junk"]


def test_a_folder_named_like_a_message_holds_up_nothing(queue: Any, tmp_path: Path) -> None:
    (tmp_path / "messages" / "0_junk.celery.msg").mkdir()
    publish(queue, job=1)
    assert queue.get().payload == {"job": 1}


def test_folders_that_are_gone_are_made_again(queue: Any, tmp_path: Path) -> None:
    for name in ("messages", "control"):
        shutil.rmtree(tmp_path / name)
    assert queue.get() is None
    publish(queue, job=1)
    assert queue.get().payload == {"job": 1}


# ------------------------------------------------------------------------------------------------- what /healthz/ says


@pytest.fixture
def healthy(client: Client, db: None) -> Iterator[Client]:
    """Somebody who asks whether all is well; nothing is believed from before, and a worker lives."""
    broker.forget()
    health.forget()
    services.beat("worker@here", at=timezone.now())
    yield client
    broker.forget()
    health.forget()


def down(client: Client) -> set[str]:
    answer = client.get("/healthz/").json()
    return {part for part, said in answer.items() if said == "down" and part != "status"}


def test_a_disk_that_keeps_nothing_is_down(
    healthy: Client, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "var").write_text("no folder")
    settings.VAR_DIR = tmp_path / "var"
    assert down(healthy) == {"disk"}
    (tmp_path / "var").unlink()
    assert down(healthy) == set()
    monkeypatch.setattr(os, "fsync", mock.Mock(side_effect=OSError("no space left on device")))
    assert down(healthy) == set(), "believed for a few seconds"
    health.forget()
    assert down(healthy) == {"disk"}


def test_a_database_that_only_reads_is_down(healthy: Client) -> None:
    assert down(healthy) == set()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("set local transaction_read_only = on")
        assert down(healthy) == {"database"}
        transaction.set_rollback(True)
    assert down(healthy) == set()


def test_a_broker_folder_that_takes_nothing_is_down(
    healthy: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = _folders(tmp_path)
    monkeypatch.setattr(
        current_app, "connection_for_write", lambda **_: Connection("filesystem://localhost", transport_options=options)
    )
    assert down(healthy) == set()
    assert list((tmp_path / "messages").iterdir()) == [], "the probe is taken out again"
    shutil.rmtree(tmp_path / "messages")
    broker.forget()
    assert down(healthy) == set(), "made again"
    shutil.rmtree(tmp_path / "messages")
    (tmp_path / "messages").write_text("no folder")
    broker.forget()
    assert down(healthy) == {"broker"}


# ---------------------------------------------------------------------------------------------------------- the clock


@pytest.fixture
def desk(settings: Settings) -> Desk:
    """A room at play now, in a product that doubts its clock."""
    settings.CLOCK_BOUND = timedelta(minutes=2)
    return open_desk_now()


@pytest.mark.django_db
@pytest.mark.parametrize("hours", [-2, 30])
def test_a_clock_that_cannot_be_right_changes_nothing_and_is_told(
    desk: Desk, healthy: Client, hours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = {"display_name": "Tess", "key": key()}
    cashier, set_to = signed_in(desk.cashier), timezone.now() + timedelta(hours=hours)
    with monkeypatch.context() as wrong:
        wrong.setattr(timezone, "now", lambda: set_to)
        answer = cashier.post("/players/new/", sent)
        page = " ".join(answer.content.decode().split())
        assert (answer.status_code, Player.objects.count()) == (422, 0)
        assert "30 h ahead of the database" in page if hours > 0 else "2 h behind the database" in page
        assert "clock" in down(healthy)
    services.beat("worker@here", at=timezone.now())
    assert signed_in(desk.cashier).post("/players/new/", sent).status_code == 303
    assert Player.objects.count() == 1
    assert down(healthy) == set()


@pytest.mark.django_db
def test_a_clock_behind_the_books_is_doubted_though_the_database_agrees(desk: Desk) -> None:
    desk.buy_in(desk.player(), 100_00, at=timezone.now() + timedelta(minutes=4))  # the database takes five at most
    assert "behind the last entry in the books" in clock.doubt(timezone.now(), bound=timedelta(minutes=2))
    assert clock.doubt(timezone.now(), bound=timedelta(minutes=5)) == ""


def test_a_clock_that_is_set_is_seen_by_the_time_that_passed() -> None:
    at = datetime(2026, 3, 8, 2, tzinfo=UTC)
    start = clock.Start(at, passed=100.0)
    assert start.jumped(at + timedelta(seconds=60), 160.0) == timedelta(0)
    assert start.jumped(at + timedelta(hours=30), 160.0) == timedelta(hours=30, seconds=-60)
    assert start.jumped(at - timedelta(hours=2), 100.0) == timedelta(hours=-2)


@pytest.mark.django_db
def test_a_clock_that_was_set_is_doubted(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    bound = timedelta(minutes=2)
    assert clock.doubt(timezone.now(), bound=bound) == ""
    monkeypatch.setattr(clock, "START", clock.Start(clock.START.at + timedelta(hours=2), clock.START.passed))
    assert "was set 2 h behind what it was" in clock.doubt(timezone.now(), bound=bound)
