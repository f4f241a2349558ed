"""The reason why an alarm is put away: one of the likely reasons by a tap, or one's own words."""

from django import forms

from config.web.forms import StrictForm, TextField, WholeNumberField


class PutAwayForm(StrictForm):
    """`seen` is the version of the alarm that the page showed."""

    seen = WholeNumberField(widget=forms.HiddenInput(), at_least=1, at_most=10**9)
    chosen = forms.CharField(max_length=400, required=False, widget=forms.HiddenInput())
    words = TextField(label="Another reason", max_length=400, required=False)

    @property
    def reason(self) -> str:
        """The reason that was tapped, else what was written."""
        return self.cleaned_data["chosen"] or self.cleaned_data["words"]
