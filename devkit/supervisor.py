"""Keeps the product's processes running: starts them, passes on what they say, restarts what dies, ends them all.

Each process leads a group of its own, so that a Ctrl-C reaches the supervisor alone and the processes end in order, the
youngest first. The watchdog ends them should the supervisor itself be killed, and the next run should both be.
"""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import IO

from devkit import groups
from devkit.accounts import Account, as_account
from devkit.leftovers import Noted
from devkit.trouble import TroubleError
from devkit.watchdog import Watchdog

LONGEST_PAUSE = 30.0  # seconds between two attempts to start what keeps dying
STEADY = 20.0  # seconds after which a process counts as well again
PATIENCE = 60.0  # seconds until a process must be ready
SEE_ABOVE = "Its own words are above."
COLOURS = ("36", "32", "33", "35", "34", "31")


@dataclass(frozen=True)
class Program:
    """A program to keep running."""

    name: str
    command: list[str]
    environment: dict[str, str]
    folder: str = "/"
    account: Account | None = None
    polite: int = signal.SIGTERM
    is_ready: Callable[[], bool] = lambda: True


class Child:
    """A process of a program, with a thread that passes on what it says and one that waits for its end."""

    def __init__(self, program: Program, say: Callable[[str], None], ended: Callable[["Child"], None]) -> None:
        self.since = time.monotonic()
        self.process = subprocess.Popen(
            program.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=program.environment, cwd=program.folder, start_new_session=True, **as_account(program.account),
        )  # fmt: skip
        self.listener = threading.Thread(target=self._listen, args=(say,), daemon=True)
        self.listener.start()
        threading.Thread(target=self._wait, args=(ended,), daemon=True).start()

    @property
    def group(self) -> int:
        """The process group that the process leads."""
        return self.process.pid

    @property
    def code(self) -> int | None:
        """The exit code; None while it runs."""
        return self.process.returncode

    def _listen(self, say: Callable[[str], None]) -> None:
        assert self.process.stdout is not None  # noqa: S101 - opened as a pipe above
        with self.process.stdout as said:
            for line in said:
                if text := line.decode(errors="replace").rstrip():
                    say(text)

    def _wait(self, ended: Callable[["Child"], None]) -> None:
        self.process.wait()
        ended(self)


@dataclass
class Running:
    """A program, the process that runs it now, and how often in a row it died young."""

    program: Program
    colour: str
    child: Child
    deaths: int = 0
    due: float | None = None  # when to start it again


class Supervisor:
    """Runs programs until `stop` is called, which a signal may do."""

    def __init__(self, watchdog: Watchdog, out: IO[str] | None = None, noted: Noted | None = None) -> None:
        self.watchdog = watchdog
        self.noted = noted
        self.out = out or sys.stdout
        self.running: dict[str, Running] = {}
        self.ended: SimpleQueue[Child | None] = SimpleQueue()
        self.stopping = False
        self.speaking = threading.Lock()

    # ------------------------------------------------------------------------------------------------- starting

    def start(self, program: Program) -> None:
        """Start the program and return when it is ready. Refused when it ends first or takes too long."""
        colour = COLOURS[len(self.running) % len(COLOURS)]
        child = self._spawn(program, colour)
        self.running[program.name] = Running(program, colour, child)
        deadline = time.monotonic() + PATIENCE
        while not program.is_ready():
            self._refuse_when_stopping()
            if child.code is not None:
                child.listener.join(timeout=2)  # its last words come before ours
                raise TroubleError(f"The {program.name} ended at once ({ending(child.code)}).", SEE_ABOVE)
            if time.monotonic() > deadline:
                raise TroubleError(f"The {program.name} is not ready after {PATIENCE:.0f} s.", SEE_ABOVE)
            time.sleep(0.05)

    def complete(self, program: Program) -> None:
        """Run a program that ends by itself. Refused when it ends badly."""
        child = self._spawn(program, "2")
        try:
            while child.code is None:
                self._refuse_when_stopping()
                time.sleep(0.02)
        finally:
            self._put_away(child, program.polite)
        child.listener.join(timeout=2)
        if child.code:
            raise TroubleError(f"`{program.name}` failed ({ending(child.code)}).", SEE_ABOVE)

    def _spawn(self, program: Program, colour: str) -> Child:
        child = Child(program, lambda line: self.say(program.name, line, colour), self.ended.put)
        self.watchdog.adopt(child.group, program.polite)
        if self.noted:
            self.noted.add(child.group, program.polite)
        return child

    def _refuse_when_stopping(self) -> None:
        if self.stopping:
            raise KeyboardInterrupt

    # -------------------------------------------------------------------------------------------------- running

    def stop(self, *_: object) -> None:
        """Ask the loop to end; safe in a signal handler."""
        self.stopping = True
        self.ended.put(None)

    def run(self) -> None:
        """Restart what dies until asked to stop."""
        while not self.stopping:
            self._start_what_is_due()
            try:
                child = self.ended.get(timeout=self._seconds_until_due())
            except Empty:
                continue
            if dead := next((each for each in self.running.values() if each.child is child), None):
                self._bury(dead)

    def _seconds_until_due(self) -> float | None:
        waiting = [each.due for each in self.running.values() if each.due is not None]
        return max(0.0, min(waiting) - time.monotonic()) if waiting else None

    def _start_what_is_due(self) -> None:
        for each in self.running.values():
            if each.due is not None and each.due <= time.monotonic():
                each.due = None
                each.child = self._spawn(each.program, each.colour)

    def _bury(self, dead: Running) -> None:
        """End what a dead process left behind, and set the time of its restart: later each time it dies young."""
        self._put_away(dead.child, signal.SIGKILL)
        steady = time.monotonic() - dead.child.since > STEADY
        dead.deaths = 1 if steady else dead.deaths + 1
        pause = pause_after(dead.deaths)
        dead.due = time.monotonic() + pause
        self.say(
            "dev.py", f"The {dead.program.name} ended ({ending(dead.child.code)}); starting it again in {pause:g} s."
        )

    # -------------------------------------------------------------------------------------------------- the end

    def end(self) -> None:
        """End everything, the youngest first, each when those that need it are gone."""
        self.stopping = True
        for running in reversed(self.running.values()):
            self._put_away(running.child, running.program.polite)

    def _put_away(self, child: Child, polite: int) -> None:
        groups.end(child.group, polite)
        self.watchdog.release(child.group)
        if self.noted:
            self.noted.remove(child.group)

    def say(self, name: str, line: str, colour: str = "1") -> None:
        """One line of a process, or of our own, behind its name."""
        label = f"{name:>9} |"
        if self.out.isatty():
            label = f"\033[{colour}m{label}\033[0m"
        with self.speaking:
            print(label, line, file=self.out, flush=True)


def pause_after(deaths: int) -> float:
    """Seconds to wait before the next start: half a second, doubled for each death in a row, at most half a minute."""
    return float(min(LONGEST_PAUSE, 0.5 * 2 ** (deaths - 1)))


def ending(code: int | None) -> str:
    """The end of a process, in words."""
    if code is None:
        return "still running"
    if code < 0:
        return f"killed by {signal.Signals(-code).name}"
    return f"exit code {code}"
