"""The lines in which the books of a simulated room show the errors that were planted in it, and those without any."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from demo.simulation.part import Part, Shown
from demo.simulation.planted import Effect, Mark, Planted


class Verdict(StrEnum):
    """Whether the books show an error."""

    SHOWN = "shown"
    NETTED = "netted"
    """Others made up for it before anybody counted: no count can show it."""
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Judged:
    """A planted error with what the books show of it."""

    planted: Planted
    verdict: Verdict

    def to_json(self) -> dict[str, Any]:
        """The error, and whether the books show it."""
        return self.planted.to_json() | {"books": self.verdict.value}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the books with the numbers of the errors that made it; explained where they make up all of it."""

    shown: Shown
    causes: tuple[int, ...]
    is_explained: bool

    def to_json(self) -> dict[str, Any]:
        """The line, and which errors explain it."""
        told = {"line": self.shown.mark.what, "says": self.shown.sentence, **self.shown.effect._asdict()}
        return told | {"caused_by": list(self.causes), "explained": self.is_explained}


@dataclass(frozen=True, slots=True)
class Report:
    """Every planted error and every line of the books, each held against the other."""

    errors: tuple[Judged, ...]
    lines: tuple[Line, ...]

    @property
    def faults(self) -> list[str]:
        """A sentence for each error that the books don't show, and for each line that no error explains."""
        missing = [each.planted for each in self.errors if each.verdict is Verdict.MISSING]
        said = [f"error {each.number} ({each.kind.code}) is not in the books: {each.place}" for each in missing]
        return said + [f"nothing explains {line.shown.sentence}" for line in self.lines if not line.is_explained]


def report(planted: Sequence[Planted], parts: Iterable[Part]) -> Report:
    """Hold the planted errors against the books, line by line: what stands there must be the sum of what was planted
    there, and nothing else."""
    return judge(planted, [shown for part in parts for shown in part.shown()])


def judge(planted: Sequence[Planted], shown: Sequence[Shown]) -> Report:
    """The report of these errors and these lines."""
    by_mark: dict[Mark, list[Planted]] = defaultdict(list)
    for each in planted:
        by_mark[each.mark].append(each)
    lines = {each.mark: each for each in shown}
    if len(lines) != len(shown):
        raise ValueError("two lines of the books have one mark")
    judged = tuple(Judged(each, _verdict(each, by_mark, lines)) for each in planted)
    return Report(judged, tuple(_line(each, by_mark.get(each.mark, [])) for each in shown))


def _line(shown: Shown, causes: Sequence[Planted]) -> Line:
    return Line(shown, tuple(each.number for each in causes), sum_of(causes) == shown.effect)


def _verdict(error: Planted, by_mark: Mapping[Mark, Sequence[Planted]], lines: Mapping[Mark, Shown]) -> Verdict:
    together, line = sum_of(by_mark[error.mark]), lines.get(error.mark)
    if together != (line.effect if line else Effect()):
        return Verdict.MISSING
    is_seen = any(mine and all_of_it for mine, all_of_it in zip(error.effect, together, strict=True))
    return Verdict.SHOWN if is_seen else Verdict.NETTED


def sum_of(errors: Iterable[Planted]) -> Effect:
    """The sum of these errors."""
    together = Effect()
    for each in errors:
        together = together.plus(each.effect)
    return together
