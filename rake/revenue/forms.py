"""The choice of a return, a new version of a definition, and the accounts of the room's books."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.rooms.models import Room
from config.staff.forms import SecondPersonForm
from config.web.days import DayField, MonthField
from config.web.forms import IdField, RequestKeyField, StrictForm, TextField
from players.models import AccountKind
from rake.figures.periods import Period, month_of
from rake.revenue.definitions import SUPPLIED_DEFINITIONS, terms_of
from rake.revenue.sums import SUMS
from rake.revenue_models import LONGEST_NAME, LONGEST_NUMBER, RevenueVersion

SIGNS = (("", "leave out"), ("+", "add"), ("-", "take off"))


class ReturnForm(StrictForm):
    """The month and the definition of a return."""

    month = MonthField(label=_("Month"), required=False)
    definition = forms.SlugField(label=_("By"), max_length=40, required=False)

    def chosen(self, month: Period) -> tuple[Period, str]:
        """The month and the code that were asked for, `month` and the first definition where none was."""
        facts: dict[str, Any] = self.cleaned_data
        asked: date | None = facts.get("month")
        return (month_of(asked) if asked else month), facts.get("definition") or SUPPLIED_DEFINITIONS[0].code


class BehindForm(StrictForm):
    """The days whose transfers are shown behind a sum: one gaming day, or a month; and how far back the page begins."""

    day = DayField(label=_("Day"), required=False)
    month = MonthField(label=_("Month"), required=False)
    before = IdField(required=False)

    def days(self, today: date) -> tuple[date, date]:
        """The first and the last gaming day."""
        facts: dict[str, Any] = self.cleaned_data
        if day := facts.get("day"):
            return day, day
        month = month_of(facts.get("month") or today)
        return month.first, month.last


class VersionForm(SecondPersonForm):
    """A version of a definition: each named sum added, taken off or left out. `title` is asked of a new definition."""

    key = RequestKeyField()
    title = TextField(label=_("Title"), max_length=80)
    source = TextField(label=_("Source: the rule or the book that it follows"), max_length=400, lines=2)
    from_day = DayField(label=_("Holds from the gaming day"))
    reason = TextField(label=_("Why"), max_length=400)

    def __init__(self, data: Mapping[str, Any] | None = None, *args: Any, room: Room, **kwargs: Any) -> None:
        super().__init__(data, *args, room=room, **kwargs)
        self.say_when_needed("badge", "pin", when=gettext("needed where it begins before today"))
        for each in SUMS:
            field = forms.ChoiceField(choices=SIGNS, required=False, label=each.title, help_text=each.means)
            self.fields[f"sum_{each.code}"] = field

    @property
    def sums(self) -> Sequence[forms.BoundField]:
        """The fields of the sums."""
        return [self[f"sum_{each.code}"] for each in SUMS]

    def facts(self) -> dict[str, Any]:
        """The keywords of the service."""
        data = self.cleaned_data
        signs = {each.code: data.get(f"sum_{each.code}") for each in SUMS}
        terms = {code: 1 if sign == "+" else -1 for code, sign in signs.items() if sign}
        return {name: data[name] for name in ("key", "title", "source", "from_day", "reason")} | {"terms": terms}

    @staticmethod
    def initial_for(version: RevenueVersion | None, today: date) -> dict[str, Any]:
        """The values that the form begins with: those of the version in force."""
        if version is None:
            return {"from_day": today}
        signs = {f"sum_{term.sum.code}": "+" if term.sign > 0 else "-" for term in terms_of(version)}
        return {"title": version.title, "source": version.source, "from_day": today} | signs


class AccountsForm(StrictForm):
    """The account of each kind of place: its number and its name in the room's books."""

    key = RequestKeyField()
    reason = TextField(label=_("Why"), max_length=400)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *args: Any, room: Room, accounts: Mapping[str, tuple[str, str]]
    ) -> None:
        super().__init__(data, *args, room=room)
        for kind in AccountKind:
            number, name = accounts[kind.value]
            for what, value, most in (("number", number, LONGEST_NUMBER), ("name", name, LONGEST_NAME)):
                label = f"{kind.label}: {what} of the account"
                self.fields[f"{what}_{kind.value}"] = TextField(label=label, max_length=most, initial=value)

    @property
    def rows(self) -> Sequence[tuple[str, forms.BoundField, forms.BoundField]]:
        """Each kind of place with its two fields."""
        return [(kind.label, self[f"number_{kind.value}"], self[f"name_{kind.value}"]) for kind in AccountKind]

    def accounts(self) -> dict[str, tuple[str, str]]:
        """The accounts as they were entered."""
        data = self.cleaned_data
        return {kind.value: (data[f"number_{kind.value}"], data[f"name_{kind.value}"]) for kind in AccountKind}


class ExportForm(StrictForm):
    """Nothing but the wish to keep a day's journal."""

    key = RequestKeyField()
