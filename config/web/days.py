"""Days as they come in at the door: years that a calendar of a room can have, everything else is refused."""

from datetime import date
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from rest_framework import serializers

FIRST, LAST = date(1900, 1, 1), date(2999, 12, 31)
"""Before people of today were born, and long before the last day that a clock can count on from."""
_BOUNDS = [
    MinValueValidator(FIRST, f"Write a day from {FIRST:%Y} on."),
    MaxValueValidator(LAST, f"Write a day before {LAST.year + 1}."),
]


class DayField(forms.DateField):
    """A day, picked or written as 1980-12-31."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"} | kwargs.pop("attrs", {}))
        super().__init__(widget=widget, input_formats=["%Y-%m-%d"], validators=_BOUNDS, **kwargs)


class SentDayField(serializers.DateField):
    """A day in the body or the query of an API request."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validators=_BOUNDS, **kwargs)


def day_of(text: str) -> date:
    """The day that an address names as 2026-11-20. Raises ValueError where it names none, or one out of bounds."""
    day = date.fromisoformat(text)
    if not FIRST <= day <= LAST:
        raise ValueError(f"{text} is out of bounds")
    return day
