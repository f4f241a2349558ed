"""`dev.py manage COMMAND …`: a command of `manage.py` on the room that `dev.py run` has, whether it is open or not."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from devkit import locks, product, run, venv
from devkit.paths import PYTHON, ROOT
from devkit.postgres import Server
from devkit.throwaway import start, wait_until_ready
from devkit.trouble import TroubleError
from devkit.watchdog import Watchdog

USAGE = "python3 dev.py manage COMMAND [ARGS]; for instance: python3 dev.py manage audit_books"


def manage(arguments: list[str]) -> int:
    """Run the command with the room's environment, in this terminal; the command's exit code.

    Refused when no command is named.
    """
    if not arguments:
        raise TroubleError("No command is named.", USAGE)
    venv.ensure(development=False)
    with room_database() as urls:
        return in_this_terminal([str(PYTHON), "manage.py", *arguments], product.environment(urls))


@contextmanager
def room_database() -> Iterator[dict[str, str]]:
    """The database variables of the room: those given, else those of its private server, started if need be."""
    if url := os.environ.get("DATABASE_URL"):
        yield {"DATABASE_URL": url, "DATABASE_OWNER_URL": os.environ.get("DATABASE_OWNER_URL") or url}
        return
    lock = locks.try_lock(run.ROOM_LOCK)
    with lock or nullcontext():
        server = run.private_server(is_running=lock is None)
        with brought_up(server) if lock else nullcontext():
            yield server.urls()


@contextmanager
def brought_up(server: Server) -> Iterator[None]:
    """The server running and up to date for the block, as a run brings it; ended with it, even after a kill."""
    watchdog = Watchdog()
    process = start(server)
    watchdog.adopt(process.pid, signal.SIGINT)
    try:
        wait_until_ready(server, process)
        product.prepare(product.environment(server.urls()) | {"CARDROOM_DEMO": "0"})
        yield
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()
        watchdog.dismiss()


def in_this_terminal(command: list[str], environ: dict[str, str]) -> int:
    """Run the command where it can ask questions; a Ctrl-C reaches it too, and its answer to that is the exit code."""
    process = subprocess.Popen(command, cwd=ROOT, env=environ)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue
