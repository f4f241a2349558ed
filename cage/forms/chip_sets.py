"""The forms of the chips of the house."""

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from cage.forms.drawers import MOST_PIECES
from cage.models import ChipSet
from cage.selectors.denominations import Values
from config.staff.forms import TwoPeopleForm
from config.web.days import DayField
from config.web.forms import RequestKeyField, StrictForm, TextField, WholeNumberField


class PiecesForm(TwoPeopleForm):
    """Pieces of chips by value, with a reason, before two people. What is left empty is none."""

    key = RequestKeyField()
    chip_set = forms.ModelChoiceField(queryset=ChipSet.objects.none(), label=_("Set"))
    reason = TextField(max_length=400, label=_("Why"))

    def __init__(self, *args: Any, values: Values, sets: list[ChipSet], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.values = values.chips
        _choose_among(self, sets)
        for value in self.values:
            label = f"Pieces of {self.room.money(value)}"
            self.fields[f"chips_{value}"] = WholeNumberField(required=False, at_most=MOST_PIECES, label=label)

    @property
    def rows(self) -> list[tuple[int, BoundField]]:
        """Each value with its field, the largest first."""
        return [(value, self[f"chips_{value}"]) for value in self.values]

    def pieces(self) -> dict[int, int]:
        """The pieces that were entered, by value."""
        counted = {value: self.cleaned_data[f"chips_{value}"] for value in self.values}
        return {value: count for value, count in counted.items() if count}


class ReceiveForm(PiecesForm):
    """New chips: more of a set, or a new set with its name."""

    name = TextField(max_length=40, required=False, label=_("Name of the new set"))
    use = forms.ChoiceField(choices=ChipSet.Use.choices, label=_("Use of the new set"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["chip_set"].required = False
        self.fields["chip_set"].empty_label = _("a new set")  # type: ignore[attr-defined]  # a ModelChoiceField
        self.fields["reason"].label = _("Where from, by which papers")


class DestroyForm(PiecesForm):
    """Chips that are destroyed."""


class RetireForm(TwoPeopleForm):
    """A set that is retired, and the last day on which its chips are redeemed."""

    key = RequestKeyField()
    chip_set = forms.ModelChoiceField(queryset=ChipSet.objects.none(), label=_("Set"), empty_label=None)
    last_day = DayField(label=_("Redeemed until the end of"))
    reason = TextField(max_length=400, label=_("Why"))
    confirmed = forms.BooleanField(
        required=False, label=_("We both know what is in play, and that it is not sold any more")
    )

    def __init__(self, *args: Any, sets: list[ChipSet], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose_among(self, sets)


class ChipAlarmForm(StrictForm):
    """The words that end an alarm about chips that nobody issued."""

    reason = TextField(max_length=400, label=_("What was found"))


def _choose_among(form: StrictForm, sets: list[ChipSet]) -> None:
    """Let the form take a set of its room, and show these; the service says which it refuses."""
    field = form.fields["chip_set"]
    assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - both forms say so
    field.queryset = ChipSet.objects.filter(room=form.room, pk__in=[each.pk for each in sets])
