"""The signals of one kind of what was seen: who reaches the goal, the evidence of everybody, their rates, and what
explains it best."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rake.assurance.causes import Cause, causes
from rake.assurance.fits import Fitted
from rake.assurance.per_down import Rate, rates
from rake.assurance.readers import Found, looks
from rake.assurance.seen import Part, Seen, Side, Subject
from rake.assurance.split import Signal, goal
from rake.assurance.watch import Watch

NEVER = float("inf")


@dataclass(frozen=True, slots=True)
class Closed:
    """The flags of a subject by one signal that were closed: how many, and when the last one was."""

    times: int
    at: datetime


ClosedFlags = Mapping[tuple[Signal, Subject], Closed]


@dataclass(frozen=True, slots=True)
class Line:
    """One signal and one subject: the evidence (logarithm) beside its goal, and whether it was reached."""

    signal: Signal
    subject: Subject
    evidence: float
    goal: float
    is_flagged: bool
    round: int


@dataclass(frozen=True, slots=True)
class Watched:
    """All that was seen of one kind, with what it says of everybody."""

    lines: tuple[Line, ...]
    rates: Mapping[Subject, Rate]
    best: Fitted
    causes: tuple[Cause, ...]
    seen: int
    hands: float


def watched(
    found: Sequence[Found],
    signals: Mapping[Side, Signal],
    numbers: Mapping[Subject, int],
    closed: ClosedFlags,
    in_order: Iterable[Sequence[Seen]] = (),
) -> Watched:
    """The signals of what was found. Whoever had a flag that was closed begins anew with what was found since."""
    own = {key: each for key, each in closed.items() if key[0] in signals.values()}
    main = Watch(signals, lambda signal, part: _goal(signal, part, numbers, own, times=0))
    _play(main, found)
    lines = [line for part in main.process.parts() if (line := _line(main, part, numbers, own, times=0))]
    for key, each in own.items():
        again = Watch(signals, lambda signal, part, key=key, times=each.times: _goal(  # type: ignore[misc]  # mypy takes no defaults here
            signal, part, numbers, own, times=times) if (signal, part.subject) == key else NEVER)  # fmt: skip
        _play(again, [one for one in found if one.at > each.at])
        part = Part(key[1], next(side for side, signal in signals.items() if signal == key[0]))
        if part in again.process.parts() and (line := _line(again, part, numbers, own, times=each.times)):
            lines.append(line)
    counted = Counter(each.seen for each in found)
    best = main.process.best()
    told = causes(counted, in_order) if counted else []
    hands = sum(each.seen.hands for each in found)
    ordered = sorted(lines, key=lambda line: (not line.is_flagged, line.goal - line.evidence, line.subject))
    return Watched(tuple(ordered), rates(counted, best.explanation), best, tuple(told), len(found), hands)


def _play(watch: Watch, found: Sequence[Found]) -> None:
    for new in looks(found):
        watch.look(new)


def _goal(signal: Signal, part: Part, numbers: Mapping[Subject, int], closed: ClosedFlags, *, times: int) -> float:
    """The goal of a part; none is ever reached by what was seen before a flag of it was closed."""
    before = closed.get((signal, part.subject))
    if (before.times if before else 0) != times:
        return NEVER
    return goal(signal, part.subject.kind, numbers.get(part.subject, len(numbers)), times)


def _line(watch: Watch, part: Part, numbers: Mapping[Subject, int], closed: ClosedFlags, *, times: int) -> Line | None:
    signal = watch.signals[part.side]
    to_reach = _goal(signal, part, numbers, closed, times=times)
    if to_reach == NEVER:
        return None
    flagged = watch.found.get(part)
    evidence = flagged.evidence if flagged else watch.process.evidence(part, above=1.0)
    return Line(signal, part.subject, evidence, to_reach, flagged is not None, times)
