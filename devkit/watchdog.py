"""A small process that outlives its owner just long enough to end what the owner started.

The owner can be killed with SIGKILL, which no handler sees. So it tells the watchdog, through a pipe, each process
group that it starts and each folder that must not stay. When the pipe closes without a good-bye, the watchdog ends the
groups, the youngest first, and removes the folders.
"""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

from devkit import groups
from devkit.paths import ROOT


class Watchdog:
    """The owner's end of the pipe."""

    def __init__(self, keep_open: list[IO[str]] | None = None) -> None:
        """Start the process; it holds `keep_open` (locks) until everything has ended."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "devkit.watchdog"],
            stdin=subprocess.PIPE,
            pass_fds=[held.fileno() for held in keep_open or []],
            cwd=ROOT,
            start_new_session=True,  # a Ctrl-C in the terminal is the owner's business
            text=True,
        )

    def adopt(self, group: int, polite: int = signal.SIGTERM) -> None:
        """End this process group, first with the polite signal, should the owner die."""
        self._tell(f"group {group} {int(polite)}")

    def release(self, group: int) -> None:
        """The group has ended by itself."""
        self._tell(f"ended {group}")

    def sweep(self, folder: Path) -> None:
        """Remove the folder, should the owner die."""
        self._tell(f"folder {folder}")

    def dismiss(self) -> None:
        """Everything has been put away: end without doing anything."""
        self._tell("goodbye")
        if self.process.stdin:
            self.process.stdin.close()
        self.process.wait()

    def _tell(self, line: str) -> None:
        assert self.process.stdin is not None  # noqa: S101 - opened as a pipe above
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:  # somebody ended the watchdog: nothing is lost while the owner lives
            pass


class Charge:
    """The things that the watchdog has to put away."""

    def __init__(self) -> None:
        self.groups: dict[int, int] = {}
        self.folders: list[Path] = []
        self.dismissed = False

    def take(self, line: str) -> None:
        """Understand one line of the owner's."""
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "group":
            group, polite = rest.split()
            self.groups[int(group)] = int(polite)
        elif word == "ended":
            self.groups.pop(int(rest), None)
        elif word == "folder":
            self.folders.append(Path(rest))
        elif word == "goodbye":
            self.dismissed = True

    def put_away(self) -> None:
        """End the groups, the youngest first (the database is the oldest), and remove the folders."""
        for group, polite in reversed(self.groups.items()):
            groups.end(group, polite)
        for folder in self.folders:
            shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    """Listen until the owner says good-bye or dies."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    charge = Charge()
    for line in sys.stdin:
        charge.take(line)
    if not charge.dismissed:
        os.chdir("/")
        charge.put_away()


if __name__ == "__main__":
    main()
