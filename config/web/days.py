"""Days and instants as they come in at the door: years that a calendar of a room can have, nothing else."""

from datetime import UTC, date, datetime
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.urls import register_converter
from rest_framework import ISO_8601, serializers

FIRST, LAST = date(1900, 1, 1), date(2999, 12, 31)
"""Before people of today were born, and long before the last day that a clock can count on from."""
_BOUNDS = [
    MinValueValidator(FIRST, f"Write a day from {FIRST:%Y} on."),
    MaxValueValidator(LAST, f"Write a day before {LAST.year + 1}."),
]
_BOUNDS_OF_INSTANTS = [
    MinValueValidator(datetime.combine(FIRST, datetime.min.time(), UTC), f"Write an instant from {FIRST:%Y} on."),
    MaxValueValidator(datetime.combine(LAST, datetime.min.time(), UTC), f"Write an instant before {LAST.year + 1}."),
]


class DayField(forms.DateField):
    """A day, picked or written as 1980-12-31."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"} | kwargs.pop("attrs", {}))
        super().__init__(widget=widget, input_formats=["%Y-%m-%d"], validators=_BOUNDS, **kwargs)


class MonthField(forms.DateField):
    """A month, picked or written as 2026-11; its value is its first day."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(format="%Y-%m", attrs={"type": "month", "class": "input"})
        super().__init__(widget=widget, input_formats=["%Y-%m"], validators=_BOUNDS, **kwargs)


class InstantField(forms.DateTimeField):
    """An instant, picked or written as 1980-12-31T18:30 by a clock that whoever asks knows; its value says UTC."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})
        formats = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]
        super().__init__(widget=widget, input_formats=formats, validators=_BOUNDS_OF_INSTANTS, **kwargs)


class SentInstantField(serializers.DateTimeField):
    """An instant with its time zone in the body or the query of an API request."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validators=_BOUNDS_OF_INSTANTS, **kwargs)


class SentDayField(serializers.DateField):
    """A day in the body or the query of an API request."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validators=_BOUNDS, **kwargs)


class SentMonthField(SentDayField):
    """A month in the body or the query of an API request, written as 2026-11 or as any of its days."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(input_formats=["%Y-%m", ISO_8601], **kwargs)


def day_of(text: str) -> date:
    """The day that an address names as 2026-11-20. Raises ValueError where it names none, or one out of bounds."""
    day = date.fromisoformat(text)
    if not FIRST <= day <= LAST:
        raise ValueError(f"{text} is out of bounds")
    return day


class GamingDay:
    """An ISO date in an address: 2026-11-20. Addresses write it `<gaming_day:day>` once this module is imported."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, text: str) -> date:
        return day_of(text)

    def to_url(self, day: date | str) -> str:
        return str(day)


register_converter(GamingDay, "gaming_day")
