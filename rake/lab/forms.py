"""The question to the lab as a form: which hands, and the other schedule in the fields of a plaque's fee."""

from __future__ import annotations

from copy import deepcopy
from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.errors import DomainError
from config.rooms.models import Room
from config.web.days import DayField
from config.web.forms import AmountField, RequestKeyField, StrictForm, WholeNumberField
from rake.lab.asking import USUAL_SEED, Question
from rake.lab.ceiling import Ceiling
from rake.lab.family import AIMS, Wish
from rules.house.fee_schedule import NO_FEE, FeeSchedule, FeeScheduleError
from rules.house.house import HOUSES, House
from rules.house.variants import SHEETS
from tables.forms.fields import CountedInMoney, PercentField, amount
from tables.forms.plaque import FEE_FIELDS, PlaqueForm, Row, fee_fields, fee_initial, fee_of, field_of_fee
from tables.models import PlaqueVersion, TableSession

_USUAL_DAYS = 28
_FINE = FEE_FIELDS[FEE_FIELDS.index("promo_from") + 1 :]
_CEILING = ("ceiling_percent", "ceiling_cap")
_KEPT = ("no_band_pays_more", "one_line", "within_ceiling")
_NOT_NOTHING = {
    "ceiling_percent": "A ceiling of 0 % allows no rake at all: write a higher one, or leave it empty for none.",
    "ceiling_cap": "A ceiling of 0 allows no rake at all: write a higher one, or leave it empty for none.",
    "rake_unit": "Nothing can be rounded to 0: write the smallest chip or more, or leave it empty for the usual one.",
}


