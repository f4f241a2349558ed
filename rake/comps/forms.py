"""The forms of comps: rules, rates, redeeming, taking back, correcting hours, and addresses of statements."""

from collections.abc import Mapping, Sequence
from datetime import date
from re import fullmatch
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from config.rooms.models import Room
from config.staff.forms import SecondPersonForm, TwoPeopleForm
from config.web.days import DayField, InstantField
from config.web.forms import AmountField, ConfirmField, RequestKeyField, StrictForm, TextField, WholeNumberField
from players.comps.terms import CompTerms, RateLine
from players.comps.week import DAYS, EVERY_DAY, WHOLE_DAY, WeekHours, week_hours
from players.models import CompRate, CompRules
from players.services.comp_links import LONGEST_DAYS
from players.services.comp_rules import MOST_DAYS, MOST_POINTS
from tables.models import PlaqueVersion

_DAY_CHOICES = (
    ("", "not used"),
    ("0123456", "every day"),
    ("01234", "Monday to Friday"),
    ("56", "Saturday and Sunday"),
    *((str(number), name) for number, name in enumerate(DAYS)),
)
_HOUR_LINES = 3
USUAL_LINK_DAYS = 30
_PLAIN = (
    "is_on", "point_value", "expires_days", "earning_days", "required_minutes", "most_redemptions",
    "player_day_points", "cashier_day_points", "alone_points", "cash_allowed",
)  # fmt: skip


class DaysField(forms.ChoiceField):
    """Days of the week as their numbers, "01234" for Monday to Friday: usual sets to choose from, and the set that
    stands there already."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=_DAY_CHOICES, required=False, **kwargs)

    def offer(self, days: str) -> None:
        """Offer one more set, where it is none of the usual ones."""
        if self.valid_value(days) and days not in dict(_DAY_CHOICES):
            words = WeekHours(tuple(int(number) for number in days)).words
            self.choices = [*_DAY_CHOICES, (days, words)]

    def valid_value(self, value: Any) -> bool:
        """Whether it is a set of days."""
        return bool(value) and fullmatch("0?1?2?3?4?5?6?", str(value)) is not None


class PlaqueField(forms.ModelChoiceField):
    """A plaque that lies, or lay, on one of the room's tables."""

    def label_from_instance(self, obj: Any) -> str:
        """The table and the plaque."""
        return _plaque_label(obj)


def _plaque_label(plaque: PlaqueVersion) -> str:
    return f"{plaque.table.name}: {plaque}"


class PostingForm(TwoPeopleForm):
    """The fields of every version of comps: from when on, by which source, why, and who approves it."""

    key = RequestKeyField()
    confirm = ConfirmField()
    from_day = DayField(
        label=_("Holds from the gaming day"), help_text=_("Tomorrow or later: hours that were played stay.")
    )
    source = TextField(label=_("Source: the rule or the programme that it follows"), max_length=400)
    reason = TextField(label=_("Why"), max_length=400)

    def posting(self) -> dict[str, Any]:
        """The keywords that every version is posted with."""
        facts = {name: self.cleaned_data[name] for name in ("key", "from_day", "source", "reason")}
        return facts | {"confirmed": self.cleaned_data["confirm"]}

    def hours(self, prefix: str) -> WeekHours | None:
        """The hours of the week of one line; None where no days are chosen. Refused where they are no hours."""
        data = self.cleaned_data
        if not data.get(f"{prefix}_days"):
            return None
        since, until = data.get(f"{prefix}_from"), data.get(f"{prefix}_until")
        days = tuple(int(number) for number in data[f"{prefix}_days"])
        return WeekHours(days, 0 if since is None else since, WHOLE_DAY if until is None else until)

    def add_hours(self, prefix: str, label: str) -> None:
        """Add the three fields of one line of hours."""
        days = DaysField(label=f"{label}: days")
        fields: dict[str, forms.Field] = {
            f"{prefix}_days": days,
            f"{prefix}_from": WholeNumberField(required=False, at_most=23, label=f"{label}: from hour"),
            f"{prefix}_until": WholeNumberField(required=False, at_most=WHOLE_DAY, label=f"{label}: until hour"),
        }
        self.fields.update(fields)
        days.offer(str(self[f"{prefix}_days"].value() or ""))

    def ask_for_posting_last(self) -> None:
        """Put what every version is posted with behind what is posted."""
        last = ("from_day", "source", "reason", "badge", "pin")
        self.order_fields([*(name for name in self.fields if name not in last), *last])


