"""The engine's answer to an example."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.play.explanation import Step
from rules.play.hand import Hand
from rules.text.violation import Violation


@dataclass(frozen=True, slots=True)
class Outcome:
    """The engine's answer. `effect` puts it in the fewest words, to be compared; `sentence` is for people.

    A refusal comes with its `violation`, a settled hand with its `steps`. `hand` is the hand as it stood when it was
    refused or ended, None where no cards are in play.
    """

    effect: str
    sentence: str
    violation: Violation | None = None
    steps: tuple[Step, ...] = ()
    hand: Hand | None = None
    more: tuple[Violation, ...] = ()

    @property
    def rules(self) -> frozenset[str]:
        """The codes of the rules that the engine named."""
        refused = [self.violation, *self.more] if self.violation else []
        return frozenset([*(each.code for each in refused), *(step.rule for step in self.steps)])


def refused(violation: Violation, hand: Hand | None = None) -> Outcome:
    """The outcome of what was refused."""
    return Outcome(f"refused {violation.code}", violation.message, violation, hand=hand)


def refused_or_accepted(violations: Sequence[Violation], accepted: str) -> Outcome:
    """The outcome of a check that names everything that is wrong; `accepted` is what to say when nothing is."""
    if not violations:
        return Outcome("accepted", accepted)
    first, *more = violations
    codes = ", ".join(violation.code for violation in violations)
    return Outcome(f"refused {codes}", first.message, first, more=tuple(more))


def listed(words: Sequence[str]) -> str:
    """The words as a part of a sentence: "a, b and c"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
