"""Locks between commands: a file that one process holds, and that is free again when the process is gone."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


def try_lock(path: Path) -> IO[str] | None:
    """The open file that holds the lock, with this process's id written in it, or None if somebody else holds it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    held = path.open("a+", encoding="utf-8")
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        held.close()
        return None
    held.truncate(0)
    held.write(str(os.getpid()))
    held.flush()
    return held


def holder(path: Path) -> int | None:
    """The process that wrote itself into the lock, if it is still alive."""
    text = path.read_text(encoding="utf-8").strip()
    if not text.isdigit():
        return None
    try:
        os.kill(int(text), 0)
    except ProcessLookupError:
        return None
    except PermissionError:
        pass
    return int(text)


@contextmanager
def waiting_lock(path: Path, seconds: float = 600) -> Iterator[None]:
    """Hold the lock for the block; waits for another command that is at the same work."""
    deadline = time.monotonic() + seconds
    while (held := try_lock(path)) is None:
        if time.monotonic() > deadline:
            raise TimeoutError(f"{path} has been locked for {seconds:.0f} s")
        time.sleep(0.2)
    try:
        yield
    finally:
        held.close()
