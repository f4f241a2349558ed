"""`dev.py run`: the whole product on this machine, until Ctrl-C. `dev.py demo`: its demo room again, from empty."""

import os
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from devkit import accounts, leftovers, locks, paths, ports, postgres, product, static, venv
from devkit.postgres import Server
from devkit.supervisor import Supervisor
from devkit.trouble import TroubleError
from devkit.watchdog import Watchdog

ROOM_LOCK = paths.VAR / "run.lock"
PROGRAMS = paths.VAR / "run.programs"


def run() -> int:
    """Start everything and keep it running; 0 when it was asked to end."""
    port = chosen_port()
    venv.ensure(development=False)
    with the_room_to_itself() as lock, supervising(lock) as supervisor:
        ports.refuse_taken(port)
        environ = prepare(supervisor)
        for program in (product.web(environ, port), product.worker(environ), product.scheduler(environ)):
            supervisor.start(program)
        announce(supervisor, environ, port)
        supervisor.run()
        supervisor.say("dev.py", "Closing …")
    return 0


def demo() -> int:
    """Put the private database aside and fill an empty one with the demo room."""
    refuse_given_database()
    venv.ensure(development=False)
    with the_room_to_itself() as lock, supervising(lock) as supervisor:
        aside = put_data_aside(postgres.lasting_home(paths.VAR))
        put_anchors_aside(paths.VAR)
        prepare(supervisor)
    kept = f" The old data lies in {aside}." if aside else ""
    print(f"The demo room is new.{kept} Open it: python3 dev.py run")
    return 0


def chosen_port() -> int:
    """`PORT`, or 8000."""
    text = os.environ.get("PORT") or "8000"
    if not text.isascii() or not text.isdigit():
        raise TroubleError(f"PORT={text} is no port.", "Choose one from 1024 to 65535: PORT=8001 python3 dev.py run")
    return int(text)


@contextmanager
def the_room_to_itself(seconds: float = 40) -> Iterator[IO[str]]:
    """The lock that one run holds. Refused while another run is alive; waits while a killed one is being put away."""
    deadline = time.monotonic() + seconds
    while (lock := locks.try_lock(ROOM_LOCK)) is None:
        if (process := locks.holder(ROOM_LOCK)) or time.monotonic() > deadline:
            raise TroubleError(
                f"Cardroom is running already (process {process or 'unknown'}).",
                "Use that one, or end it first with Ctrl-C in its terminal"
                + (f" or: kill {process}" if process else "."),
            )
        time.sleep(0.1)
    with lock:
        yield lock


@contextmanager
def supervising(lock: IO[str]) -> Iterator[Supervisor]:
    """A supervisor that ends everything with the block, or with a signal; what a killed one left is ended first."""
    if left := leftovers.end_all(PROGRAMS):
        print(f"Ended {len(left)} programs that a killed run had left.", flush=True)
    watchdog = Watchdog(keep_open=[lock])
    supervisor = Supervisor(watchdog, noted=leftovers.Noted(PROGRAMS))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, supervisor.stop)
    try:
        yield supervisor
    finally:
        supervisor.end()
        watchdog.dismiss()


def prepare(supervisor: Supervisor) -> dict[str, str]:
    """Start the database and bring it up to date; the environment of the product's processes."""
    environ = product.environment(open_database(supervisor))
    for step in product.preparations(environ):
        supervisor.complete(step)
    static.remember()
    return environ


def open_database(supervisor: Supervisor) -> dict[str, str]:
    """The database variables: those given, else those of the private server, which is started."""
    if url := os.environ.get("DATABASE_URL"):
        return {"DATABASE_URL": url, "DATABASE_OWNER_URL": os.environ.get("DATABASE_OWNER_URL") or url}
    server = private_server()
    say_where_the_data_lies(server.home)
    supervisor.start(product.database(server))
    return server.urls()


def private_server(*, is_running: bool = False) -> Server:
    """The private server, its data where its account can reach it; what a killed one left behind is cleared."""
    home = postgres.lasting_home(paths.VAR)
    server = postgres.open_server(home, paths.site_packages(), durable=True)
    if not is_running:
        postgres.clear_leftovers(server)
        postgres.ask_for_passwords(server)
    return server


def say_where_the_data_lies(home: Path) -> None:
    """Tell where the data is when it isn't under var/, and why."""
    if paths.VAR not in home.parents:
        account = accounts.server_account()
        name = account.name if account else "PostgreSQL"
        print(f"The data lies in {home}: the account {name} can't get into {paths.VAR}.", flush=True)


def put_data_aside(home: Path) -> Path | None:
    """Move the data away and return the folder that it was moved to; the one put aside before that goes. None when
    there was no data."""
    data, aside = home / "data", home / "data.previous"
    if not data.exists():
        return None
    shutil.rmtree(aside, ignore_errors=True)
    data.rename(aside)
    return aside


def put_anchors_aside(var: Path) -> None:
    """The anchors of the old data go with it: those of the new begin with the first again."""
    anchors, aside = var / "anchors", var / "anchors.previous"
    if anchors.exists():
        shutil.rmtree(aside, ignore_errors=True)
        anchors.rename(aside)


def refuse_given_database() -> None:
    """A server's database is never emptied from here."""
    if os.environ.get("DATABASE_URL"):
        raise TroubleError(
            "DATABASE_URL names a server; the demo is made again only in the private database.",
            "Run without DATABASE_URL, or empty that database yourself and run: .venv/bin/python manage.py demo",
        )


def announce(supervisor: Supervisor, environ: dict[str, str], port: int) -> None:
    """Say where the room is and who may sign in."""
    supervisor.say("dev.py", f"Cardroom is open at http://127.0.0.1:{port}/")
    if product.wants_demo(environ):
        staff = ", ".join(product.DEMO_STAFF)
        supervisor.say("dev.py", f"Sign in as {staff}; password {environ['CARDROOM_DEMO_PASSWORD']}")
        supervisor.say("dev.py", f"Where a PIN is asked for, it is {product.DEMO_PIN} for each of them.")
    supervisor.say("dev.py", "Ctrl-C closes it; the data stays.")
