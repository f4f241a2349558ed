"""Hands spread over processes in chunks. Sums don't depend on the order in which chunks come back, nor on how many
processes there are.

The processes are programs of their own (`python -m rake.lab.worker`), which talk over their pipes: a worker of the job
queue may have no children of the usual kind, and a forked one would share its database connection.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, Final, TypeAlias, TypeVar

from rake.lab.past import Recorded
from rake.lab.reckoning import Bench, Trial
from rake.lab.sums import Sums

CHUNK: Final = 5000
"""Hands that go to a process at once, and after which progress is told."""
MOST_WORKERS: Final = 16
ROOT: Final = Path(__file__).resolve().parent.parent.parent
Told = Callable[[int], None]
_Process: TypeAlias = "subprocess.Popen[bytes]"
Answered = TypeVar("Answered")


def usual_workers() -> int:
    """As many processes as this machine has processors to spare, one at least: pages are served beside them."""
    return max(1, min(MOST_WORKERS, (os.cpu_count() or 1) // 2))


def reckon(trial: Trial, hands: Iterable[Recorded], *, workers: int = 1, told: Told = lambda _: None) -> Sums:
    """The sums of the hands, reckoned by so many processes; `told` hears how many are done, chunk by chunk.

    One worker is this process. What `told` raises ends it, and the processes with it.
    """
    told(0)
    parts = _Serial(trial) if workers == 1 else _Parallel(trial, workers)
    with parts:
        done = 0
        for many in parts.counted(chunks(hands)):
            done += many
            told(done)
        sums = Sums()
        for part in parts.sums():
            sums.add(part)
    return sums


def chunks(hands: Iterable[Recorded]) -> Iterator[list[Recorded]]:
    """The hands in chunks."""
    rest = iter(hands)
    while chunk := list(islice(rest, CHUNK)):
        yield chunk


class _Serial(ExitStack):
    """This process alone."""

    def __init__(self, trial: Trial) -> None:
        super().__init__()
        self._bench = Bench(trial)

    def counted(self, parts: Iterable[list[Recorded]]) -> Iterator[int]:
        """Reckon the chunks; how many hands each had."""
        for chunk in parts:
            self._bench.count(chunk)
            yield len(chunk)

    def sums(self) -> Iterator[Sums]:
        """Their sums."""
        yield self._bench.sums()


class _Parallel(ExitStack):
    """So many processes, which end with the context."""

    def __init__(self, trial: Trial, workers: int) -> None:
        super().__init__()
        self._processes = [self.enter_context(_process(trial)) for _ in range(workers)]
        self._pool = self.enter_context(ThreadPoolExecutor(workers))
        self._idle: SimpleQueue[_Process] = SimpleQueue()
        for process in self._processes:
            self._idle.put(process)

    def counted(self, parts: Iterable[list[Recorded]]) -> Iterator[int]:
        """Reckon the chunks, of which no more than two wait for each process; how many hands each had."""
        running: set[Future[int]] = set()
        for chunk in parts:
            running.add(self._pool.submit(self._count, chunk))
            if len(running) == 2 * len(self._processes):
                ended, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (each.result() for each in ended)
        yield from (each.result() for each in running)

    def sums(self) -> Iterator[Sums]:
        """The sums of each process."""
        for process in self._processes:
            yield _asked(process, None, Sums)

    def _count(self, chunk: list[Recorded]) -> int:
        process = self._idle.get()
        try:
            return _asked(process, [tuple(hand) for hand in chunk], int)  # plain tuples travel faster
        finally:
            self._idle.put(process)


@contextmanager
def _process(trial: Trial) -> Iterator[_Process]:
    """A process that reckons for the trial, which ends with the context."""
    command = [sys.executable, "-m", "rake.lab.worker"]
    process = subprocess.Popen(  # noqa: S603 - our own program, without an argument of anybody's
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    )
    try:
        send(_pipe(process.stdin), trial)
        yield process
    finally:
        process.kill()
        process.communicate()


def _asked(process: _Process, what: Any, wanted: type[Answered]) -> Answered:
    """The answer of a process. Raises WorkerDiedError where it gives none."""
    try:
        send(_pipe(process.stdin), what)
    except BrokenPipeError:
        answer = None
    else:
        answer = receive(_pipe(process.stdout))
    if not isinstance(answer, wanted):
        raise WorkerDiedError("A process that reckoned hands ended before it answered: run it again.")
    return answer


class WorkerDiedError(Exception):
    """A process ended without an answer."""


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise AssertionError("a process that was started with pipes has them")
    return pipe


def send(pipe: IO[bytes], value: Any) -> None:
    """Write a value."""
    pickle.dump(value, pipe, protocol=pickle.HIGHEST_PROTOCOL)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    """The next value, None where there will be none."""
    try:
        return pickle.load(pipe)  # noqa: S301 - written by the other end of this pipe
    except EOFError:
        return None
