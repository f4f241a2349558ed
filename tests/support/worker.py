"""A Celery worker as production runs it, in a process of its own, over the embedded broker in a folder of the test.

`python -m tests.support.worker FOLDER` is that process; `running_worker` starts and ends it, and points this process's
jobs at the same folder.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from celery import current_app
from django.apps import apps

from config import celery as setup
from devkit.product import TO_ITSELF
from tests.support.source import ROOT

PATIENCE = 180.0  # seconds; a busy machine starts Python slowly
OPTIONS = ["--quiet", "worker", "--pool", "solo", "--loglevel", "ERROR", *TO_ITSELF]


@contextmanager
def running_worker(folder: Path, database: str, *options: str, **told: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A worker for the block, on the database of that name: its process, when it has shown that it lives. It works in
    that process, unless `options` of Celery say otherwise; `told` are variables of its environment."""
    log = folder / "worker.log"
    with sent_through(folder), log.open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.worker", str(folder), *options],
            cwd=ROOT, env=environment(database) | told, stdout=said, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        try:
            wait_for_pulse(process, log)
            yield process
        finally:
            process.terminate()
            process.wait(PATIENCE)


@contextmanager
def sent_through(folder: Path) -> Iterator[None]:
    """Let this process send its messages through the folder for the block."""
    wanted = broker_in(folder)
    before = {name: current_app.conf[name] for name in wanted}
    use_broker(wanted)
    try:
        yield
    finally:
        use_broker(before)


def broker_in(folder: Path) -> dict[str, Any]:
    """Celery's settings for the embedded broker in a folder."""
    options = setup._folders(folder / "broker") | setup.IMPATIENT
    return {"broker_url": "filesystem://localhost", "broker_transport_options": options}


def use_broker(values: dict[str, Any]) -> None:
    """Change Celery's settings and forget the connections made under the old ones."""
    current_app.conf.update(values)
    current_app.set_current()
    current_app._pool = None
    current_app.amqp._producer_pool = None


def environment(database: str) -> dict[str, str]:
    """The variables that the worker is told: the application's role on the test's database, the embedded broker, no
    test settings."""
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{database}").geturl()
    inherited = {name: value for name, value in os.environ.items() if name != "DATABASE_OWNER_URL"}
    return {**inherited, "DATABASE_URL": url, "BROKER_URL": "filesystem://localhost", "SECRET_KEY": "w" * 60}


def wait_for_pulse(process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Return when the worker has said in the database that it lives; fail with its log where it ended."""
    deadline = time.monotonic() + PATIENCE
    pulses = apps.get_model("jobs", "WorkerPulse")  # not imported: the worker's process starts here, before its apps
    while not pulses.objects.exists():
        if process.poll() is not None or time.monotonic() > deadline:
            raise AssertionError(f"The worker did not start:\n{log.read_text(encoding='utf-8')}")
        time.sleep(0.1)


def main(folder: str, *options: str) -> None:
    """Be the worker: the product's own application, its messages in `folder`."""
    use_broker(broker_in(Path(folder)))
    current_app.worker_main([*OPTIONS, *options])


if __name__ == "__main__":
    main(*sys.argv[1:])
