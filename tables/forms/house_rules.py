"""The house rules as a form: a rulebook, and the room's answer to every question on which rulebooks differ."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from config.amounts import parse_major, plain_major
from config.errors import Malformed
from config.rooms.models import Room
from config.staff.forms import SecondPersonForm
from config.web.forms import TextField
from rules.house.house import HOUSES, House
from rules.house.house_rules import GROUPS, HOUSE_RULES, HouseRule, Value
from tables.selectors import IN_MINOR_UNITS, Answer, answer_of


@dataclass(frozen=True, slots=True)
class Option:
    """One listed answer: how the form spells it, its sentence and source, and whether it is chosen now."""

    value: str
    sentence: str
    citation: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A house rule as the form asks it: the answer that the form starts from, and those that may be given."""

    answer: Answer
    field: BoundField
    options: tuple[Option, ...]

    @property
    def is_free(self) -> bool:
        """Whether a number may be written besides the listed answers."""
        return bool(self.answer.house_rule.measure)


class HouseRuleField(forms.CharField):
    """The answer to one house rule, as text; its clean value is the house rule's own, None and truth values among them.

    Amounts are written in major units, other measures as whole numbers.
    """

    def __init__(self, house_rule: HouseRule, *, room: Room, **kwargs: Any) -> None:
        super().__init__(label=house_rule.question, max_length=24, **kwargs)
        self.house_rule = house_rule
        self.room = room

    def clean(self, value: Any) -> Any:
        """The value. Refused where it is none of the answers."""
        text = super().clean(value)
        try:
            return self.house_rule.read(self._minor(text) if self._is_amount(text) else text)
        except (ValueError, Malformed) as error:
            raise ValidationError(f"That is no answer here: {self._answers()}.") from error

    def spelled(self, value: Value) -> str:
        """The value as `clean` reads it back."""
        if value is None:
            return "none"
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, int) and self.house_rule.measure == IN_MINOR_UNITS:
            return plain_major(value, exponent=self.room.exponent)
        return str(value)

    def _is_amount(self, text: str) -> bool:
        return self.house_rule.measure == IN_MINOR_UNITS and text[:1].isdigit()

    def _minor(self, text: str) -> str:
        return str(parse_major(text, exponent=self.room.exponent))

    def _answers(self) -> str:
        listed = [f"“{self.spelled(answer.value)}”" for answer in self.house_rule.values]
        number = "an amount" if self.house_rule.measure == IN_MINOR_UNITS else f"a number of {self.house_rule.measure}"
        return " or ".join([*listed, number] if self.house_rule.measure else listed)


class HouseRulesForm(SecondPersonForm):
    """The house rules: the rulebook they start from, and the answer to each. `house` is what the form starts from."""

    preset = forms.ChoiceField(
        choices=[(name, house.title) for name, house in HOUSES.items()], widget=forms.HiddenInput(), label=_("Rulebook")
    )
    reason = TextField(max_length=400, required=False, label=_("Why they change"))

    def __init__(self, *args: Any, room: Room, house: House, **kwargs: Any) -> None:
        super().__init__(*args, room=room, **kwargs)
        self.house = house
        self.fields["preset"].initial = house.name
        for name, house_rule in HOUSE_RULES.items():
            field = HouseRuleField(house_rule, room=room)
            field.initial = field.spelled(house.answer_to(name))
            self.fields[name] = field

    def clean(self) -> dict[str, Any]:
        """The values and the `house` that they make: the rulebook with the answers that differ from it."""
        data = super().clean()
        if not self.errors:
            data["house"] = HOUSES[data["preset"]].with_answers(**{name: data[name] for name in HOUSE_RULES})
        return data

    def groups(self) -> Iterator[tuple[str, list[Question]]]:
        """The questions by what they are about."""
        for title, house_rules in GROUPS.items():
            yield title, [self._question(house_rule) for house_rule in house_rules]

    def _question(self, house_rule: HouseRule) -> Question:
        bound = self[house_rule.name]
        spelled, chosen = cast("HouseRuleField", bound.field).spelled, str(bound.value())
        options = tuple(
            Option(spelled(each.value), each.told(self.room.money), each.citation, spelled(each.value) == chosen)
            for each in house_rule.values
        )
        return Question(answer_of(house_rule, self.house, self.room), bound, options)
