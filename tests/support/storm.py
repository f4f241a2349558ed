"""Storms: people who send quick hands to the real web server, each again and again with its key until it is answered,
while something dies. Afterwards each answered hand is there once, and nothing else.

The web server is gunicorn as it serves the product, with the application's role on a database of the test's own.
"""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from django.db import connections

from config.audit.books import audit
from games.models import Hand
from tests.support.api import token_for
from tests.support.cluster import free_port
from tests.support.desk import open_desk_now, person
from tests.support.source import ROOT
from tests.support.table import HandTable

PATIENCE = 60.0  # seconds; a busy machine starts Python slowly
ASKED_FOR = 10.0  # seconds that one attempt may take: longer than the server's own patience
RAKE = 1_00


# ------------------------------------------------------------------------------------------------------ the web server


@dataclass
class Served:
    """A running web server: where it listens, and the process that leads its workers."""

    port: int
    process: "subprocess.Popen[bytes]"
    said: Path

    @property
    def workers(self) -> list[int]:
        """The processes that answer."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(child) for child in children.read_text().split()]

    def signal_worker(self, number: int, which: int) -> None:
        """Send a signal to one of the workers, whichever lives."""
        if workers := self.workers:
            os.kill(workers[number % len(workers)], which)


@contextmanager
def web_server(folder: Path, *options: str, root: Path = ROOT, **told: str) -> Iterator[Served]:
    """gunicorn for the block, on the database to which this process's connections lead; `root` may be another
    release's."""
    port, said = free_port(), folder / "web.log"
    command = [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{port}", "--log-level", "warning", *options]
    with said.open("wb") as log:
        process = subprocess.Popen(
            command, cwd=root, env=environment() | told, stdout=log, stderr=log, start_new_session=True
        )
    try:
        wait_for(lambda: answers(port) or process.poll() is not None, said)
        assert process.poll() is None, said.read_text(errors="replace")
        yield Served(port, process, said)
    finally:
        for worker in Served(port, process, said).workers if process.poll() is None else []:
            os.kill(worker, signal.SIGCONT)
        process.terminate()
        process.wait(PATIENCE)


def environment() -> dict[str, str]:
    """The web server's environment: the application's role on this process's database, and no broker to wait for."""
    foreign = ("DATABASE_", "CARDROOM_", "PYTEST_", "DJANGO_SETTINGS")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    return inherited | {"DATABASE_URL": address(), "BROKER_URL": "memory://localhost", "SECRET_KEY": "s" * 60}


def address() -> str:
    """The address of the database to which the application's connection leads."""
    leads = connections["default"].get_connection_params()
    port = f"&port={leads['port']}" if leads.get("port") else ""
    shown = f":{leads['password']}" if leads.get("password") else ""  # a server of this machine may ask for none
    return f"postgresql://{leads['user']}{shown}@/{leads['dbname']}?host={leads['host']}{port}"


def answers(port: int) -> bool:
    """Whether somebody takes connections there and speaks HTTP."""
    try:
        return ask(port, "GET", "/healthz/") > 0
    except OSError:
        return False


def ask(port: int, method: str, path: str) -> int:
    """The status of one request; OSError where there is no answer."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=ASKED_FOR)
    try:
        line.request(method, path)
        return line.getresponse().status
    except http.client.HTTPException as error:
        raise OSError(str(error)) from error
    finally:
        line.close()


def wait_for(happened: Callable[[], bool], said: Path) -> None:
    """Return when it has happened; fail with the log where it takes too long."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, said.read_text(errors="replace")
        time.sleep(0.1)


# ----------------------------------------------------------------------------------------------------------- the storm


@dataclass
class Outcome:
    """The outcome of a storm. `acked` are the ids of the hands that were answered, by key."""

    acked: dict[str, int] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    unanswered: list[str] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def told(self) -> str:
        """The figures, for people."""
        worst = max(self.waits, default=0.0)
        return f"{len(self.acked)} answered, {dict(self.refused)}, the longest wait {worst:.2f} s"


@dataclass
class Storm:
    """A table at which quick hands are recorded over HTTP, and whoever sends them."""

    table: HandTable
    token: str

    @property
    def path(self) -> str:
        return f"/api/v1/table-sessions/{self.table.desk.session.pk}/ticks/"

    def blow(
        self,
        port: int,
        fault: Callable[[], None],
        *,
        clients: int,
        hands: int,
        keeps_key: bool = True,
        patience: float = ASKED_FOR,
    ) -> Outcome:
        """Let so many clients send so many hands each while `fault` goes on; returns when all have been answered.

        `patience` is how many seconds an attempt may take before it is sent anew."""
        outcome = Outcome()
        people = [
            threading.Thread(target=self._send, args=(port, hands, keeps_key, patience, outcome), daemon=True)
            for _ in range(clients)
        ]
        for each in people:
            each.start()
        fault()
        for each in people:
            each.join(4 * PATIENCE)
        assert not any(each.is_alive() for each in people), "somebody was never answered"
        return outcome

    def _send(self, port: int, hands: int, keeps_key: bool, patience: float, outcome: Outcome) -> None:
        for _ in range(hands):
            key, began, hand = str(uuid.uuid4()), time.monotonic(), 0
            while not hand and time.monotonic() - began < PATIENCE:
                said, hand = self.attempt(port, key if keeps_key else str(uuid.uuid4()), patience)
                if not hand:
                    with outcome.lock:
                        outcome.refused[said] += 1
                    time.sleep(0.05)
            with outcome.lock:
                outcome.waits.append(time.monotonic() - began)
                if hand:
                    outcome.acked[key] = hand
                else:
                    outcome.unanswered.append(key)

    def attempt(self, port: int, key: str, patience: float = ASKED_FOR) -> tuple[str, int]:
        """One request on a connection of its own: what was said, and the id of the hand, or 0."""
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=patience)
        try:
            return self.attempt_on(line, key)
        finally:
            line.close()

    def attempt_on(self, line: http.client.HTTPConnection, key: str) -> tuple[str, int]:
        """One request on that connection."""
        sent = {"Authorization": f"Token {self.token}", "Content-Type": "application/json", "Idempotency-Key": key}
        try:
            line.request("POST", self.path, json.dumps({"rake_taken": RAKE, "pot": 30_00, "winners": [1]}), sent)
            answer = line.getresponse()
            body = json.loads(answer.read() or b"{}")
        except (OSError, http.client.HTTPException, ValueError) as error:
            return type(error).__name__, 0
        if answer.status in (200, 201):
            return str(answer.status), int(body["id"])
        return f"{answer.status} {body.get('code', '')}", 0

    # ------------------------------------------------------------------------------------------------- what must hold

    def recorded(self) -> list[int]:
        """The ids of the hands that lie in the database."""
        return sorted(Hand.objects.filter(session=self.table.desk.session).values_list("pk", flat=True))

    def look_at(self, outcome: Outcome) -> None:
        """Each answered hand is there once and no other is, their numbers have no gap, each person was answered, and
        the books hold."""
        assert outcome.unanswered == []
        assert sorted(outcome.acked.values()) == self.recorded(), outcome.told
        numbers = Hand.objects.filter(session=self.table.desk.session).order_by("number")
        assert list(numbers.values_list("number", flat=True)) == list(range(1, len(outcome.acked) + 1))
        found = faults_of_the_books()
        assert found == [], found


