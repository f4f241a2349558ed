"""A measure of time: turns of a plain loop of the machine as it is now, for a busy one is slow in everything."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

TURNS = 40_000_000
"""The turns that an idle machine of today does in about a second."""
SAMPLE = 400_000


@contextmanager
def about_a_second() -> Iterator[None]:
    """Fail where the block takes more of the processor's time than so many turns of a loop, timed before and after."""
    before, began = _sample(), time.process_time()
    yield
    spent = time.process_time() - began
    assert spent < TURNS / SAMPLE * max(before, _sample()), f"{spent:.2f} s of processor"


def _sample() -> float:
    began, total = time.process_time(), 0
    for number in range(SAMPLE):
        total += number
    return time.process_time() - began
