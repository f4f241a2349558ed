"""The forms of a patron who is described, and of who that is."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.web.forms import IdField, RequestKeyField, StrictForm, TextField
from players.forms.identity import SecondForm
from players.models import Description


def _choice(label: str, choices: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect)


class DescribeForm(StrictForm):
    """The look of somebody, in six taps; words are for what is left over."""

    key = RequestKeyField()
    sex = _choice("Who", Description.Sex.choices)
    age_band = _choice("Age", Description.AgeBand.choices)
    height = _choice("Height", Description.Height.choices)
    hair = _choice("Hair", Description.Hair.choices)
    clothing = TextField(label=_("Wears"), max_length=60, required=False)
    seat = TextField(label=_("Sits"), max_length=30, required=False)
    note = TextField(label=_("Anything else"), max_length=200, required=False)

    @property
    def choices(self) -> list[forms.BoundField]:
        """The answers to tap."""
        return [self[name] for name in ("sex", "age_band", "height", "hair")]

    @property
    def words(self) -> list[forms.BoundField]:
        """The words that may be left out."""
        return [self[name] for name in ("clothing", "seat", "note")]


class NameForm(SecondForm):
    """The person whom a described patron is: a registered player, confirmed by a supervisor with badge and PIN."""

    other = IdField()
    reason = TextField(label=_("How you know"), max_length=400, help_text=_("the document, the face, who knows them"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["badge"].label = _("Badge of the supervisor who decides")
        self.fields["badge"].required = self.fields["pin"].required = True
