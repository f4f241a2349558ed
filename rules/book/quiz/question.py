"""A question with its choices: the engine's answer in a house, and others that are wrong there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from rules.book.quiz.asking import ASKS, Answer
from rules.book.quiz.case import CASES, Case
from rules.book.scenarios.situation import Situation
from rules.house.house import House
from rules.house.house_rules import HOUSE_RULES
from rules.play.hand import Hand
from rules.text.rulebook import RULES

Drawn = TypeVar("Drawn")
MOST_CHOICES: Final = 4
CASES_OF_A_QUIZ: Final = 10


class Chance(Protocol):
    """The chance that draws cases and orders choices; the caller brings it, as `random.Random` is one."""

    def shuffle(self, x: Any) -> None:
        """Put a list into another order."""

    def choice(self, seq: Sequence[Drawn]) -> Drawn:
        """One of these."""

    def sample(self, population: Sequence[Drawn], k: int) -> list[Drawn]:
        """So many of these, none twice."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A line of why: its sentence and where it stands. `rule` is the code of a rule, `house_rule` the name of a
    question on which houses differ; one of them is empty."""

    sentence: str
    citation: str
    rule: str = ""
    house_rule: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A case as it is asked in a house: its choices, of which `right` is the engine's answer, and why it is.

    `hand` is the hand as it stands, None where no cards are in play.
    """

    case: Case
    choices: tuple[str, ...]
    right: str
    why: tuple[Reason, ...]
    hand: Hand | None

    @property
    def words(self) -> str:
        """The question in words."""
        return ASKS[self.case.ask].words


def question_of(case: Case, house: House, chance: Chance) -> Question:
    """The case as it is asked in a house, its choices in an order of chance."""
    answer = ASKS[case.ask].answer(case.in_house(house))
    choices = [answer.sentence, *_wrong(case, house, answer)]
    chance.shuffle(choices)
    return Question(case, tuple(choices), answer.sentence, tuple(_why(case, house, answer)), answer.outcome.hand)


def draw(chance: Chance, house: House) -> tuple[Question, ...]:
    """Ten questions of ten topics, the same ones for the same chance and house."""
    topics = list(dict.fromkeys(case.topic for case in CASES))
    chosen = chance.sample(topics, CASES_OF_A_QUIZ)
    cases = [chance.choice([case for case in CASES if case.topic == topic]) for topic in chosen]
    return tuple(question_of(case, house, chance) for case in cases)


def _wrong(case: Case, house: House, right: Answer) -> Sequence[str]:
    """The wrong choices: what is right elsewhere first, then what is right of a misread case, then neighbours."""
    found = dict.fromkeys([*_elsewhere(case, house), *_misread(case, house), *right.near])
    found.pop(right.sentence, None)
    return list(found)[: MOST_CHOICES - 1]


def _elsewhere(case: Case, house: House) -> Iterator[str]:
    """The answers of houses that answer otherwise what the case turns on."""
    for name in case.turns_on:
        for answer in HOUSE_RULES[name].values:
            yield from _sentences([case.in_house(house.with_answers(**{name: answer.value}))], case)


def _misread(case: Case, house: House) -> Iterator[str]:
    return _sentences(case.misread(house), case)


def _sentences(situations: Sequence[Situation] | Iterator[Situation], case: Case) -> Iterator[str]:
    for situation in situations:
        yield ASKS[case.ask].answer(situation).sentence


def _why(case: Case, house: House, answer: Answer) -> Iterator[Reason]:
    """The engine's own lines, then the house's answers that they turn on, then the rules that the case shows."""
    outcome = answer.outcome
    refusals = [outcome.violation, *outcome.more] if outcome.violation else []
    for violation in refusals:
        yield Reason(violation.message, violation.citation, rule=violation.code)
    for step in outcome.steps:
        yield Reason(step.text, step.citation, rule=step.rule)
    for name in case.turns_on:
        told = house.explain(name)
        yield Reason(f"{HOUSE_RULES[name].question}: {told.sentence}", told.citation, house_rule=name)
    named = {violation.code for violation in refusals}
    for code in case.shows:
        if code not in named:
            game = outcome.hand.sheet.key if outcome.hand else ""
            yield Reason(RULES[code].sentence, RULES[code].cite(house.name, game), rule=code)
