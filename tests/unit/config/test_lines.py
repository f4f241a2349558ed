"""Lines to other machines: each that is plain is named with what to say instead, those of this machine are not."""

from types import SimpleNamespace
from typing import Any

import pytest

from config.lines import faults_of_lines


def faults(database: str = "", mode: str = "", **other: Any) -> list[str]:
    """The findings about a room with that host of the database, and these settings."""
    options = {"sslmode": mode} if mode else {}
    given = {
        "DATABASES": {"default": {"HOST": database, "OPTIONS": options}}, "BROKER_URL": "filesystem://localhost",
        "MESSAGES": False, "EMAIL_HOST": "", "EMAIL_USE_TLS": False, "EMAIL_USE_SSL": False, "PLAIN_LINES": [],
    }  # fmt: skip
    return list(faults_of_lines(SimpleNamespace(**given | other)))


@pytest.mark.parametrize("host", ["", "localhost", "127.0.0.1", "127.9.9.9", "::1", "/var/run/postgresql"])
def test_this_machine_needs_no_certificate(host: str) -> None:
    assert faults(host) == []


@pytest.mark.parametrize("mode", ["", "prefer", "require", "verify-ca"])
@pytest.mark.parametrize("host", ["database.example", "192.168.50.2", "10.0.0.1", "127.0.0.1.example"])
def test_a_database_elsewhere_is_held_to_its_certificate(host: str, mode: str) -> None:
    (said,) = faults(host, mode)
    assert said.startswith(f"DATABASE_URL goes to {host} and holds nobody to a certificate: add ?sslmode=verify-full.")
    assert faults(host, "verify-full") == []


def test_each_of_several_hosts_is_looked_at() -> None:
    (said,) = faults("127.0.0.1,standby.example")
    assert "standby.example" in said


def test_reports_are_read_over_tls_too() -> None:
    databases = {
        "default": {"HOST": "", "OPTIONS": {}},
        "owner": {"HOST": "", "OPTIONS": {}},
        "reports": {"HOST": "standby.example", "OPTIONS": {"sslmode": "require"}},
    }
    (said,) = faults(DATABASES=databases)
    assert said.startswith("DATABASE_REPORTS_URL goes to standby.example")


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("amqp://cardroom:secret@broker.example:5672//", "BROKER_URL goes to broker.example without TLS"),
        ("redis://:secret@192.168.50.4:6379/0", "BROKER_URL goes to 192.168.50.4 without TLS"),
        ("amqps://one.example//;amqp://two.example//", "BROKER_URL goes to two.example without TLS"),
    ],
)
def test_a_broker_elsewhere_speaks_tls(url: str, words: str) -> None:
    (said,) = faults(BROKER_URL=url)
    assert words in said
    assert "secret" not in said


@pytest.mark.parametrize(
    "url",
    ["amqps://broker.example//", "rediss://broker.example/0", "amqp://127.0.0.1//", "redis://localhost", "memory://"],
)
def test_brokers_that_speak_it_or_are_here_are_let_be(url: str) -> None:
    assert faults(BROKER_URL=url) == []


def test_mail_that_is_sent_goes_over_tls() -> None:
    mail = {"EMAIL_HOST": "mail.example", "MESSAGES": True}
    (said,) = faults(**mail)
    assert "CARDROOM_MAIL goes to mail.example without TLS: it begins with smtp+tls://." in said
    assert faults(**mail | {"MESSAGES": False}) == faults(**mail, EMAIL_USE_TLS=True) == []
    assert faults(**mail, EMAIL_USE_SSL=True) == []


def test_a_line_that_a_tunnel_carries_is_named_by_its_host() -> None:
    named = {"PLAIN_LINES": ["postgres", "rabbitmq"], "BROKER_URL": "amqp://rabbitmq//"}
    assert faults("postgres", **named) == []
    (said,) = faults("postgres.example", **named)
    assert "name the host in CARDROOM_PLAIN_LINES" in said
