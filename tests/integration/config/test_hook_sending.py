"""Sending to a real receiver: encrypted, to the machine that was looked at, followed nowhere, for a bounded time."""

import ipaddress
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from config.hooks import addresses, sending
from config.hooks.delivering import send_due
from config.hooks.models import LONGEST_ANSWER
from config.hooks.sending import send
from tests.support.hooks import Receiver, a_delivery, a_hook, receiving
from tests.support.people import a_room
from tests.support.source import ROOT
from tests.support.worker import environment

LOOPBACK = [ipaddress.ip_network("127.0.0.0/8")]


@pytest.fixture
def receiver(tmp_path: Path, settings: Settings) -> Iterator[Receiver]:
    """A receiver of this machine, whose network and certificate the operator allows."""
    with receiving(tmp_path) as found:
        settings.HOOKS_PRIVATE, settings.HOOKS_CA = LOOPBACK, str(tmp_path / "cert.pem")
        yield found


def test_a_body_arrives_to_the_byte_with_its_headers(receiver: Receiver) -> None:
    outcome = send(receiver.address, b'{"id":"1"}', {"Cardroom-Event": "1", "Content-Type": "application/json"})
    assert (outcome.taken, outcome.answer) == (True, "204")
    ((headers, body),) = receiver.came
    assert body == b'{"id":"1"}'
    assert (headers["Cardroom-Event"], headers["Content-Type"]) == ("1", "application/json")
    assert headers["Host"] == receiver.address.split("/")[2]


def test_an_answer_is_read_as_far_as_it_is_shown(receiver: Receiver) -> None:
    receiver.status, receiver.body = 500, b"broken \x00\x1b[31m<script>" + b"x" * 1_000_000
    outcome = send(receiver.address, b"{}", {})
    assert not outcome.taken
    assert outcome.answer.startswith("500: broken   [31m<script>xxx")
    assert len(outcome.answer) == LONGEST_ANSWER


def test_nobody_is_followed_elsewhere(receiver: Receiver) -> None:
    receiver.status, receiver.headers = 302, {"Location": receiver.address + "/other"}
    outcome = send(receiver.address, b"{}", {})
    assert (outcome.taken, outcome.answer[:4]) == (False, "302:")
    assert len(receiver.came) == 1


def test_a_network_that_is_allowed_no_more_is_refused_at_the_time_of_sending(
    receiver: Receiver, settings: Settings
) -> None:
    settings.HOOKS_PRIVATE = []
    outcome = send(receiver.address, b"{}", {})
    assert not outcome.taken
    assert "private network" in outcome.answer
    assert receiver.came == []


def test_a_name_that_leads_elsewhere_a_moment_later_gains_nothing(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is connected to is the number that was looked at: the name is asked once."""
    port = int(receiver.address.rpartition(":")[2].partition("/")[0])
    asked: list[str] = []

    def look_up(host: str, port: int) -> list[ipaddress.IPv4Address]:
        asked.append(host)
        return [ipaddress.IPv4Address("127.0.0.1" if len(asked) == 1 else "127.0.0.2")]

    reached: list[object] = []
    plain = socket.create_connection
    monkeypatch.setattr(addresses, "look_up", look_up)
    monkeypatch.setattr(
        sending.socket, "create_connection", lambda where, *rest: (reached.append(where), plain(where, *rest))[1]
    )
    outcome = send(f"https://receiver.example:{port}/events", b"{}", {})
    assert (asked, reached) == (["receiver.example"], [("127.0.0.1", port)])
    assert "certificate is not believed" in outcome.answer, "it is not of receiver.example"
    assert receiver.came == []


def test_a_certificate_that_nobody_vouches_for_is_not_believed(receiver: Receiver, settings: Settings) -> None:
    settings.HOOKS_CA = ""
    outcome = send(receiver.address, b"{}", {})
    assert not outcome.taken
    assert "certificate is not believed" in outcome.answer


def test_who_listens_and_says_nothing_holds_nobody_up(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sending, "PATIENCE", 0.2)
    settings.HOOKS_PRIVATE = LOOPBACK
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        outcome = send(f"https://127.0.0.1:{silent.getsockname()[1]}/", b"{}", {})
    assert (outcome.taken, "did not answer" in outcome.answer) == (False, True)


def test_who_answers_a_letter_at_a_time_is_left(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each piece comes in time, and all of it never would."""
    monkeypatch.setattr(sending, "LONGEST", 1)
    left = threading.Event()
    answer = b"HTTP/1.1 204 No Content\r\nX-Long: " + b"x" * 300 + b"\r\nContent-Length: 0\r\n\r\n"

    def drip(handler: BaseHTTPRequestHandler) -> None:
        with suppress(OSError):
            for letter in answer:
                handler.wfile.write(bytes([letter]))
                left.wait(0.05)

    receiver.answers = drip
    outcome = send(receiver.address, b"{}", {})
    left.set()
    assert not outcome.taken
    assert outcome.answer


def test_nobody_there_is_told_in_words(settings: Settings) -> None:
    settings.HOOKS_PRIVATE = LOOPBACK
    with closing(socket.create_server(("127.0.0.1", 0))) as one:
        port = one.getsockname()[1]
    outcome = send(f"https://127.0.0.1:{port}/", b"{}", {})
    assert (outcome.taken, outcome.answer) == (False, "It can't be reached: Connection refused.")


_WORKER = """
import django
django.setup()
from django.utils import timezone
from config.hooks.delivering import send_due
send_due(timezone.now)
"""


@pytest.mark.committed_db
def test_a_worker_killed_while_the_other_side_has_the_event_leaves_it_to_the_next(
    receiver: Receiver, tmp_path: Path
) -> None:
    """A process of its own, ended by kill -9 after its body arrived: the event comes again under the same id."""
    now = timezone.now()
    delivery = a_delivery(a_hook(a_room(), address=receiver.address), now)
    answered = threading.Event()
    receiver.answers = lambda handler: answered.wait() and None
    told = environment(connection.settings_dict["NAME"]) | {
        "CARDROOM_HOOKS_PRIVATE": "127.0.0.0/8", "CARDROOM_HOOKS_CA": str(tmp_path / "cert.pem"),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }  # fmt: skip
    with subprocess.Popen([sys.executable, "-c", _WORKER], cwd=ROOT, env=told) as worker:
        while not receiver.came:
            assert worker.poll() is None, "it ended before it sent anything"
            answered.wait(0.05)
        worker.kill()
    answered.set()
    receiver.answers = None
    delivery.refresh_from_db()
    assert (delivery.state, delivery.tries) == ("sending", 1)
    assert send_due(lambda: delivery.due_at) == 1
    delivery.refresh_from_db()
    assert (delivery.state, delivery.tries) == ("taken", 2)
    (first, once), (second, again) = receiver.came
    assert once == again == delivery.body.encode()
    assert first["Cardroom-Event"] == second["Cardroom-Event"] == str(delivery.event_id)
