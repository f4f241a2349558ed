"""The supervisor restarts what dies and leaves nothing behind, however it ends itself."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from devkit import groups
from devkit.paths import ROOT

ROOM = """
import os, signal, sys
from pathlib import Path
from devkit.supervisor import Program, Supervisor
from devkit.watchdog import Watchdog

folder = Path(sys.argv[1])
steady = "import os, subprocess, sys, time, pathlib; here = pathlib.Path(sys.argv[1]);" \\
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']);" \\
    "(here / 'pids').open('a').write(f'{os.getpid()} {child.pid}\\\\n'); print('hello', flush=True); time.sleep(600)"
stubborn = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN);" + steady
watchdog = Watchdog()
watchdog.sweep(folder / "temporary")
supervisor = Supervisor(watchdog)
signal.signal(signal.SIGTERM, supervisor.stop)
try:
    for name, code in (("steady", steady), ("other", sys.argv[2] == "stubborn" and stubborn or steady)):
        supervisor.start(Program(name, [sys.executable, "-c", code, str(folder)], dict(os.environ)))
    (folder / "ready").touch()
    supervisor.run()
finally:
    supervisor.end()
    watchdog.dismiss()
"""


class Room:
    """A supervisor in a process of its own that keeps two programs running, each with a child."""

    def __init__(self, folder: Path, temper: str) -> None:
        self.folder = folder
        (folder / "temporary").mkdir()
        self.said = folder / "said"
        with self.said.open("w") as said:
            self.process = subprocess.Popen(
                [sys.executable, "-c", ROOM, folder, temper], cwd=ROOT, stdout=said, stderr=said
            )
        wait_for(lambda: len(self.members()) >= 4, self.said.read_text)

    def members(self) -> list[int]:
        """All processes that the programs ever were."""
        pids = self.folder / "pids"
        return [int(pid) for pid in pids.read_text().split()] if pids.exists() else []

    def living(self) -> list[int]:
        """Those of them that still run."""
        return [pid for pid in self.members() if groups.is_running(pid)]


def wait_for(happened: Callable[[], bool], tell: Callable[[], str] = str, seconds: float = 20) -> None:
    """Return when it has happened; fail after so many seconds."""
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, tell()
        time.sleep(0.05)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A room of two steady programs."""
    opened = Room(tmp_path, "steady")
    yield opened
    close(opened)


def close(room: Room) -> None:
    """Whatever the test did, nothing is left."""
    if room.process.poll() is None:
        room.process.kill()
    room.process.wait()
    try:
        wait_for(lambda: not room.living(), room.said.read_text, seconds=30)
    finally:
        for pid in room.living():
            os.kill(pid, signal.SIGKILL)


def test_what_dies_is_started_again_and_said(room: Room) -> None:
    first, its_child = room.members()[:2]  # whichever of the two programs came first
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: len(room.members()) == 6, room.said.read_text)
    assert its_child not in room.living()
    said = room.said.read_text()
    assert re.search(r"The (steady|other) ended \(killed by SIGKILL\); starting it again in 0.5 s\.", said)


def test_each_line_stands_behind_its_programs_name(room: Room) -> None:
    wait_for(lambda: "steady | hello" in room.said.read_text(), room.said.read_text)


def test_a_polite_end_leaves_nothing_behind(room: Room) -> None:
    room.process.terminate()
    room.process.wait(timeout=20)
    assert room.living() == []


def test_a_killed_supervisor_leaves_nothing_behind(room: Room) -> None:
    room.process.kill()
    wait_for(lambda: not room.living(), room.said.read_text)
    wait_for(lambda: not (room.folder / "temporary").exists())


def test_what_refuses_to_end_is_ended(tmp_path: Path) -> None:
    room = Room(tmp_path, "stubborn")
    try:
        room.process.terminate()
        room.process.wait(timeout=2 * groups.GRACE + 5)
        assert room.living() == []
    finally:
        close(room)


def test_a_program_that_ends_at_once_is_refused_with_its_words(tmp_path: Path) -> None:
    code = (
        "import os, sys\nfrom devkit.supervisor import Program, Supervisor\nfrom devkit.watchdog import Watchdog\n"
        "supervisor = Supervisor(Watchdog())\n"
        "supervisor.start(Program('web', ['/bin/sh', '-c', 'echo no room; exit 3'], {}, is_ready=lambda: False))\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False, capture_output=True, text=True)
    assert "The web ended at once (exit code 3)." in ended.stderr
    assert "web | no room" in ended.stdout
