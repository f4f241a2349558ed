"""A PostgreSQL for one command: started in a temporary folder, ended and removed after it, whatever happens."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

from devkit import accounts, paths, postgres
from devkit.postgres import Server
from devkit.trouble import TroubleError
from devkit.watchdog import Watchdog

PATIENCE = 30.0  # seconds until a server must be ready


@contextmanager
def database_urls(*, durable: bool = False) -> Iterator[dict[str, str]]:
    """The database variables for a command's children: those given, else those of a server made for this command."""
    if url := os.environ.get("DATABASE_URL"):
        yield {"DATABASE_URL": url, "DATABASE_OWNER_URL": os.environ.get("DATABASE_OWNER_URL") or url}
        return
    with running_server(durable=durable) as server:
        yield server.urls()


@contextmanager
def running_server(*, durable: bool = False, large: bool = False, more: tuple[str, ...] = ()) -> Iterator[Server]:
    """A server for the block, with more settings where these are given; `large` data are kept out of the memory."""
    home = postgres.throwaway_home(on_disk=durable or large)
    watchdog = Watchdog()
    watchdog.sweep(home)
    try:
        server = postgres.open_server(home, paths.site_packages(), durable=durable, more=more)
        process = start(server)
        watchdog.adopt(process.pid, signal.SIGINT)
        try:
            wait_until_ready(server, process)
            yield server
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()
    finally:
        shutil.rmtree(home, ignore_errors=True)
        shutil.rmtree(postgres.socket_folder(home), ignore_errors=True)
        watchdog.dismiss()


def start(server: Server) -> "subprocess.Popen[bytes]":
    """Start the server with its log beside its data."""
    with (server.home / "log").open("wb") as log:
        return subprocess.Popen(
            server.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, cwd="/",
            env=server.environment(), start_new_session=True, **accounts.as_account(server.account),
        )  # fmt: skip


def wait_until_ready(server: Server, process: "subprocess.Popen[bytes]") -> None:
    """Return when the server takes connections. Refused, with its own words, when it ends or takes too long."""
    deadline = time.monotonic() + PATIENCE
    while not server.is_ready():
        if process.poll() is not None or time.monotonic() > deadline:
            said = (server.home / "log").read_text(encoding="utf-8", errors="replace").strip()
            raise TroubleError(f"The throwaway PostgreSQL did not start:\n{said}", "See the message.")
        time.sleep(0.02)
