"""Plaques to post again under the house rules in force."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.web.forms import IdField, RequestKeyField, StrictForm, TextField
from tables.selectors import OlderRules


class _PlaquesField(forms.TypedMultipleChoiceField):
    """Ids of plaques; which of them may be posted is the service's to say, so that a second press is answered."""

    def valid_value(self, value: Any) -> bool:
        """Whether it is an id at all."""
        return IdField().clean(value) is not None


class RepostForm(StrictForm):
    """The plaques to post again, under which version of the house rules as it was looked at, and the reason."""

    key = RequestKeyField()
    rules = IdField()
    plaques = _PlaquesField(coerce=int, required=False, widget=forms.CheckboxSelectMultiple, label=_("Tables"))
    reason = TextField(max_length=400, required=False, label=_("Why"))

    def __init__(self, *args: Any, older: Iterable[OlderRules], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.possible = [row.version.pk for rules in older for row in rules.plaques if not row.refusal]
        self.initial.setdefault("plaques", self.possible)

    @property
    def chosen(self) -> set[int]:
        """The ids of the plaques that are ticked: every one that can be posted, until somebody chooses otherwise."""
        ticked = {str(value) for value in self["plaques"].value() or ()}
        return {pk for pk in self.possible if str(pk) in ticked}
