"""/healthz/: well only when database, broker and worker all answer; and it answers whatever is down."""

from datetime import UTC, datetime, timedelta
from unittest import mock

import pytest
from django.conf import settings
from django.db import OperationalError
from django.db.backends.utils import CursorWrapper
from django.test import Client

from config.jobs import broker, services
from config.web import health

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh() -> None:
    broker.forget()
    health.forget()


def beat(ago: float = 0) -> None:
    services.beat("worker@here", at=datetime.now(UTC) - timedelta(seconds=ago))


def test_all_well(client: Client) -> None:
    beat()
    response = client.get("/healthz/")
    assert response.status_code == 200
    assert response.json() == {
        "status": "ok", "database": "ok", "disk": "ok", "broker": "ok", "clock": "ok", "worker": "ok",
        "version": settings.VERSION,
    }  # fmt: skip
    assert response["Cache-Control"] == "no-store"
    assert not response.cookies


def test_a_worker_that_has_not_beaten_lately_is_down(client: Client) -> None:
    beat(ago=16)
    response = client.get("/healthz/")
    assert (response.status_code, response.json()["worker"], response.json()["status"]) == (503, "down", "down")


def test_a_broker_that_is_away_is_down(client: Client) -> None:
    beat()
    with mock.patch.object(broker, "_takes_a_message", return_value=False) as asked:
        answers = [client.get("/healthz/") for _ in range(3)]
    assert [(answer.status_code, answer.json()["broker"]) for answer in answers] == [(503, "down")] * 3
    assert asked.call_count == 1


def test_a_dead_database_is_said_and_not_crashed_on(client: Client) -> None:
    with mock.patch.object(CursorWrapper, "execute", side_effect=OperationalError("gone")):
        response = client.get("/healthz/")
    assert response.status_code == 503
    assert (response.json()["database"], response.json()["worker"]) == ("down", "down")


def test_only_reading_is_allowed(client: Client) -> None:
    assert client.post("/healthz/").status_code == 405
