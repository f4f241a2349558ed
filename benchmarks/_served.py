"""The product as it is served, for measurements over HTTP: its web server on a free port, and the CPU it takes."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.db import connection
from django.test import Client

from config.staff.models import User
from devkit import product
from devkit.supervisor import Program
from devkit.watchdog import Watchdog

PATIENCE = 60.0  # seconds until the server must answer
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Used:
    """Processor seconds so far of the web server, of PostgreSQL and of whoever measures; and when that was."""

    web: float
    database: float
    own: float
    at: float

    def since(self, before: "Used") -> "Used":
        """The resources used between two moments; `at` becomes the seconds between them."""
        return Used(*(getattr(self, name) - getattr(before, name) for name in ("web", "database", "own", "at")))


@dataclass(frozen=True, slots=True)
class Served:
    """The running web server."""

    port: int
    process: "subprocess.Popen[bytes]"
    database: int

    def used(self) -> Used:
        """The processor time until now."""
        web, database = _seconds(family(self.process.pid)), _seconds(family(self.database))
        return Used(web, database, time.process_time(), time.time())


@contextmanager
def served() -> Iterator[Served]:
    """The product's web server for the block, exactly as `dev.py run` starts it."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port = asked.getsockname()[1]
    program = product.web(dict(os.environ), port)
    with running(program) as process:
        deadline = time.monotonic() + PATIENCE
        while not program.is_ready():
            assert process.poll() is None, "the web server ended at once: see above"
            assert time.monotonic() < deadline, "the web server did not answer in time"
            time.sleep(0.1)
        yield Served(port, process, _database_process())


@contextmanager
def running(program: Program) -> Iterator["subprocess.Popen[bytes]"]:
    """The process of one of the product's programs for the block."""
    watchdog = Watchdog()
    process = subprocess.Popen(program.command, cwd=program.folder, env=program.environment, start_new_session=True)
    watchdog.adopt(process.pid, signal.SIGTERM)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()
        watchdog.dismiss()


def memory(process: int) -> int:
    """The bytes of memory of a process and of its children, what they share counted once (its PSS)."""
    return sum(map(_pss, family(process)))


def _pss(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)


def session_of(person: User) -> str:
    """The cookie of a new session of this person, as after signing in."""
    client = Client()
    client.force_login(person, backend="config.staff.backends.StaffBackend")
    return client.cookies["sessionid"].value


def _database_process() -> int:
    """The process of PostgreSQL that all its others belong to; 0 where it runs elsewhere."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_backend_pid()")
        (backend,) = cursor.fetchone()
    return _parent(backend)


def family(process: int) -> list[int]:
    """A process and its children that live."""
    children = [int(path.name) for path in Path("/proc").glob("[0-9]*") if _parent(int(path.name)) == process]
    return [process, *children]


def _fields(pid: int) -> list[str]:
    """The system's figures of a process from its state on; empty where it has gone, or the system has no /proc."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return []


def _parent(pid: int) -> int:
    fields = _fields(pid)
    return int(fields[1]) if fields else 0


def _seconds(processes: Iterable[int]) -> float:
    return sum(int(ticks) for pid in processes for ticks in _fields(pid)[11:13]) / _TICKS
