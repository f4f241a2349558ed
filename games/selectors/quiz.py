"""The quiz as its page shows it: ten cases with their choices, and marked, what the engine says to each.

Nothing about anybody is kept: the word in the address draws the cases, the query holds what was chosen.
"""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from django.urls import reverse

from games.selectors.worked import Drawn, drawn
from rules.book.quiz import Question, Reason, draw
from rules.house.house import House


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to choose: the code by which an address names it, its words, whether it is right and was chosen."""

    code: str
    words: str
    is_right: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A line of why, and the page of the rulebook that says more."""

    reason: Reason
    href: str


@dataclass(frozen=True, slots=True)
class Asked:
    """One case of the page; `name` is that of its field."""

    name: str
    title: str
    words: str
    table: Drawn | None
    choices: tuple[Choice, ...]
    why: tuple[Line, ...]

    @property
    def right(self) -> str:
        """The engine's answer."""
        return next(choice.words for choice in self.choices if choice.is_right)

    @property
    def is_answered(self) -> bool:
        """Whether one of the choices was chosen."""
        return any(choice.is_chosen for choice in self.choices)

    @property
    def is_right(self) -> bool:
        """Whether the right one was."""
        return any(choice.is_chosen and choice.is_right for choice in self.choices)


def quiz(word: str, house: House, chosen: Mapping[str, str]) -> tuple[Asked, ...]:
    """The ten cases that the word draws in a house, with what was `chosen` by the names of their fields."""
    questions = draw(Random(word), house)
    return tuple(_asked(f"case{number}", question, chosen) for number, question in enumerate(questions, 1))


def _asked(name: str, question: Question, chosen: Mapping[str, str]) -> Asked:
    code = chosen.get(name, "")
    choices = tuple(
        Choice(code_of(words), words, words == question.right, code_of(words) == code) for words in question.choices
    )
    why = tuple(Line(reason, _page(reason)) for reason in question.why)
    return Asked(name, question.case.title, question.words, _table(question), choices, why)


def code_of(words: str) -> str:
    """The code of a choice: it stays when choices are shuffled otherwise, and tells nothing."""
    return f"{zlib.crc32(words.encode()):08x}"


def _page(reason: Reason) -> str:
    return reverse("house_rule", args=[reason.house_rule]) if reason.house_rule else reverse("rule", args=[reason.rule])


_UNDRAWN = frozenset({"legal"})
"""Questions that the table would answer: what is asked about lies there, or doesn't."""


def _table(question: Question) -> Drawn | None:
    ask = question.case.ask
    return None if question.hand is None or ask in _UNDRAWN else drawn(question.hand, turn=ask != "acts")
