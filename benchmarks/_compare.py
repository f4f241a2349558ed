"""Two ways of doing the same, timed one after the other in the same run: medians of interleaved repeats, as a ratio."""

import statistics
import time
from collections.abc import Callable

REPEATS = 5


def cpu_seconds(work: Callable[[], object]) -> float:
    """Processor time of one run: what else the machine does barely moves it."""
    start = time.process_time()
    work()
    return time.process_time() - start


def compare(
    name: str,
    ours: Callable[[], object],
    baseline: Callable[[], object],
    *,
    count: int,
    floor: float,
    ours_repeats: int = 1,
) -> bool:
    """Print how many times faster ours is than the baseline on `count` things; False where it misses `floor`.

    One call of `ours` does the work `ours_repeats` times, where once is too short to be timed.
    """
    times = [(cpu_seconds(ours) / ours_repeats, cpu_seconds(baseline)) for _ in range(REPEATS)]
    mine, theirs = (statistics.median(column) for column in zip(*times, strict=True))
    ratio = theirs / mine
    verdict = "ok" if ratio >= floor else "MISSED"
    print(
        f"{verdict:7}{name}: {ratio:.1f} x the baseline (floor {floor:g} x); "
        f"{count / mine:,.0f} a second against {count / theirs:,.0f}, median of {REPEATS}"
    )
    return ratio >= floor
