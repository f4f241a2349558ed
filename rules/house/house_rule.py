"""A house rule: a question on which houses differ, with its answers and their sources.

The first value of a house rule is its default. A measure (a number of raises, of minutes, an amount in minor units)
takes any whole number besides the values listed; None stands for "none" or "not set".
"""

from dataclasses import dataclass
from typing import TypeAlias

from rules.text.violation import Money

Value: TypeAlias = str | int | bool | None


@dataclass(frozen=True, slots=True)
class PossibleAnswer:
    """One answer: the value, what it means in a sentence, and where it stands."""

    value: Value
    sentence: str
    citation: str

    def told(self, money: Money) -> str:
        """The sentence with the amount that it names, if it names one, as `money` writes it."""
        if type(self.value) is not int:
            return self.sentence
        whole, part = divmod(self.value, 100)
        return self.sentence.replace(f"{whole}.{part:02}", money(self.value))


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One question on which houses differ. `measure` names what a number counts; empty where only `values` are."""

    name: str
    question: str
    values: tuple[PossibleAnswer, ...]
    measure: str = ""

    @property
    def default(self) -> Value:
        """The answer that holds in a house that says nothing."""
        return self.values[0].value

    def is_default(self, value: Value) -> bool:
        """Whether `value` is what holds without a word; True and 1 are different answers."""
        return _same(value, self.default)

    def accepts(self, value: Value) -> bool:
        """Whether `value` is one of the answers."""
        return self._listed(value) is not None or (bool(self.measure) and type(value) is int and value >= 0)

    def explain(self, value: Value) -> PossibleAnswer:
        """The answer `value` with its sentence and source. Raises ValueError for what is no answer."""
        listed = self._listed(value)
        if listed:
            return listed
        if self.accepts(value):
            return PossibleAnswer(
                value, f"The house sets {self.question[0].lower()}{self.question[1:]}: {value}.", "house"
            )
        raise ValueError(f"{self.name} can't be {value!r}: it is {self._answers()}.")

    def read(self, text: str) -> Value:
        """The value that people write as text, such as "true", "3" or "none". Raises ValueError."""
        for value in self.values:
            if text.casefold() in _spellings(value.value):
                return value.value
        if self.measure and text.isascii() and text.isdigit():
            return int(text)
        raise ValueError(f"{self.name} can't be “{text}”: it is {self._answers()}.")

    def _listed(self, value: Value) -> PossibleAnswer | None:
        return next((answer for answer in self.values if _same(answer.value, value)), None)

    def _answers(self) -> str:
        answers = [_spellings(value.value)[0] for value in self.values]
        return " or ".join([*answers, f"a number ({self.measure})"] if self.measure else answers)


def _same(one: Value, other: Value) -> bool:
    return one == other and type(one) is type(other)


def _spellings(value: Value) -> tuple[str, ...]:
    if value is None:
        return ("none", "null")
    return (str(value).casefold(),)


def house_rule(name: str, question: str, *values: tuple[Value, str, str], measure: str = "") -> HouseRule:
    """A house rule with its answers as (value, sentence, source), the default first."""
    return HouseRule(name, question, tuple(PossibleAnswer(*value) for value in values), measure)
