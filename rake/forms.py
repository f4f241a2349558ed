"""The choices of a manager on the report page: the gaming day, and floor play or imported hands."""

from datetime import date

from django import forms
from django.utils.translation import gettext_lazy as _

from config.web.days import DayField
from config.web.forms import RequestKeyField, StrictForm
from tables.models import TableSession


class DayForm(forms.Form):
    """The gaming day and the source of the hands; both have sensible values when left out."""

    day = DayField(required=False, attrs={"class": "input"}, label=_("Gaming day"))
    source = forms.ChoiceField(
        choices=[(TableSession.Source.FLOOR, "Floor"), (TableSession.Source.IMPORT, "Imported hands")], required=False
    )

    def day_or(self, default: date) -> date:
        """The chosen day, or `default` where none or nonsense was given."""
        return self.cleaned_data.get("day") or default if self.is_valid() else default

    def source_or_floor(self) -> str:
        """The chosen source; the floor where none was given."""
        source = self.cleaned_data.get("source") if self.is_valid() else None
        return source or TableSession.Source.FLOOR


class BuildForm(StrictForm):
    """Ask for a day's report to be built, once per page shown."""

    key = RequestKeyField()
