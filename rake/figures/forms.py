"""The choices in the address of a sheet. Nonsense is told beside its field; what is left out has a default."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.web.days import DayField, SentDayField
from rake.figures.definitions import CHAPTERS
from rake.figures.parts import NAMES
from rake.figures.periods import Kind
from tables.models import TableSession

PERIODS = {
    Kind.SHIFT: "Shift",
    Kind.DAY: "Day",
    Kind.WEEK: "Week",
    Kind.MONTH: "Month",
    Kind.DAYS: "Days in a row",
}


class SheetForm(forms.Form):
    """The choice of a sheet."""

    chapter = forms.ChoiceField(choices=list(CHAPTERS.items()), required=False)
    period = forms.ChoiceField(choices=list(PERIODS.items()), required=False)
    day = DayField(required=False, attrs={"class": "input"}, label=_("Day"))
    until = DayField(required=False, attrs={"class": "input"}, label=_("until"))
    shift = forms.IntegerField(min_value=0, max_value=23, required=False)
    by = forms.ChoiceField(choices=list(NAMES.items()), required=False, label=_("Split by"))
    source = forms.ChoiceField(choices=TableSession.Source.choices, required=False)


class SheetQuery(serializers.Serializer[Any]):
    """The choice of a sheet, through the API."""

    chapter = serializers.ChoiceField(choices=list(CHAPTERS.items()), required=False)
    period = serializers.ChoiceField(choices=list(PERIODS.items()), required=False)
    day = SentDayField(required=False)
    until = SentDayField(required=False)
    shift = serializers.IntegerField(min_value=0, max_value=23, required=False)
    by = serializers.ChoiceField(choices=list(NAMES.items()), required=False)
    source = serializers.ChoiceField(choices=TableSession.Source.choices, required=False)  # type: ignore[assignment]  # DRF has its own
