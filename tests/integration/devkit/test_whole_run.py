"""`python3 dev.py run` in a checkout of its own: from nothing to a signed-in page, and nothing left after a kill."""

import contextlib
import http.cookiejar
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from devkit import postgres
from devkit.paths import ROOT, VENV

PASSWORD = "a-password-for-this-run"
PATIENCE = 600.0  # seconds; on a busy machine every command takes its time


class Checkout:
    """A copy of the project that shares its environment, and a run in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".*_cache"))
        (folder / ".venv").symlink_to(VENV)
        with socket.socket() as asked:
            asked.bind(("127.0.0.1", 0))
            self.port = asked.getsockname()[1]
        self.said = folder / "said"

    def environment(self) -> dict[str, str]:
        """As on a machine that has been told nothing but the port."""
        inherited = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
        made = {"PORT": str(self.port), "CARDROOM_DEMO_PASSWORD": PASSWORD, "CARDROOM_DEMO": "1"}
        return inherited | made

    def run(self) -> "subprocess.Popen[bytes]":
        """Start it, and return when it says that it is open."""
        with self.said.open("wb") as said:
            command = [sys.executable, "dev.py", "run"]
            process = subprocess.Popen(command, cwd=self.folder, env=self.environment(), stdout=said, stderr=said)
        wait_for(lambda: "Ctrl-C closes it" in self.words() or process.poll() is not None, self.words)
        assert process.poll() is None, self.words()
        return process

    def manage(self, *arguments: str) -> tuple[int, str]:
        """A command on the room: its exit code and what it complained of."""
        command = [sys.executable, "dev.py", "manage", *arguments]
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment(), capture_output=True, text=True, check=False
        )
        return done.returncode, done.stderr

    def words(self) -> str:
        """All that the run has said."""
        return self.said.read_text(errors="replace")

    def processes(self) -> list[str]:
        """The processes that run in this checkout, seen by its command line or its working folder."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                where, command = str((process / "cwd").readlink()), (process / "cmdline").read_text()
            except OSError:
                continue
            if command and str(self.folder) in where + command:
                found.append(f"{process.name} {command}")
        return found


def wait_for(happened: Callable[[], bool], tell: Callable[[], object]) -> None:
    """Return when it has happened; fail with what is told when it takes too long."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, tell()
        time.sleep(0.5)


@pytest.fixture
def checkout() -> Iterator[Checkout]:
    """A checkout outside pytest's closed folder, so that the server's account can reach its data."""
    made = Checkout(Path(f"/var/tmp/cardroom-run-{os.getpid()}"))
    yield made
    print(made.words())  # pytest shows it when the test failed
    for process in made.processes():
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(process.split()[0]), signal.SIGKILL)
    shutil.rmtree(made.folder)
    shutil.rmtree(postgres.socket_folder(made.folder / "var" / "postgres"), ignore_errors=True)


def sign_in(address: str, username: str) -> str:
    """The page that a person sees after signing in."""
    cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    browser = urllib.request.build_opener(cookies)
    with browser.open(f"{address}/sign-in/") as page:
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.read().decode())
    assert token
    form = {"csrfmiddlewaretoken": token[1], "username": username, "password": PASSWORD}
    request = urllib.request.Request(
        f"{address}/sign-in/", urllib.parse.urlencode(form).encode(), {"Referer": f"{address}/sign-in/"}
    )
    with browser.open(request):
        pass
    with browser.open(f"{address}/floor/") as floor:
        assert floor.url == f"{address}/floor/"
        return str(floor.read().decode())


def is_well(address: str) -> bool:
    """Whether database, broker and worker are all there."""
    try:
        return urllib.request.urlopen(f"{address}/healthz/").status == 200
    except urllib.error.HTTPError as answer:
        answer.close()
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_from_nothing_to_a_floor_page_and_nothing_is_left(checkout: Checkout) -> None:
    address = f"http://127.0.0.1:{checkout.port}"
    process = checkout.run()
    wait_for(lambda: is_well(address), checkout.words)
    assert f"password {PASSWORD}" in checkout.words()
    assert "Sign out" in sign_in(address, "floor")

    again = subprocess.run(
        [sys.executable, "dev.py", "run"], cwd=checkout.folder, env=checkout.environment(), capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert (again.returncode, f"running already (process {process.pid})" in again.stderr) == (1, True)

    assert checkout.manage("audit_books") == (0, "")  # on the open room
    process.kill()
    process.wait()
    second = checkout.run()  # waits until the killed run has been put away; the data is the same
    assert "The demo room is made." not in checkout.words()
    wait_for(lambda: is_well(address), checkout.words)

    second.send_signal(signal.SIGINT)
    assert second.wait(60) == 0
    assert checkout.manage("audit_books") == (0, "")  # the closed room's database is started for the command
    assert checkout.manage("no_such_command")[0] == 1
    wait_for(lambda: not checkout.processes(), checkout.processes)
