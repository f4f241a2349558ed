"""Tables that are planned: of which game, how many, from which hour to which, on which day or every weekday."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.rooms.models import Room
from config.web.days import DayField
from config.web.forms import RequestKeyField, StrictForm, WholeNumberField
from tables.models import MOST_PLANNED, WEEKDAYS
from tables.services.planning import Planned

AHEAD = 14
"""The gaming days that the form offers, today first."""


class PlanDayForm(forms.Form):
    """The gaming day whose plan is asked for."""

    day = DayField(required=False, attrs={"class": "input"}, label=_("Gaming day"))

    def day_or(self, default: date) -> date:
        """The chosen day, or `default` where none or nonsense was given."""
        return self.cleaned_data.get("day") or default if self.is_valid() else default


class PlanForm(StrictForm):
    """A game, a number of tables, hours in the order of the gaming day, and a day or a weekday."""

    key = RequestKeyField()
    plaque_name = forms.ChoiceField(label=_("Game"))
    tables = WholeNumberField(at_most=MOST_PLANNED, label=_("Tables"))
    since_hour = forms.TypedChoiceField(coerce=int, label=_("From"))
    until_hour = forms.TypedChoiceField(coerce=int, label=_("Until"))
    when = forms.ChoiceField(label=_("On"))

    def __init__(
        self, *args: Any, room: Room, games: Iterable[str], today: date, day: date | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, room=room, **kwargs)
        first = room.start_of(today).astimezone(room.zone).hour
        hours = [((first + number) % 24, f"{(first + number) % 24:02}:00") for number in range(24)]
        self._choose("plaque_name", [(name, name) for name in games])
        self._choose("since_hour", hours)
        self._choose("until_hour", [*hours[1:], hours[0]])
        days = {today + timedelta(days=number) for number in range(AHEAD)} | ({day} if day and day > today else set())
        self._day_of = {each.isoformat(): each for each in sorted(days)}
        in_words = [(value, f"{each:%a} {each.day} {each:%b}") for value, each in self._day_of.items()]
        self._choose("when", [("Days", in_words), ("Every week", self._weekdays(room))])
        self.fields["when"].initial = (day or today).isoformat()
        self.fields["until_hour"].initial = first

    def _choose(self, name: str, choices: Any) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def _weekdays(self, room: Room) -> list[tuple[str, str]]:
        in_order = [(room.week_starts + number) % 7 for number in range(7)]
        return [(f"weekday-{number}", f"every {WEEKDAYS[number]}") for number in in_order]

    @property
    def planned(self) -> Planned:
        """The plan that the clean form states."""
        facts = {name: self.cleaned_data[name] for name in ("plaque_name", "tables", "since_hour", "until_hour")}
        when = self.cleaned_data["when"]
        if when.startswith("weekday-"):
            return Planned(**facts, weekday=int(when.removeprefix("weekday-")))
        return Planned(**facts, for_day=self._day_of[when])
