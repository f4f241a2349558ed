"""A run that is killed together with its watchdog leaves its programs; the next run ends them, and nobody else's."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from devkit import groups, leftovers
from devkit.paths import ROOT
from tests.integration.devkit.test_supervisor import wait_for

RUN = """
import os, sys
from pathlib import Path
from devkit.leftovers import Noted
from devkit.supervisor import Program, Supervisor
from devkit.watchdog import Watchdog

folder = Path(sys.argv[1])
watchdog = Watchdog()
supervisor = Supervisor(watchdog, noted=Noted(folder / "programs"))
code = "import os, subprocess, sys, time, pathlib;" \\
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']);" \\
    "(pathlib.Path(sys.argv[1]) / 'pids').open('a').write(f'{os.getpid()} {child.pid}\\\\n'); time.sleep(600)"
for name in ("web", "worker"):
    command = [sys.executable, "-c", code, str(folder)]
    supervisor.start(Program(name, command, dict(os.environ), folder=os.getcwd()))
(folder / "watchdog").write_text(str(watchdog.process.pid))
supervisor.run()
"""


def started(folder: Path) -> list[int]:
    """All processes of the programs, each program's leader before its child."""
    pids = folder / "pids"
    return [int(pid) for pid in pids.read_text().split()] if pids.exists() else []


@pytest.fixture
def killed(tmp_path: Path) -> Iterator[Path]:
    """The folder of a run of two programs that was killed at once with its watchdog."""
    run = subprocess.Popen([sys.executable, "-c", RUN, str(tmp_path)], cwd=ROOT)
    wait_for(lambda: len(started(tmp_path)) == 4 and (tmp_path / "watchdog").exists(), lambda: str(started(tmp_path)))
    dog = int((tmp_path / "watchdog").read_text())
    os.kill(run.pid, signal.SIGSTOP)  # so that it can't start anything between the two
    os.kill(dog, signal.SIGKILL)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    wait_for(lambda: not groups.is_running(dog), str)
    yield tmp_path
    for process in started(tmp_path):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def test_the_next_run_ends_what_a_killed_one_left(killed: Path) -> None:
    processes = started(killed)
    assert all(groups.is_running(process) for process in processes), "nobody else ends them"
    assert sorted(leftovers.end_all(killed / "programs")) == sorted(processes[::2])
    assert not any(groups.is_running(process) for process in processes)
    assert leftovers.end_all(killed / "programs") == []


@pytest.mark.skipif(not groups.HAS_PROC, reason="only Linux tells who belongs to a group without its leader")
def test_children_whose_leader_died_are_ended_too(killed: Path) -> None:
    for leader in started(killed)[::2]:
        os.kill(leader, signal.SIGKILL)
    leftovers.end_all(killed / "programs")
    assert not any(groups.is_running(process) for process in started(killed))


def test_another_process_with_the_same_id_is_left_alone(killed: Path) -> None:
    noted = killed / "programs"
    noted.write_text("".join(f"{line} later\n" for line in noted.read_text().splitlines()))
    assert leftovers.end_all(noted) == []
    assert all(groups.is_running(process) for process in started(killed))


def test_what_ended_in_good_order_is_not_noted_any_more(tmp_path: Path) -> None:
    noted = leftovers.Noted(tmp_path / "programs")
    noted.add(os.getpid(), signal.SIGTERM)
    noted.add(1, signal.SIGTERM)
    noted.remove(os.getpid())
    assert [line.split()[0] for line in (tmp_path / "programs").read_text().splitlines()] == ["1"]
    assert leftovers.Noted(tmp_path / "programs").path.read_text() == ""
