"""What to look for in the audit trail."""

from collections.abc import Sequence
from typing import Any

from django import forms

from config.audit.selectors import Search
from config.web.forms import IdField, TextField

_SUBJECT = forms.TextInput(attrs={"placeholder": "table, player, hand"})


class SearchForm(forms.Form):
    """Person, verb, subject and day; each may be left out."""

    badge = TextField(label="Badge", max_length=12, required=False)
    verb = forms.ChoiceField(label="What", required=False)
    subject_kind = TextField(label="Subject", max_length=40, required=False, widget=_SUBJECT)
    subject_id = TextField(label="Its number", max_length=40, required=False)
    day = forms.DateField(label="Gaming day", required=False, widget=forms.DateInput(attrs={"type": "date"}))
    before = IdField(required=False)

    def __init__(self, *args: Any, verbs: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["verb"].choices = [("", "anything"), *((verb, verb) for verb in verbs)]  # type: ignore[attr-defined]

    @property
    def search(self) -> Search:
        """What a valid form looks for."""
        facts = self.cleaned_data
        return Search(
            badge=facts["badge"].upper(),
            verb=facts["verb"],
            subject_kind=facts["subject_kind"].lower(),
            subject_id=facts["subject_id"],
            day=facts["day"],
            before=facts["before"],
        )
