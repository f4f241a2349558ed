"""The registry of the checks that `audit_books` runs. Each app registers its own in `AppConfig.ready`."""

from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Check:
    """One invariant that rows can show: its number in the list of invariants, a title, and the finder of faults."""

    code: str
    title: str
    faults: Callable[[], Iterator[str]]
    """Yields one sentence per row that breaks the invariant; reads only."""
    is_dear: bool = False
    """Whether it plays every hand again: the hourly audit asks it after the newest hands alone (`recorded_since`)."""


CHECKS: dict[str, Check] = {}


recorded_since: ContextVar[datetime | None] = ContextVar("recorded_since", default=None)
"""From when on the dear checks look at hands; at all of them where it is None."""


def register(
    code: str, title: str, *, is_dear: bool = False
) -> Callable[[Callable[[], Iterator[str]]], Callable[[], Iterator[str]]]:
    """Decorate a finder of faults: `@register("I-5", "Balances are the sums of their rows")`."""

    def add(faults: Callable[[], Iterator[str]]) -> Callable[[], Iterator[str]]:
        key = f"{code} {title}"
        if key in CHECKS:
            raise ValueError(f"check {key!r} is registered twice")
        CHECKS[key] = Check(code, title, faults, is_dear)
        return faults

    return add
