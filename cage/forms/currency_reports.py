"""The form that decides about a currency report."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cage.models import CurrencyDecision
from config.web.days import DayField
from config.web.forms import RequestKeyField, StrictForm, TextField


class DecideCurrencyForm(StrictForm):
    """A decision about the cash of a person's gaming day: under which sums, and in which words."""

    key = RequestKeyField()
    day = DayField()
    seen = forms.CharField(max_length=60, widget=forms.HiddenInput())
    outcome = forms.ChoiceField(
        label=_("Currency report"),
        choices=[
            (CurrencyDecision.Outcome.FILE, _("is filed, by")),
            (CurrencyDecision.Outcome.NOT, _("isn’t due, because")),
            (CurrencyDecision.Outcome.CARRIED, _("isn’t decided yet; goes on with it:")),
        ],
    )
    words = TextField(max_length=400, label=_("Who, or why"), help_text=_("The name of who goes on with it; or why."))

    seen.of_page = True  # type: ignore[attr-defined]  # what the page showed, asked of nobody

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["day"].widget = forms.HiddenInput()
