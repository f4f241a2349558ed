"""Loads that strangers put on the web server: requests that never end, connections that nobody hangs up.

Its worker is tried in a real gunicorn of one process and four threads, with a program of a line behind it.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.served import refuse_bare
from config.serving.arrivals import LARGEST_BODY, LONGEST_HEAD, SMALL_BODY, Arrival, Stage
from config.serving.worker import LARGE_AT_ONCE

ROOT = Path(__file__).parents[2]
CONNECTIONS = 40
GET = b"GET / HTTP/1.1\r\nHost: room\r\n\r\n"
POST = b"POST %s HTTP/1.1\r\nHost: room\r\nContent-Length: %d\r\n\r\n"
CHUNKED = b"POST /unread HTTP/1.1\r\nHost: room\r\nTransfer-Encoding: chunked\r\n\r\n"


class Server:
    """A running server, and who calls it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.callers: list[socket.socket] = []

    def call(self, *sent: bytes) -> socket.socket:
        """A connection on which this was sent."""
        caller = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        self.callers.append(caller)
        for data in sent:
            caller.sendall(data)
        return caller

    def seconds_for_a_page(self) -> float:
        """Return how long somebody waits who comes in now."""
        began = time.monotonic()
        with self.call(GET) as caller:
            assert heard(caller, b"0 bytes")
        return time.monotonic() - began


@pytest.fixture(scope="module")
def started() -> Iterator[Server]:
    """gunicorn as it serves the product, with few connections."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port = asked.getsockname()[1]
    options = ["--bind", f"127.0.0.1:{port}", "--workers", "1", "--worker-connections", str(CONNECTIONS)]
    command = [sys.executable, "-m", "gunicorn", "tests.support.plain_app:app", *options]
    environ = os.environ | {"SECRET_KEY": "of-this-test", "CARDROOM_PROXIES": "0"}
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, env=environ, text=True) as process:
        wait_until_open(port, process)
        yield Server(port)
        process.terminate()


def wait_until_open(port: int, process: "subprocess.Popen[str]") -> None:
    """Return when somebody answers there."""
    while process.poll() is None:
        try:
            Server(port).seconds_for_a_page()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(process.stderr.read() if process.stderr else "")


@pytest.fixture
def server(started: Server) -> Iterator[Server]:
    """The same, with nobody of another test left in it."""
    yield started
    for caller in started.callers:
        caller.close()
    started.callers.clear()


def heard(caller: socket.socket, last: bytes) -> bytes:
    """The answer of the server, up to its `last` words."""
    words = b""
    while not words.endswith(last):
        data = caller.recv(65_536)
        assert data, words
        words += data
    return words


@pytest.mark.parametrize(
    "sent", [POST % (b"/", 500) + b"a", GET[:-2] + b"X: ", b"G", b"", CHUNKED, POST % (b"/unread", 10**9)]
)
@pytest.mark.parametrize("callers", [8, 3 * CONNECTIONS])
def test_slow_requests_hold_nobody_up(server: Server, sent: bytes, callers: int) -> None:
    for _ in range(callers):
        server.call(sent)
    time.sleep(0.2)
    assert max(server.seconds_for_a_page() for _ in range(5)) < 4


def test_who_never_hangs_up_holds_nobody_up(server: Server) -> None:
    for _ in range(16):
        server.call(GET.replace(b"Host", b"Connection: close\r\nHost"))
    time.sleep(0.2)
    assert max(server.seconds_for_a_page() for _ in range(5)) < 4


def test_a_request_that_is_never_whole_is_given_up(server: Server) -> None:
    caller = server.call(POST % (b"/", 500))
    for _ in range(3):
        caller.sendall(b"a")
        time.sleep(1.2)
    assert caller.recv(99).startswith(b"HTTP/1.1 408 ")


def test_who_takes_nothing_of_the_answer_is_given_up(server: Server) -> None:
    for _ in range(4):
        server.call(GET.replace(b"/ ", b"/much "))
    time.sleep(0.5)
    assert server.seconds_for_a_page() < 15


def test_large_bodies_are_few_at_a_time_and_forms_go_on(server: Server) -> None:
    large = [server.call(POST % (b"/", LARGEST_BODY)) for _ in range(LARGE_AT_ONCE + 1)]
    assert b" 503 " in heard(large[-1], b"in a moment.")
    caller = server.call(POST % (b"/", SMALL_BODY), b"a" * SMALL_BODY)
    assert heard(caller, b"%d bytes" % SMALL_BODY)


def test_requests_in_a_row_and_in_pieces_are_all_answered(server: Server) -> None:
    caller = server.call(GET + POST % (b"/", 3) + b"abc" + GET[:9])
    assert heard(caller, b"3 bytes").count(b"200 OK") == 2
    caller.sendall(GET[9:])
    assert heard(caller, b"0 bytes").count(b"200 OK") == 1


def test_who_waits_for_a_word_before_the_body_gets_it(server: Server) -> None:
    caller = server.call((POST % (b"/", 3)).replace(b"Host", b"Expect: 100-continue\r\nHost"))
    assert caller.recv(99).startswith(b"HTTP/1.1 100 ")
    caller.sendall(b"abc")
    assert heard(caller, b"3 bytes")


def test_headers_without_an_end_are_refused(server: Server) -> None:
    caller = server.call(GET[:-2] + b"X: " + b"a" * (LONGEST_HEAD + 1))
    assert b" 431 " in heard(caller, b"try again.")


@pytest.mark.parametrize(
    ("head", "stage"),
    [
        (b"", Stage.WHOLE), (b"Content-Length: 0", Stage.WHOLE), (b"Content-Length: 1", Stage.COMING),
        (b"content-length : 1", Stage.COMING), (b"Content-Length: %d" % LARGEST_BODY, Stage.COMING),
        (b"Content-Length: %d" % (LARGEST_BODY + 1), Stage.CUT),
        (b"Content-Length: 1\r\nContent-Length: 1", Stage.CUT), (b"Content-Length: -1", Stage.CUT),
        (b"Content-Length: +1", Stage.CUT), (b"Content-Length: 0x1", Stage.CUT), (b"Content-Length:", Stage.CUT),
        (b"Transfer-Encoding: chunked", Stage.CUT), (b"transfer-encoding: x\r\nContent-Length: 0", Stage.CUT),
    ],
)  # fmt: skip
def test_a_request_is_whole_when_its_headers_say_so_however_it_is_cut(head: bytes, stage: Stage) -> None:
    request = b"POST / HTTP/1.1\r\n" + (head + b"\r\n" if head else b"") + b"\r\n"
    for piece in (1, 3, len(request)):
        arrival = Arrival(0)
        for start in range(0, len(request), piece):
            assert arrival.stage is Stage.COMING
            arrival.take(request[start : start + piece], 0)
        assert arrival.stage is stage


# ------------------------------------------------------------------------------------------------------- at start


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "1.1.1.1", "2606:4700::1111", "cardroom.example"])  # noqa: S104
def test_the_server_listens_to_strangers_only_behind_a_declared_proxy(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CARDROOM_PROXIES", raising=False)
    with pytest.raises(SystemExit, match="CARDROOM_PROXIES is 0"):
        refuse_bare([("127.0.0.1", 8000), (host, 8000)])
    monkeypatch.setenv("CARDROOM_PROXIES", "1")
    refuse_bare([(host, 8000)])


def test_the_house_may_listen_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CARDROOM_PROXIES", raising=False)
    refuse_bare([("127.0.0.1", 1), ("::1", 1), ("localhost", 1), ("192.168.7.1", 1), "/run/cardroom.sock"])