class LabForm(StrictForm):
    """Which hands, under which other schedule, and whether the best of a family is looked for."""

    key = RequestKeyField()
    first = DayField(attrs={"class": "input"}, label=_("From"))
    last = DayField(attrs={"class": "input"}, label=_("to"))
    source = forms.ChoiceField(choices=TableSession.Source.choices, required=False, label=_("Hands of"))
    game = forms.ChoiceField(required=False, label=_("Game"))
    plaque_name = forms.ChoiceField(required=False, label=_("Plaque"))
    house = forms.ChoiceField(required=False, label=_("Full hands by the rules of"))
    ceiling_percent = PercentField(required=False, label=_("Ceiling, % of the pot"))
    ceiling_cap = amount("Ceiling of one hand", hint="none")
    aim = forms.ChoiceField(
        choices=[("", _("don’t look")), *((name, words) for name, words in AIMS.items())],
        required=False,
        label=_("Best schedule"),
    )
    no_band_pays_more = forms.BooleanField(required=False, label=_("No band of players pays more"))
    one_line = forms.BooleanField(required=False, label=_("Sayable in one line on the plaque"))
    within_ceiling = forms.BooleanField(required=False, initial=True, label=_("At most the ceiling"))
    seed = WholeNumberField(required=False, at_least=1, at_most=10**9, label=_("Seed of the draws"))

    def __init__(self, *args: Any, room: Room, house: House, has_ceiling: bool, **kwargs: Any) -> None:
        super().__init__(*args, room=room, **kwargs)
        self.house_of_room = house
        for name in FEE_FIELDS:
            self.fields[name] = deepcopy(PlaqueForm.base_fields[name])
        for name in _CEILING if has_ceiling else ():
            del self.fields[name]
        for field in self.fields.values():
            if isinstance(field, CountedInMoney):
                field.exponent = room.exponent
            if isinstance(field, AmountField):
                field.count_in(room)
        self._offer(room)

    @classmethod
    def about(cls, fee: FeeSchedule | None, today: date, **facts: Any) -> LabForm:
        """The form with a schedule filled in, about the four weeks up to today."""
        first = today - timedelta(days=_USUAL_DAYS - 1)
        days = {"first": first, "last": today, "seed": USUAL_SEED}
        return cls(initial=fee_initial(fee or NO_FEE) | days, **facts)

    @classmethod
    def again(cls, question: Question, other: FeeSchedule, **facts: Any) -> LabForm:
        """The form filled in as a question was asked, with another schedule or its own."""
        wish = question.wish
        kept = {name: getattr(wish, name) for name in _KEPT} if wish else {}
        named = {name: getattr(question, name) for name in ("first", "last", "source", "game", "house", "seed")}
        ceiling = {"ceiling_percent": question.typed.percent_bp, "ceiling_cap": question.typed.cap}
        asked = named | {"plaque_name": question.plaque, "aim": wish.aim if wish else ""} | kept | ceiling
        return cls(initial=fee_initial(other) | asked, **facts)

    @classmethod
    def as_typed(cls, data: Any, **facts: Any) -> LabForm:
        """The form as it was filled in so far, without a judgement."""
        form = cls(**facts)
        typed = {
            name: field.widget.value_from_datadict(data, {}, name)
            for name, field in form.fields.items()
            if not field.widget.value_omitted_from_data(data, {}, name)
        }
        return cls(initial=typed, **facts)

    def clean(self) -> dict[str, Any]:
        """The values and, where all of them can be read, the `question` that they ask."""
        data = super().clean()
        self._refuse_nothing(data)
        if self.errors:
            return data
        try:
            data["question"] = self._question(data, fee_of(data, self.room, self.house_of_room) or NO_FEE)
        except FeeScheduleError as error:
            self.add_error(field_of_fee(data), str(error))
        return data

    @property
    def fee_rows(self) -> list[Row]:
        """The fields that a fee of the chosen kind has, and those refused."""
        return self._rows([name for name in FEE_FIELDS if name not in _FINE])

    @property
    def fine_rows(self) -> list[Row]:
        """Those of its fine print."""
        return self._rows(_FINE)

    @property
    def asked_rows(self) -> list[Row]:
        """Which hands."""
        return [Row(self[name], None) for name in ("first", "last", "source", "game", "plaque_name", "house")]

    @property
    def other_rows(self) -> list[Row]:
        """The ceiling, where the room has none of its own, and the seed."""
        return [Row(self[name], None) for name in (*_CEILING, "seed") if name in self.fields]

    def show_refusal(self, error: DomainError) -> None:
        """Put a refusal beside its field, or above all of them."""
        self.add_error(error.field if error.field in self.fields else None, error.message)

    def _rows(self, names: Any) -> list[Row]:
        mode = str(self["fee_mode"].value() or "percent")
        has = {"fee_mode", *fee_fields(str(self["game"].value() or ""), mode)}
        return [Row(self[name], None) for name in names if name in has or (self.is_bound and name in self.errors)]

    def _offer(self, room: Room) -> None:
        """Let people choose among the games and plaques that the room has had."""
        posted = PlaqueVersion.objects.filter(room=room).order_by("short_name").values_list("short_name", "game")
        rows = list(posted.distinct())
        games = {game: SHEETS[game].name if game in SHEETS else game for _, game in rows}
        offers: dict[str, list[tuple[str, str]]] = {
            "game": [("", "all games"), *sorted(games.items(), key=lambda each: each[1])],
            "plaque_name": [("", "all plaques"), *((name, name) for name in dict.fromkeys(name for name, _ in rows))],
            "house": [("", "their own house"), *((name, house.title) for name, house in HOUSES.items())],
        }
        for name, choices in offers.items():
            self.fields[name].choices = choices  # type: ignore[attr-defined]  # a ChoiceField

    def _refuse_nothing(self, data: dict[str, Any]) -> None:
        """Refuse a ceiling and a rounding of 0, which an empty field would be taken for or which no rake could keep."""
        for name, message in _NOT_NOTHING.items():
            if data.get(name) == 0 and (name != "ceiling_percent" or str(self[name].data or "").strip()):
                self.add_error(name, message)

    def _question(self, data: dict[str, Any], other: FeeSchedule) -> Question:
        wish = Wish(aim=data["aim"], **{name: data[name] for name in _KEPT}) if data["aim"] else None
        return Question(
            first=data["first"],
            last=data["last"],
            other=other,
            source=data["source"] or TableSession.Source.FLOOR,
            game=data["game"],
            plaque=data["plaque_name"],
            house=data["house"],
            typed=Ceiling(data.get("ceiling_percent") or None, data.get("ceiling_cap")),
            wish=wish,
            seed=data["seed"] or USUAL_SEED,
        )
