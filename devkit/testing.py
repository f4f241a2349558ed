"""`dev.py test`: pytest on a throwaway PostgreSQL, or on the servers that the environment names."""

import os
import signal
import subprocess

from devkit import throwaway, venv
from devkit.changed import changed_files, touched_tests
from devkit.paths import PYTHON, ROOT
from devkit.watchdog import Watchdog

PATIENCE = {"CARDROOM_STATEMENT_TIMEOUT": "5min", "CARDROOM_IDLE_TIMEOUT": "10min"}
"""A test is one transaction, and fails for no machine that is busy with something else."""


def test(arguments: list[str]) -> int:
    """Run pytest with these arguments, everything on two processes without any; pytest's exit code.

    `--changed [COMMIT]` runs for a minute what a change since the commit (HEAD) can touch, nearest first.
    """
    venv.ensure(development=True)
    if arguments[:1] == ["--changed"]:
        arguments = nearest(*arguments[1:2])
        if not arguments:
            print("No test touches what was changed.")
            return 0
    with throwaway.database_urls() as urls:
        everything = ["--numprocesses", str(processes()), "--dist", "worksteal"]  # no process waits for a slow file
        return to_the_end([str(PYTHON), "-m", "pytest", *(arguments or everything)], PATIENCE | os.environ | urls)


def nearest(since: str = "HEAD") -> list[str]:
    """Pytest's arguments for the tests that a change can touch, one by one from the nearest on; none for none."""
    tests = touched_tests(changed_files(since))
    one_by_one = ["--numprocesses", str(processes()), "--dist", "load", "--maxschedchunk", "1"]
    return [*one_by_one, "-p", "devkit.in_a_minute", "-q", *tests] if tests else []


def processes() -> int:
    """As many as there are processors, at most four: each has a database of its own."""
    return min(os.cpu_count() or 1, 4)


def to_the_end(command: list[str], environ: dict[str, str]) -> int:
    """Run the command in the foreground, its output untouched; end it when this process is told to end."""
    watchdog = Watchdog()
    process = subprocess.Popen(command, cwd=ROOT, env=environ, start_new_session=True)
    watchdog.adopt(process.pid, signal.SIGINT)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: process.send_signal(signal.SIGINT))
    code = process.wait()
    watchdog.dismiss()
    return code