def faults_of_the_books() -> list[str]:
    """The faults that the audit of the books finds."""
    return [fault for finding in audit() if not finding.holds for fault in finding.faults]


def open_storm() -> Storm:
    """A new room with a full table, at play now, and a system that records its hands."""
    desk = open_desk_now()
    table = HandTable(desk, {seat: desk.seated(300_00, seat=seat) for seat in range(1, 9)})
    return Storm(table, token_for(person(desk.room, "floor")))


# ---------------------------------------------------------------------------------------------------- a line that fails


class FlakyLine:
    """A TCP proxy before the web server that loses, cuts and doubles what passes through it, by turns."""

    def __init__(self, port: int, fault: str, every: int = 3) -> None:
        self.target, self.fault, self.every, self.count = port, fault, every, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        """Take no more connections."""
        self.listener.close()

    def _serve(self) -> None:
        while True:
            try:
                caller, _ = self.listener.accept()
            except OSError:
                return
            self.count += 1
            fails = self.count % self.every == 0
            threading.Thread(target=self._carry, args=(caller, self.fault if fails else ""), daemon=True).start()

    def _carry(self, caller: socket.socket, fault: str) -> None:
        """One request and its answer: the request comes whole, for its sender waits for the answer."""
        try:
            with caller:
                caller.settimeout(ASKED_FOR)
                request = _whole_request(caller)
                if fault == "half":
                    self._answer(request[: len(request) // 2])
                    return
                answer = self._answer(request)
                if fault == "double":
                    answer = self._answer(request)
                if fault == "late":
                    time.sleep(0.3)
                if fault != "lost":
                    caller.sendall(answer)
        except OSError:
            return

    def _answer(self, request: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", self.target), timeout=ASKED_FOR) as line:
            line.sendall(request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
            line.shutdown(socket.SHUT_WR)
            heard = b""
            while data := line.recv(65_536):
                heard += data
            return heard


def _whole_request(caller: socket.socket) -> bytes:
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += _more(caller)
    head, _, body = heard.partition(b"\r\n\r\n")
    length = next(
        (int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")), 0
    )
    while len(body) < length:
        body += _more(caller)
    return head + b"\r\n\r\n" + body


def _more(caller: socket.socket) -> bytes:
    if data := caller.recv(65_536):
        return data
    raise ConnectionError("hung up")
