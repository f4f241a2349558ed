"""The flags of one process: who was flagged at which look, once for good."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from rake.assurance.process import Process
from rake.assurance.seen import Part, Seen, Side
from rake.assurance.split import Signal

Goal = Callable[[Signal, Part], float]
"""The evidence (logarithm) at which a part is flagged by a signal."""


@dataclass(frozen=True, slots=True)
class Flagged:
    """A part that reached its goal: by which signal, at which look, from 1, and the logarithm of the evidence then."""

    signal: Signal
    look: int
    evidence: float


@dataclass(slots=True)
class Watch:
    """A process, the signal of each way of a difference, and the goals."""

    signals: Mapping[Side, Signal]
    goal: Goal
    found: dict[Part, Flagged] = field(default_factory=dict)
    process: Process = field(init=False)

    def __post_init__(self) -> None:
        self.process = Process(sides=tuple(self.signals))

    def look(self, new: Iterable[Seen]) -> None:
        """Take in what is new, and flag who reaches the goal by it."""
        self.process.look(new)
        for part in [part for part in self.process.parts() if part not in self.found]:
            signal = self.signals[part.side]
            goal = self.goal(signal, part)
            if self.process.bound(part) <= goal:
                continue
            if (evidence := self.process.evidence(part, above=goal)) > goal:
                self.found[part] = Flagged(signal, self.process.looks, evidence)