class RulesForm(PostingForm):
    """A version of the rules."""

    is_on = forms.BooleanField(label=_("Points are earned and redeemed"), required=False, initial=True)
    point_value = AmountField(label=_("A point is worth"), of_chips=False)
    expires_days = WholeNumberField(label=_("Gone after gaming days"), at_most=MOST_DAYS, help_text=_("0: never."))
    earning_days = WholeNumberField(label=_("Earning period, gaming days"), at_least=1, at_most=MOST_DAYS)
    required_minutes = WholeNumberField(
        label=_("Minutes of play asked for in it"),
        at_most=MOST_DAYS * 1440,
        help_text=_("Before anything is redeemed."),
    )
    most_redemptions = WholeNumberField(
        label=_("Redemptions in it at most"), at_most=MOST_POINTS, help_text=_("0: as many as one likes.")
    )
    player_day_points = WholeNumberField(label=_("Points of one person on a gaming day, at most"), at_most=MOST_POINTS)
    cashier_day_points = WholeNumberField(label=_("Points by one of the staff on it, at most"), at_most=MOST_POINTS)
    alone_points = WholeNumberField(
        label=_("Of these, without a second person’s PIN"), at_most=MOST_POINTS, help_text=_("All of a day together.")
    )
    cash_allowed = forms.BooleanField(
        label=_("The window may pay points in cash"), required=False, help_text=_("As the comp of its closed list.")
    )
    excluded_days = TextField(
        label=_("Gaming days that earn nothing"),
        max_length=400,
        required=False,
        help_text=_("As 2026-12-24 2026-12-31."),
    )
    excluded_plaques = forms.ModelMultipleChoiceField(
        queryset=PlaqueVersion.objects.none(), required=False, label=_("Plaques that earn nothing")
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *args: Any, room: Room, **kwargs: Any) -> None:
        super().__init__(data, *args, room=room, **kwargs)
        plaques: Any = self.fields["excluded_plaques"]
        plaques.queryset = plaques_of(room)
        plaques.label_from_instance = _plaque_label
        for number in range(1, _HOUR_LINES + 1):
            self.add_hours(f"no{number}", f"Hours that earn nothing {number}")
        self.ask_for_posting_last()

    def clean_excluded_days(self) -> list[date]:
        """The days. Refused where one is none."""
        words = self.cleaned_data["excluded_days"].replace(",", " ").split()
        try:
            return [DayField().clean(word) for word in words]
        except forms.ValidationError as error:
            raise forms.ValidationError(_("Write days as 2026-12-24 2026-12-31, with spaces between.")) from error

    def terms(self) -> CompTerms:
        """The terms that were entered."""
        data = self.cleaned_data
        lines = (self.hours(f"no{number}") for number in range(1, _HOUR_LINES + 1))
        plain: dict[str, Any] = {name: data[name] for name in _PLAIN}
        return CompTerms(
            **plain,
            excluded_days=data["excluded_days"],
            excluded_hours=[hours for hours in lines if hours],
            excluded_plaques=[plaque.pk for plaque in data["excluded_plaques"]],
        )

    @staticmethod
    def initial_for(rules: CompRules | None, from_day: date) -> dict[str, Any]:
        """The values that the form begins with: those of the newest rules, or usual ones."""
        if rules is None:
            return {
                "from_day": from_day, "point_value": 1, "expires_days": 180, "earning_days": 30, "required_minutes": 0,
                "most_redemptions": 0, "player_day_points": 5000, "cashier_day_points": 20000, "alone_points": 1000,
            }  # fmt: skip
        facts = {name: getattr(rules, name) for name in _PLAIN}
        facts |= {"from_day": from_day, "source": rules.source, "excluded_days": " ".join(rules.excluded_days)}
        facts["excluded_plaques"] = rules.excluded_plaques
        for number, stored in enumerate(rules.excluded_hours[:_HOUR_LINES], 1):
            facts |= _hours_initial(f"no{number}", week_hours(stored))
        return facts


def _hours_initial(prefix: str, hours: WeekHours) -> dict[str, Any]:
    days = "".join(map(str, hours.days))
    return {f"{prefix}_days": days, f"{prefix}_from": hours.since, f"{prefix}_until": hours.until}


