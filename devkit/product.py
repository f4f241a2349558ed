"""The product's environment and processes, as `dev.py` starts them on one machine."""

import os
import signal
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from devkit import static
from devkit.keys import kept
from devkit.paths import PYTHON, ROOT, VAR
from devkit.postgres import Server
from devkit.supervisor import Program
from devkit.trouble import TroubleError

DEMO_STAFF = (
    "floor", "host", "cashier", "manager", "deputy", "auditor", "admin", "relief", "shift", "counter", "tally",
)  # fmt: skip
DEMO_PIN = "2580"


def environment(database: dict[str, str], var: Path = VAR) -> dict[str, str]:
    """The variables that the product's processes find in their environment; what is set already goes before what is
    made here."""
    made = {
        "SECRET_KEY": os.environ.get("SECRET_KEY") or kept(var / "secret_key", 48),
        "CARDROOM_DEMO": os.environ.get("CARDROOM_DEMO", "1"),
        "CARDROOM_DEMO_PASSWORD": os.environ.get("CARDROOM_DEMO_PASSWORD") or kept(var / "demo_password", 9),
        "CARDROOM_ADDRESS": os.environ.get("CARDROOM_ADDRESS") or f"http://127.0.0.1:{os.environ.get('PORT') or 8000}",
        "CARDROOM_ANCHOR_KEY": os.environ.get("CARDROOM_ANCHOR_KEY") or str(var / "anchor_key"),
        "CARDROOM_ANCHORS": os.environ.get("CARDROOM_ANCHORS") or str(var / "anchors"),
        "BROKER_URL": os.environ.get("BROKER_URL") or "filesystem://localhost",  # kombu warns where no host is named
        "PYTHONUNBUFFERED": "1",
        "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges",  # on one machine, root may
    }
    return {**os.environ, **made, **database}


def serving(environ: dict[str, str]) -> dict[str, str]:
    """The environment of what serves people: without the address of the role that owns the tables."""
    return {name: value for name, value in environ.items() if name != "DATABASE_OWNER_URL"}


def manage(name: str, environ: dict[str, str], *arguments: str) -> Program:
    """A management command."""
    return program(name, [str(PYTHON), "manage.py", *arguments], environ)


def program(
    name: str, command: list[str], environ: dict[str, str], is_ready: Callable[[], bool] = lambda: True
) -> Program:
    """A program of the product, started from the project's root."""
    return Program(name, command, environ, folder=str(ROOT), is_ready=is_ready)


def preparations(environ: dict[str, str]) -> list[Program]:
    """The steps to take before the doors open, in this order; each is safe to do again."""
    steps = [
        manage("migrate", environ, "migrate", "--database", "owner", "--verbosity", "0"),
        manage("grants", environ, "grant_application_role"),
        manage("anchor key", environ, "anchor_key", "--keep"),
    ]
    if not static.is_collected():
        steps.append(manage("static", environ, "collectstatic", "--noinput", "--verbosity", "0"))
    if wants_demo(environ):
        steps.append(manage("demo", environ | {"CARDROOM_ANCHORS": ""}, "demo"))  # made in one go: anchored after that
    return steps


def prepare(environ: dict[str, str]) -> None:
    """Do the preparations, quietly. Refused with what the failing command said."""
    for step in preparations(environ):
        done = subprocess.run(
            step.command, check=False, capture_output=True, text=True, cwd=step.folder, env=step.environment
        )
        if done.returncode:
            raise TroubleError(f"`{step.name}` failed:\n{done.stderr.strip()}", "See the message.")
    static.remember()


def wants_demo(environ: dict[str, str]) -> bool:
    """Whether the demo room and its sign-ins are wanted; the product reads the variable the same way."""
    return environ["CARDROOM_DEMO"].lower() in ("true", "on", "ok", "y", "yes", "1")


def database(server: Server) -> Program:
    """The private PostgreSQL."""
    return Program(
        "database", server.command(), server.environment(),
        account=server.account, polite=signal.SIGINT, is_ready=server.is_ready,
    )  # fmt: skip


def web(environ: dict[str, str], port: int) -> Program:
    """The web server; how it serves stands in gunicorn.conf.py."""
    options = ["--bind", f"127.0.0.1:{port}", "--log-level", "warning"]
    command = [str(PYTHON), "-m", "gunicorn", "config.wsgi:application", *options]
    return program("web", command, serving(environ), lambda: answers(f"http://127.0.0.1:{port}/"))


TO_ITSELF = ("--without-gossip", "--without-mingle", "--without-heartbeat")
"""A worker's options by which it keeps to itself: what it told others would be sent from the loop in which it watches
its line to the broker, and a cut line would hold that loop up for as long as it is cut."""


def worker(environ: dict[str, str]) -> Program:
    """The Celery worker."""
    options = ["--concurrency", "2", "--loglevel", "WARNING", *TO_ITSELF]
    command = [str(PYTHON), "-m", "celery", "--quiet", "-A", "config", "worker", *options]
    return program("worker", command, serving(environ))


def scheduler(environ: dict[str, str]) -> Program:
    """The Celery scheduler."""
    command = [str(PYTHON), "-m", "celery", "--quiet", "-A", "config", "beat", "--loglevel", "WARNING"]
    return program("scheduler", command, serving(environ))


def answers(url: str) -> bool:
    """Whether somebody speaks HTTP there, well or ill."""
    try:
        urllib.request.urlopen(url, timeout=5).close()  # noqa: S310 - our own address
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True
