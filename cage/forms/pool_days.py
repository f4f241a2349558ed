"""The form under the pools of a gaming day."""

from django import forms
from django.utils.translation import gettext_lazy as _

from config.web.forms import RequestKeyField, StrictForm, TextField


class ReconcileForm(StrictForm):
    """A signature: under which figures, and what explains their difference; asked for where there is one."""

    key = RequestKeyField()
    seen = forms.CharField(max_length=64, widget=forms.HiddenInput())
    explanation = TextField(max_length=400, required=False, label=_("What explains the difference"))

    seen.of_page = True  # type: ignore[attr-defined]  # what the page showed, asked of nobody
    explanation.needed = _("in your words")  # type: ignore[attr-defined]  # shown by the template of a field