class RateForm(PostingForm):
    """A version of what an hour earns: every hour, and up to three parts of the week that earn something else."""

    plaque = PlaqueField(
        queryset=PlaqueVersion.objects.none(),
        required=False,
        label=_("Plaque"),
        empty_label=_("every plaque without its own"),
    )
    points = WholeNumberField(label=_("Points an hour"), at_most=MOST_POINTS)

    def __init__(self, data: Mapping[str, Any] | None = None, *args: Any, room: Room, **kwargs: Any) -> None:
        super().__init__(data, *args, room=room, **kwargs)
        plaques: Any = self.fields["plaque"]
        plaques.queryset = plaques_of(room)
        for number in range(1, _HOUR_LINES + 1):
            self.add_hours(f"other{number}", f"Other hours {number}")
            points = WholeNumberField(
                required=False, at_most=MOST_POINTS, label=f"Other hours {number}: points an hour"
            )
            self.fields[f"other{number}_points"] = points
        self.ask_for_posting_last()

    @property
    def other_rows(self) -> Sequence[tuple[forms.BoundField, ...]]:
        """The fields of each other part of the week."""
        names = ("days", "from", "until", "points")
        return [tuple(self[f"other{number}_{name}"] for name in names) for number in range(1, _HOUR_LINES + 1)]

    def clean(self) -> dict[str, Any]:
        """The values. Refused where days are chosen and no points are entered."""
        data = super().clean()
        for number in range(1, _HOUR_LINES + 1):
            if data.get(f"other{number}_days") and data.get(f"other{number}_points") is None:
                self.add_error(f"other{number}_points", "Enter what these hours earn; 0 for nothing.")
        return data

    def lines(self) -> list[RateLine]:
        """The lines that were entered, every hour first."""
        data = self.cleaned_data
        others = ((f"other{number}", self.hours(f"other{number}")) for number in range(1, _HOUR_LINES + 1))
        used = [RateLine(hours, data[f"{prefix}_points"]) for prefix, hours in others if hours]
        return [RateLine(WeekHours(EVERY_DAY), data["points"]), *used]

    @staticmethod
    def initial_for(rate: CompRate | None, from_day: date) -> dict[str, Any]:
        """The values that the form begins with: those of the room's newest rate."""
        facts: dict[str, Any] = {"from_day": from_day}
        if rate is None:
            return facts
        facts |= {"source": rate.source, "points": rate.hours[0][3]}
        for number, stored in enumerate(rate.hours[1 : _HOUR_LINES + 1], 1):
            facts |= _hours_initial(f"other{number}", week_hours(stored)) | {f"other{number}_points": stored[3]}
        return facts


def plaques_of(room: Room) -> QuerySet[PlaqueVersion]:
    """The plaques that may lie on the room's tables, the newest of each table first."""
    floor = PlaqueVersion.objects.filter(room=room, source="floor", table__is_retired=False)
    return floor.select_related("table").order_by("table__name", "-number")


class RedeemForm(SecondPersonForm):
    """Points that are redeemed, and for what."""

    key = RequestKeyField()
    points = WholeNumberField(label=_("Points"), at_least=1, at_most=MOST_POINTS)
    what = TextField(label=_("What is given for them"), max_length=200)

    def __init__(self, *args: Any, alone: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.say_when_needed("badge", "pin", when=f"needed above {alone:,} points a day")


class ReverseForm(TwoPeopleForm):
    """A redemption that is taken back, and why."""

    key = RequestKeyField()
    reason = TextField(label=_("Why"), max_length=400)


class HoursForm(TwoPeopleForm):
    """Hours of a locked day that are added or taken off."""

    key = RequestKeyField()
    day = DayField(label=_("Gaming day"))
    plaque = PlaqueField(queryset=PlaqueVersion.objects.none(), label=_("Plaque"))
    since = InstantField(label=_("From"), must_choose=True)
    until = InstantField(label=_("Until"), must_choose=True)
    adds = forms.ChoiceField(
        choices=[("add", _("was played, and the books lack it")), ("take", _("is in the books, and nobody played"))],
        label=_("The time"),
    )
    reason = TextField(label=_("What shows it"), max_length=400)

    def __init__(self, data: Mapping[str, Any] | None = None, *args: Any, room: Room, **kwargs: Any) -> None:
        super().__init__(data, *args, room=room, **kwargs)
        plaques: Any = self.fields["plaque"]
        plaques.queryset = plaques_of(room)

    def facts(self) -> dict[str, Any]:
        """The keywords of the service; instants are by the room's clock."""
        data = self.cleaned_data
        facts = {name: data[name] for name in ("key", "day", "plaque", "reason")}
        facts |= {name: data[name] for name in ("since", "until")}
        return facts | {"adds": data["adds"] == "add"}


class LinkForm(StrictForm):
    """For how many days a statement's address opens."""

    key = RequestKeyField()
    days = WholeNumberField(label=_("Opens for days"), at_least=1, at_most=LONGEST_DAYS, initial=USUAL_LINK_DAYS)


class EndLinkForm(StrictForm):
    """Nothing but the wish that an address opens no more."""
