"""Two ways of doing the same, timed one after the other in the same run: medians of interleaved repeats, as a ratio."""

import gc
import resource
import statistics
from collections.abc import Callable

REPEATS = 5


def cpu_seconds(work: Callable[[], object]) -> float:
    """Processor time of one run, programs that it starts included: what else the machine does barely moves it."""
    start = _used()
    work()
    return _used() - start


def _used() -> float:
    usages = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def compare(
    name: str,
    ours: Callable[[], object],
    baseline: Callable[[], object],
    *,
    count: int,
    floor: float,
    goal: float | None = None,
    ours_repeats: int = 1,
    before: Callable[[], object] | None = None,
) -> bool:
    """Print how many times faster ours is than the baseline on `count` things; False where it misses `floor`.

    One call of `ours` does the work `ours_repeats` times, where once is too short to be timed. `before` is done before
    each of them and not timed.
    """
    times = [_pair(ours, baseline, before) for _ in range(REPEATS)]
    mine, theirs = (statistics.median(column) for column in zip(*times, strict=True))
    mine /= ours_repeats
    ratio = theirs / mine
    verdict = "MISSED" if ratio < floor else "ok"
    wish = f", goal {goal:g} x" if goal else ""
    print(
        f"{verdict:7}{name}: {ratio:.1f} x the baseline (floor {floor:g} x{wish}); "
        f"{count / mine:,.0f} a second against {count / theirs:,.0f}, median of {REPEATS}"
    )
    return ratio >= floor


def _pair(
    ours: Callable[[], object], baseline: Callable[[], object], before: Callable[[], object] | None
) -> tuple[float, float]:
    if before:
        before()
    return _from_clean(ours), _from_clean(baseline)


def _from_clean(work: Callable[[], object]) -> float:
    """The processor time of one run that doesn't clear away what others left: all of that is collected before."""
    gc.collect()
    return cpu_seconds(work)
