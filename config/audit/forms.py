"""Forms of a search in the audit trail."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.audit.selectors import Search
from config.audit.words import SEARCHES, phrase
from config.errors import DomainError
from config.rooms.models import Room
from config.web.days import DayField
from config.web.forms import IdField, StrictForm, TextField


class SearchForm(forms.Form):
    """A search for who, what, about whom or which table, and the gaming days; each may be left out."""

    badge = TextField(label=_("Badge"), max_length=12, required=False)
    verb = forms.ChoiceField(label=_("What"), required=False)
    player = TextField(label=_("Player"), max_length=60, required=False)
    table = TextField(label=_("Table"), max_length=40, required=False)
    since = DayField(label=_("From day"), required=False)
    until = DayField(label=_("To day"), required=False)
    subject_kind = TextField(max_length=40, required=False, widget=forms.HiddenInput)
    subject_id = TextField(max_length=40, required=False, widget=forms.HiddenInput)
    before = IdField(required=False)

    def __init__(self, *args: Any, room: Room, verbs: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.room = room
        told = sorted(((verb, phrase(verb)) for verb in verbs), key=lambda choice: choice[1])
        self.fields["verb"].choices = [("", _("anything")), *told]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Return what is looked for. Refused beside its field where that finds more than can be shown."""
        facts = super().clean() or self.cleaned_data
        for name, about in SEARCHES.items():
            if text := facts.get(name):
                try:
                    about(self.room, text)
                except DomainError as error:
                    self.add_error(name, error.message)
        return facts

    @property
    def search(self) -> Search:
        """The search that a valid form asks for."""
        facts = self.cleaned_data
        return Search(
            badge=facts["badge"].upper(),
            verb=facts["verb"],
            subject_kind=facts["subject_kind"].lower(),
            subject_id=facts["subject_id"],
            player=facts["player"],
            table=facts["table"],
            since=facts["since"],
            until=facts["until"],
            before=facts["before"],
        )


class AnswerForm(StrictForm):
    """The words of whoever answers for a finding: what they have looked at, and what comes of it."""

    reason = TextField(label=_("What was looked at, and what comes of it"), max_length=400)
