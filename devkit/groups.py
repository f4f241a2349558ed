"""Process groups: whether anything of one is left, and ending them politely, then for certain."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

GRACE = 10.0  # seconds that a process gets to finish what it does
ZOMBIE_STATES = ("Z", "X")


def is_alive(group: int) -> bool:
    """Whether the group still has a process that runs; one that waits to be reaped doesn't count."""
    if sys.platform == "linux":
        return any(of_group == group and state not in ZOMBIE_STATES for of_group, state in running())
    return signal_group(group, 0)


def running() -> list[tuple[int, str]]:
    """The group and state of each process (Linux)."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, group = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[:3]
        except (OSError, ValueError):  # it ended while we looked
            continue
        found.append((int(group), state))
    return found


def signal_group(group: int, number: int) -> bool:
    """Send the signal to all of the group; whether there was anybody to receive it."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def end(group: int, polite: int, grace: float = GRACE) -> None:
    """End the group and return when it has ended: first with the polite signal, after `grace` seconds with SIGKILL."""
    if signal_group(group, polite) and not has_ended_within(group, grace):
        signal_group(group, signal.SIGKILL)
        has_ended_within(group, grace)


def has_ended_within(group: int, seconds: float) -> bool:
    """Wait for the end of the group, at most so many seconds."""
    deadline = time.monotonic() + seconds
    while is_alive(group):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def command_of(process: int) -> str | None:
    """The command line of a process; None when there is no such process, or nobody tells."""
    told = Path(f"/proc/{process}/cmdline")
    if told.exists():
        return told.read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    if shutil.which("ps"):
        said = subprocess.run(["ps", "-p", str(process), "-o", "args="], check=False, capture_output=True, text=True)
        return said.stdout.strip() or None
    return None
