"""Days and instants as they come in at the door: years that a calendar of a room can have, nothing else."""

from datetime import UTC, date, datetime, tzinfo
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.urls import register_converter
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import ISO_8601, serializers

from config.clocks import comes_twice
from config.web.widgets import SECOND, InstantInput, apart, has_offset

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
    """An instant by the clock of a room, picked or written as 1980-12-31T18:30; its value is in UTC.

    A time that the clocks show twice, in autumn, is the first of the two unless the form says "second" beside it, which
    it offers then (`InstantInput`); where `must_choose`, neither is taken before one is named. Whoever writes the
    offset too, as in 2025-11-02T01:30-05:00, names one as well. A form of a room tells its fields of its clock.
    """

    def __init__(self, *, must_choose: bool = False, **kwargs: Any) -> None:
        self.must_choose = must_choose
        self.clock: tzinfo | None = None
        formats = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]
        super().__init__(widget=InstantInput(), input_formats=formats, validators=_BOUNDS_OF_INSTANTS, **kwargs)

    def by_clock_of(self, zone: tzinfo) -> None:
        """Let what is typed be a time of this zone."""
        self.clock = self.widget.clock = zone

    def to_python(self, value: Any) -> datetime | None:
        """The instant. Refused where nothing that a clock shows is written."""
        if not isinstance(value, str) or not value.strip():
            return super().to_python(value)
        typed, which = apart(value)
        with timezone.override(UTC):
            written = super().to_python(typed)
        if written is None or has_offset(typed):
            return written
        local = written.replace(tzinfo=self.clock or timezone.get_current_timezone())
        if self.must_choose and not which and comes_twice(local):
            message = _("The clocks showed %(time)s twice that night: choose the first or the second.")
            raise ValidationError(message, params={"time": f"{local:%H:%M}"}, code="comes_twice")
        return local.replace(fold=which == SECOND).astimezone(UTC)


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
