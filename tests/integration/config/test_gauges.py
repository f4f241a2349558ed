"""/metrics: what it tells of parts, jobs, audit, anchors and WAL; and every alarm asks for something that it tells."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import yaml
from django.db import OperationalError
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django_prometheus.middleware import Metrics
from prometheus_client import REGISTRY, generate_latest
from pytest_django.fixtures import DjangoAssertNumQueries

from config.audit.models import AuditFinding, AuditRun
from config.jobs import broker, services
from config.jobs.models import Job
from config.web import health
from config.web.gauges import exposed
from devkit.paths import ROOT
from tests.support.people import a_person

pytestmark = pytest.mark.django_db
RULES = ROOT / "deploy" / "prometheus" / "cardroom.rules.yaml"
OF_PROMETHEUS = {"up"}
WORDS = {"abs", "for", "by", "le", "rate", "sum", "count", "increase", "or", "histogram_quantile", "predict_linear",
         "status", "state", "job", "version", "failed", "cardroom"}  # fmt: skip


@pytest.fixture(autouse=True)
def fresh(settings: Any) -> None:
    settings.ANCHORS = ["/nowhere"]
    broker.forget()
    health.forget()


def told() -> dict[str, float]:
    """The gauges by name and labels."""
    lines = [line for line in exposed().decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_parts_jobs_and_audit_are_told() -> None:
    now = datetime.now(UTC)
    services.beat("worker@here", at=now)
    Job.objects.create(name="x", asked_at=now - timedelta(minutes=30), due_at=now)
    Job.objects.create(name="x", asked_at=now - timedelta(hours=9), due_at=now, state=Job.State.FAILED)
    AuditRun.objects.create(
        started_at=now - timedelta(hours=3),
        finished_at=now - timedelta(hours=3),
        why="hour",
        checks=1,
        findings=2,
        release="x",
    )
    somebody = a_person()
    for number, by in enumerate((None, somebody)):
        AuditFinding.objects.create(
            code="I-1", title="x", text=str(number), digest=str(number), found_at=now, seen_at=now if by else None,
            seen_by=by, reason="seen" if by else "",
        )  # fmt: skip
    said = told()
    assert said['cardroom_part_up{part="worker"}'] == said['cardroom_part_up{part="database"}'] == 1
    assert said['cardroom_jobs{state="waiting"}'] == said['cardroom_jobs{state="failed"}'] == 1
    assert 1790 < said["cardroom_oldest_job_seconds"] < 1900
    assert (said["cardroom_audit_findings"], said["cardroom_audit_findings_unanswered"]) == (2, 1)
    assert 3 * 3600 - 10 < said["cardroom_audit_age_seconds"] < 3 * 3600 + 100
    assert said["cardroom_disk_free_bytes"] > 0


def test_a_worker_that_is_away_is_told() -> None:
    assert told()['cardroom_part_up{part="worker"}'] == 0


def test_with_the_database_away_the_rest_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(CursorWrapper, "execute", gone)
    said = told()
    assert said['cardroom_part_up{part="database"}'] == 0
    assert "cardroom_audit_findings" not in said


def test_a_reading_asks_the_same_however_much_there_is(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    now = datetime.now(UTC)
    for number in range(5):
        Job.objects.create(name="x", asked_at=now, due_at=now, key=str(number))
    with django_assert_max_num_queries(20):
        exposed()


def test_every_alarm_asks_for_something_that_is_told(client: Client) -> None:
    Metrics.get_instance()
    client.get("/sign-in/")
    names = {*re.findall(r"^# TYPE (\w+)", (exposed() + generate_latest(REGISTRY)).decode(), re.MULTILINE)}
    names |= {f"{name}_bucket" for name in names}
    rules = [rule for group in yaml.safe_load(RULES.read_text())["groups"] for rule in group["rules"]]
    assert len(rules) >= 10
    for rule in rules:
        asked = set(re.findall(r"\b[a-z][a-z_]*(?:_[a-z]+)+\b|\bup\b", re.sub(r'"[^"]*"', "", rule["expr"]))) - WORDS
        assert asked, rule["alert"]
        assert asked <= names | OF_PROMETHEUS, f"{rule['alert']} asks for {asked - names}"


def test_every_alarm_leads_to_a_chapter() -> None:
    chapters = set(re.findall(r"^#+ (.+)$", (ROOT / "docs" / "OPERATIONS.md").read_text(), re.MULTILINE))
    for group in yaml.safe_load(RULES.read_text())["groups"]:
        for rule in group["rules"]:
            assert rule["annotations"]["runbook"] in chapters, rule["alert"]
            assert rule["labels"]["severity"] in ("page", "ticket")
