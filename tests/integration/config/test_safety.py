"""What production refuses to start with: each fault named alone, and none where there is none."""

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import OperationalError, connections
from django.db.backends.utils import CursorWrapper

from config import safety

SAFE: dict[str, Any] = {
    "DEBUG": False, "SECRET_KEY": "".join(chr(60 + number) for number in range(60)), "ALLOWED_HOSTS": ["room.example"],
    "DEMO": False, "SERVED_OVER_TLS": True, "SESSION_COOKIE_SECURE": True, "CSRF_COOKIE_SECURE": True,
    "SESSION_COOKIE_NAME": "__Host-session", "CSRF_COOKIE_NAME": "__Host-csrf", "SECURE_HSTS_SECONDS": 31_536_000,
    "PROXIES": 1, "BROKER_URL": "amqps://broker", "CLOCK_BOUND": timedelta(minutes=2), "PRODUCTION": True,
    "BROKER_CA": "", "MESSAGES": False, "PLAIN_LINES": [],
}  # fmt: skip
SERVED = {
    "SECRET_KEY": "k8-" * 30 + "Zq!x9", "DATABASE_URL": "postgres://app@127.0.0.1:1/none",
    "ALLOWED_HOSTS": "room.example",
    "CARDROOM_TLS": "1", "CARDROOM_PROXIES": "1", "BROKER_URL": "redis://127.0.0.1:1", "CARDROOM_PRODUCTION": "1",
}  # fmt: skip


def found(**other: Any) -> list[str]:
    here: dict[str, Any] = {"DATABASES": {"default": {"HOST": ""}}}
    return list(safety.faults_of_settings(SimpleNamespace(**SAFE | here | other)))


def test_nothing_is_said_of_what_is_safe() -> None:
    assert found() == []


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"DEBUG": True}, "DEBUG is on"),
        ({"SECRET_KEY": ""}, "SECRET_KEY"),
        ({"SECRET_KEY": "only-for-a-machine-without-people-" * 2}, "SECRET_KEY"),
        ({"SECRET_KEY": "unused-by-this-command-and-by-nobody-else-" * 2}, "SECRET_KEY"),
        ({"SECRET_KEY": "django-insecure-3k!q8v$z7m@x2c^b9n&1w5e0r4t6y(u)i-o=p" * 2}, "SECRET_KEY"),
        ({"SECRET_KEY": "change-me-before-anybody-comes-into-the-room-" * 2}, "SECRET_KEY"),
        ({"SECRET_KEY": "abcdefgh" * 6}, "SECRET_KEY"),
        ({"SECRET_KEY": "ab" * 40}, "SECRET_KEY"),
        ({"ALLOWED_HOSTS": ["*"]}, "ALLOWED_HOSTS"),
        ({"ALLOWED_HOSTS": []}, "ALLOWED_HOSTS"),
        ({"DEMO": True}, "The demo is on"),
        ({"SERVED_OVER_TLS": False}, "Cookies travel without TLS"),
        ({"SESSION_COOKIE_SECURE": False}, "Cookies travel without TLS"),
        ({"CSRF_COOKIE_SECURE": False}, "Cookies travel without TLS"),
        ({"SESSION_COOKIE_NAME": "sessionid"}, "Cookies travel without TLS"),
        ({"CSRF_COOKIE_NAME": "csrftoken"}, "Cookies travel without TLS"),
        ({"SECURE_HSTS_SECONDS": 3600}, "Cookies travel without TLS"),
        ({"PROXIES": 0}, "CARDROOM_PROXIES is 0"),
        ({"BROKER_URL": "memory://"}, "BROKER_URL is memory://"),
        ({"BROKER_URL": "amqp://broker"}, "BROKER_URL goes to broker without TLS"),
        ({"CLOCK_BOUND": timedelta(0)}, "CARDROOM_CLOCK_BOUND is 0"),
    ],
)
def test_each_unsafe_setting_is_named_alone(other: dict[str, Any], words: str) -> None:
    (said,) = found(**other)
    assert words in said


# ------------------------------------------------------------------------------------------------------- the start


