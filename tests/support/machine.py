"""Programs that the machine may lack: a browser, Redis, RabbitMQ. A test that needs one asks for its fixture.

Where it is missing the test is skipped with the command that installs it; with `CI=true` it fails.
"""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from typing import NoReturn
from urllib.parse import urlsplit

import pytest

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The browsers that will do, the one that draws no windows first: a tablet is taken in a third of the time."""
FIXTURE_MARKERS = {"chromium": "browser", "redis_url": "services", "rabbitmq_url": "services"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by what they ask for, so that `-m "not browser"` finds them."""
    for item in items:
        for fixture in getattr(item, "fixturenames", ()):
            if marker := FIXTURE_MARKERS.get(fixture):
                item.add_marker(getattr(pytest.mark, marker))


def lacking(what: str, remedy: str) -> NoReturn:
    """Skip, or fail where everything must run."""
    sentence = f"{what} Run: {remedy}"
    if os.environ.get("CI") == "true":
        pytest.fail(sentence, pytrace=False)
    pytest.skip(sentence)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The system's Chromium, by its path; `CHROMIUM` names another."""
    named = os.environ.get("CHROMIUM")
    if found := shutil.which(named) if named else next(filter(None, map(shutil.which, CHROMIUM)), None):
        return found
    lacking("No Chromium on this machine.", "apt-get install -y chromium")


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis: the one of TEST_REDIS_URL or BROKER_URL, else one that is started for these tests."""
    if given := named_broker("TEST_REDIS_URL", "redis"):
        yield reachable(given, 6379, "redis-server --daemonize yes")
        return
    if not shutil.which("redis-server"):
        lacking("No Redis on this machine.", "apt-get install -y redis-server")
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port = asked.getsockname()[1]
    folder = tmp_path_factory.mktemp("redis")
    options = ["--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no", "--dir", str(folder)]
    server = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
    try:
        wait_for_port(port)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait()


@pytest.fixture(scope="session")
def rabbitmq_url() -> str:
    """A RabbitMQ: the one of TEST_RABBITMQ_URL or BROKER_URL."""
    given = named_broker("TEST_RABBITMQ_URL", "amqp")
    if not given:
        local = "TEST_RABBITMQ_URL=amqp://guest:guest@127.0.0.1:5672// python3 dev.py test"
        lacking("No RabbitMQ is named.", f"apt-get install -y rabbitmq-server, then {local}")
    return reachable(given, 5672, "rabbitmq-server -detached")


def named_broker(variable: str, scheme: str) -> str | None:
    """The broker that the environment names for this scheme."""
    general = os.environ.get("BROKER_URL", "")
    return os.environ.get(variable) or (general if general.startswith(scheme) else None)


def reachable(url: str, usual_port: int, remedy: str) -> str:
    """The same URL, if somebody listens there."""
    address = urlsplit(url)
    try:
        socket.create_connection((address.hostname or "127.0.0.1", address.port or usual_port), timeout=3).close()
    except OSError:
        lacking(f"Nobody answers at {address.hostname}:{address.port or usual_port}.", remedy)
    return url


def wait_for_port(port: int, seconds: float = 10) -> None:
    """Return when somebody listens on the port."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
