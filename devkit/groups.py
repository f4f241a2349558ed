"""Process groups: whether anything of one is left, and ending them politely, then for certain."""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

GRACE = 10.0  # seconds that a process gets to finish what it does
LAST_WORDS = 1.0  # seconds that its children get after it
HAS_PROC = Path("/proc/self/stat").exists()
ZOMBIE_STATES = ("Z", "X")


def is_alive(group: int) -> bool:
    """Whether the group still has a process that runs; one that waits to be reaped doesn't count."""
    if HAS_PROC:
        return any(group_of(process) == group for process in Path("/proc").glob("[0-9]*"))
    return signal_group(group, 0)


def is_running(process: int) -> bool:
    """Whether the process runs; one that waits to be reaped doesn't."""
    if HAS_PROC:
        return group_of(Path(f"/proc/{process}")) is not None
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def group_of(process: Path) -> int | None:
    """The group of a running process (Linux); None when it has ended."""
    try:
        text = (process / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    state, _, group = text.rpartition(")")[2].split()[:3]
    return None if state in ZOMBIE_STATES else int(group)


def signal_group(group: int, number: int) -> bool:
    """Send the signal to all of the group; whether there was anybody to receive it."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def end(group: int, polite: int, grace: float = GRACE) -> None:
    """End the group and return when it has ended.

    Its leader gets the polite signal and ends its own children; what is left after that, or after `grace` seconds, is
    killed.
    """
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(group, polite)
    has_ended_within(lambda: not is_running(group), grace)
    has_ended_within(lambda: not is_alive(group), LAST_WORDS)
    while is_alive(group):
        signal_group(group, signal.SIGKILL)
        has_ended_within(lambda: not is_alive(group), grace)


def has_ended_within(has_ended: Callable[[], bool], seconds: float) -> None:
    """Wait for an end, at most so many seconds."""
    deadline = time.monotonic() + seconds
    while not has_ended() and time.monotonic() < deadline:
        time.sleep(0.02)


def command_of(process: int) -> str | None:
    """The command line of a process; None when there is no such process, or nobody tells."""
    told = Path(f"/proc/{process}/cmdline")
    if told.exists():
        return told.read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    if shutil.which("ps"):
        said = subprocess.run(["ps", "-p", str(process), "-o", "args="], check=False, capture_output=True, text=True)
        return said.stdout.strip() or None
    return None