PROGRAMS = {
    "web": ["-c", "import config.wsgi"],
    "worker": ["-m", "celery", "-A", "config", "worker"],
    "scheduler": ["-m", "celery", "-A", "config", "beat"],
}


def started(name: str, **other: str) -> "subprocess.CompletedProcess[str]":
    (Path(settings.BASE_DIR) / "var").mkdir(exist_ok=True)
    told = {"PATH": os.environ["PATH"], **SERVED, **other}
    return subprocess.run(
        [sys.executable, *PROGRAMS[name]], cwd=settings.BASE_DIR, env=told, capture_output=True, text=True,
        check=False, timeout=120,
    )  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_in_production_nothing_that_serves_starts_unsafe(name: str) -> None:
    ran = started(name, CARDROOM_DEMO="1", ALLOWED_HOSTS="*")
    assert ran.returncode != 0
    assert "The demo is on" in ran.stderr
    assert "ALLOWED_HOSTS names every host" in ran.stderr


def test_in_production_the_web_server_starts_while_the_database_is_away() -> None:
    ran = started("web")
    assert ran.returncode == 0, ran.stderr
    assert "could not be asked whether it is safe" in ran.stderr


def test_where_nobodys_money_is_kept_it_starts() -> None:
    ran = started("web", CARDROOM_PRODUCTION="0", CARDROOM_DEMO="1")
    assert ran.returncode == 0, ran.stderr


# ----------------------------------------------------------------------------------------------------- the database


def told(cursor: tuple[Any, ...]) -> Any:
    """Let the server say something else of itself."""
    return lambda self: cursor


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("row", "words"),
    [
        (("off", "on", "app", False, False), "fsync is off"),
        (("on", "off", "app", False, False), "full_page_writes is off"),
        (("on", "on", "postgres", True, True), "postgres is a superuser"),
        (("on", "on", "owner", False, True), "owner owns tables"),
    ],
)
def test_each_fault_of_the_database_is_named_alone(
    monkeypatch: pytest.MonkeyPatch, row: tuple[Any, ...], words: str
) -> None:
    monkeypatch.setattr(safety, "broken_promises", list)
    monkeypatch.setattr(CursorWrapper, "fetchone", told(row), raising=False)
    (said,) = safety.faults_of_database()
    assert words in said


@pytest.mark.django_db
def test_the_throwaway_server_of_the_tests_is_no_place_for_money() -> None:
    with connections["default"].cursor() as cursor:
        cursor.execute("select current_setting('fsync')")
        (fsync,) = cursor.fetchone()
    said = list(safety.faults_of_database())
    assert any("fsync is off" in fault for fault in said) == (fsync == "off")
    assert not [fault for fault in said if "owns tables" in fault or "superuser" in fault]


@pytest.mark.django_db(databases=["owner", "default"])
def test_the_role_that_owns_the_tables_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safety, "connection", connections["owner"])
    said = " ".join(safety.faults_of_database())
    assert "owns tables, or may become who owns them" in said or "is a superuser" in said


@pytest.mark.committed_db
def test_commits_that_do_not_wait_are_found_where_a_role_was_told_so() -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute("select current_database(), current_user")
        database, _ = cursor.fetchone()
        cursor.execute(f'alter database "{database}" set synchronous_commit = off')
    assert any("synchronous_commit" in fault for fault in safety.faults_of_database())


@pytest.mark.django_db
def test_the_checks_of_a_deployment_say_the_same(settings: Any, capsys: pytest.CaptureFixture[str]) -> None:
    for name, value in SAFE.items():
        setattr(settings, name, value)
    settings.DEMO = True
    with pytest.raises(SystemCheckError, match="The demo is on"):
        call_command("check", deploy=True)
    settings.DEMO = False
    with pytest.raises(SystemCheckError, match=r"cardroom\.E002"):  # fsync is off on the tests' server
        call_command("check", deploy=True, databases=["default"])


@pytest.mark.django_db
def test_a_database_that_is_away_fails_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(CursorWrapper, "execute", gone)
    (said,) = safety.unsafe_database(databases=["default"])
    assert said.id == "cardroom.E003"
