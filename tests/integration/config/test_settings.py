"""Settings: refuse nonsense at start, need no database where none is needed, and be safe in production."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

PRODUCTION = {
    "SECRET_KEY": "k8-" * 30 + "Zq!x9",
    "DATABASE_URL": "postgres://app@db.example/cardroom?sslmode=verify-full",
    "ALLOWED_HOSTS": "room.example",
    "CARDROOM_TLS": "1",
    "CARDROOM_PROXIES": "1",
    "BROKER_URL": "amqps://broker.example//",
}


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    plain = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    command = [sys.executable, "-W", "error::DeprecationWarning:config", "manage.py", *arguments]
    return subprocess.run(
        command,
        cwd=settings.BASE_DIR,
        env=plain | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_production_passes_djangos_own_deployment_checks() -> None:
    ran = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_deployment_checks_do_find_something() -> None:
    ran = manage("check", "--deploy", "--fail-level", "WARNING", **(PRODUCTION | {"CARDROOM_TLS": "0"}))
    assert ran.returncode == 1
    assert "security.W008" in ran.stderr


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY is not set"),
        ({"DATABASE_URL": "sqlite:///x"}, "PostgreSQL only"),
        ({"CARDROOM_JOB_MEMORY": "99"}, "256 at least"),
        ({"CARDROOM_PASSWORD_DAYS": "-1"}, "0 asks for no change"),
        ({"CARDROOM_PROXIES": "-1"}, "CARDROOM_PROXIES"),
        ({"DATABASE_REPORTS_URL": "sqlite:///x"}, "PostgreSQL only"),
        ({"DATABASE_REPORTS_URL": "replica.example"}, "PostgreSQL only"),
        ({"DATABASE_REPORTS_URL": "postgres://reports@replica.example"}, "names no database"),
        ({"DATABASE_REPORTS_URL": PRODUCTION["DATABASE_URL"]}, "DATABASE_REPORTS_URL is DATABASE_URL"),
        ({"CARDROOM_REPORTS_BEHIND": "0"}, "CARDROOM_REPORTS_BEHIND"),
        ({"CARDROOM_LOG_LEVEL": "LOUD"}, "CARDROOM_LOG_LEVEL"),
    ],
)
def test_nonsense_is_refused_at_start_in_words(wrong: dict[str, str], words: str) -> None:
    ran = manage("showmigrations", **(PRODUCTION | wrong))
    assert ran.returncode != 0
    assert words in ran.stderr


@pytest.mark.parametrize("program", [["-c", "import config.wsgi"], ["-m", "celery", "-A", "config", "beat"],
                                     ["-m", "celery", "-A", "config", "worker"]])  # fmt: skip
def test_who_serves_refuses_to_hold_the_owners_address(program: list[str]) -> None:
    (Path(settings.BASE_DIR) / "var").mkdir(exist_ok=True)
    told = PRODUCTION | {"DATABASE_OWNER_URL": "postgres://owner@db.example/cardroom", "PATH": os.environ["PATH"]}
    ran = subprocess.run(
        [sys.executable, *program], cwd=settings.BASE_DIR, env=told, capture_output=True, text=True, check=False,
        timeout=120,
    )  # fmt: skip
    assert ran.returncode != 0
    assert "must not hold the role that owns the tables" in ran.stderr


@pytest.mark.parametrize("command", ["check_hand", "conformance"])
def test_the_engines_commands_need_neither_database_nor_secret(command: str) -> None:
    ran = manage(command, "--help", DATABASE_URL="postgres://nobody@127.0.0.1:1/none")
    assert ran.returncode == 0, ran.stderr


def test_production_logs_json_and_keeps_cookies_to_its_host() -> None:
    words = (
        "from django.conf import settings as s; import json, logging; logging.getLogger('x').warning('a\\nb');"
        "print(s.SESSION_COOKIE_NAME, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SECURE_HSTS_SECONDS, s.DEBUG)"
    )
    ran = manage("shell", "--no-imports", "-c", words, **PRODUCTION)
    assert ran.stdout.split() == ["__Host-session", "True", "True", "31536000", "False"], ran.stderr
    assert '"event": "a\\nb"' in ran.stderr
