"""What a manager writes on a sign: the plaque, its fee, a new table, the house rules."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from config.amounts import parse_major, plain_major
from config.errors import Malformed
from config.rooms.models import Room
from config.web.forms import AmountField, StrictForm, TextField, WholeNumberField
from games.rules.fee_schedule import FeeSchedule, FeeScheduleError
from games.rules.house import HOUSES, House
from games.rules.knobs import KNOBS
from games.rules.plaque import Kill, Plaque
from games.rules.variants import SHEETS, STRUCTURES

_MOST_BLINDS = 4
_MOST_STEPS = 12


class AmountsField(forms.CharField):
    """Several amounts in a row, "1/2" or "1/2/4"; its clean value is a tuple of minor units."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off", "size": 10}))
        super().__init__(**kwargs)
        self.exponent = 2

    def clean(self, value: Any) -> Any:
        """The amounts, written with a slash between them."""
        texts = [text.strip() for text in str(value or "").split("/") if text.strip()]
        if len(texts) > _MOST_BLINDS:
            raise ValidationError(f"A table has at most {_MOST_BLINDS} blinds: take some out.")
        try:
            return tuple(parse_major(text, exponent=self.exponent) for text in texts)
        except Malformed as error:
            raise ValidationError(error.message) from error

    def prepare_value(self, value: Any) -> Any:
        """Minor units as the text that is read back."""
        if isinstance(value, tuple):
            return "/".join(plain_major(amount, exponent=self.exponent) for amount in value)
        return value


class StepsField(forms.CharField):
    """The steps of a rake, a line each: "from 20 rake 1"; its clean value is a tuple of (pot from, rake)."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.Textarea(attrs={"rows": 3, "placeholder": "20 1\n40 2"}))
        super().__init__(**kwargs)
        self.exponent = 2

    def clean(self, value: Any) -> Any:
        """The steps, lowest pot first."""
        lines = [line.split() for line in str(value or "").splitlines() if line.strip()]
        if len(lines) > _MOST_STEPS or any(len(line) != 2 for line in lines):  # noqa: PLR2004 - a pot and a rake
            raise ValidationError("Write one step a line, the pot and the rake from it on, like “20 1”.")
        try:
            return tuple((self._amount(pot), self._amount(rake)) for pot, rake in lines)
        except Malformed as error:
            raise ValidationError(error.message) from error

    def prepare_value(self, value: Any) -> Any:
        """The steps as the text that is read back."""
        if isinstance(value, tuple):
            words = (" ".join(plain_major(amount, exponent=self.exponent) for amount in step) for step in value)
            return "\n".join(words)
        return value

    def _amount(self, text: str) -> int:
        return parse_major(text, exponent=self.exponent)


class PercentField(forms.CharField):
    """A percentage with at most two decimals, "5" or "2.5"; its clean value is an int of basis points."""

    def clean(self, value: Any) -> Any:
        """Basis points, 0 where empty."""
        try:
            points = parse_major(value or "0", exponent=2)
        except Malformed as error:
            raise ValidationError("Write the percentage in plain digits, like 5 or 2.5.") from error
        if points > 100 * 100:
            raise ValidationError("A rake is at most 100 %.")
        return points

    def prepare_value(self, value: Any) -> Any:
        """Basis points as the text that is read back."""
        return plain_major(value, exponent=2) if type(value) is int else value


def _amount(label: str, *, required: bool = False, help_text: str = "") -> AmountField:
    return AmountField(label=label, required=required, at_least=0, of_chips=False, help_text=help_text)


class PlaqueForm(StrictForm):
    """A sign as a form. Which fields matter follows from game and structure; the others are ignored, not kept."""

    game = forms.ChoiceField(label="Game")
    structure = forms.ChoiceField(choices=list(STRUCTURES.items()), label="Structure")
    seats = WholeNumberField(at_least=2, at_most=10, label="Seats")
    unit = AmountField(label="Betting unit", help_text="every bet is a multiple of it", of_chips=False)
    blinds = AmountsField(required=False, label="Blinds", help_text="from the left of the button, like 1/2")
    small_bet = _amount("Small bet")
    big_bet = _amount("Big bet")
    spread_min = _amount("Lowest bet")
    spread_max = _amount("Highest bet")
    min_bet = _amount("Minimum bet", help_text="the big blind if left empty")
    ante = _amount("Ante")
    bring_in = _amount("Bring-in")
    raise_cap = WholeNumberField(required=False, at_least=1, at_most=9, label="Raises a round", help_text="the house's if empty")
    straddle = forms.ChoiceField(
        choices=[("none", "none"), ("utg", "left of the big blind"), ("button", "on the button")], label="Straddle"
    )
    kill_size = forms.ChoiceField(
        choices=[("", "no kill"), ("half", "half-kill"), ("full", "kill")], required=False, label="Kill"
    )
    kill_qualifies_at = _amount("Pot that qualifies")
    buy_in_min = _amount("Lowest buy-in", required=True)
    buy_in_max = _amount("Highest buy-in", help_text="empty for none")
    fee_mode = forms.ChoiceField(
        choices=[("percent", "percentage"), ("steps", "steps"), ("time", "time charge"), ("none", "no fee")], label="Fee"
    )
    percent_bp = PercentField(required=False, label="Rake %")
    steps = StepsField(required=False, label="Rake by steps", help_text="a line each: the pot, the rake from it on")
    cap = _amount("Never more than")
    rake_unit = _amount("Rounded to")
    rounding = forms.ChoiceField(
        choices=[("down", "down"), ("nearest", "to the nearest"), ("up", "up")], required=False, label="Rounding"
    )
    no_flop_no_drop = forms.BooleanField(required=False, label="No flop, no drop")
    promo = _amount("Promo drop")
    promo_from = _amount("Promo from a pot of")
    time_charge = _amount("Time charge", help_text="per player and half hour")
    helpline = TextField(max_length=160, required=False, label="Helpline")
    reason = TextField(max_length=400, required=False, label="Why it changes")

    def __init__(self, *args: Any, room: Room, house: House, **kwargs: Any) -> None:
        super().__init__(*args, room=room, **kwargs)
        self.house = house
        games = [(key, SHEETS[key].name) for key in house.offers if key in SHEETS]
        self.fields["game"].choices = games  # type: ignore[attr-defined]
        for field in self.fields.values():
            if isinstance(field, AmountsField | StepsField):
                field.exponent = room.exponent

    @classmethod
    def of(cls, plaque: Plaque, *, room: Room, house: House) -> "PlaqueForm":
        """The form as an existing sign fills it in."""
        return cls(initial=_initial(plaque), room=room, house=house)

    def clean(self) -> dict[str, Any]:
        """The values and, where all of them can be read, the `plaque` that they make."""
        data = super().clean()
        if not self.errors:
            try:
                data["plaque"] = self._plaque(data)
            except FeeScheduleError as error:
                self.add_error("fee_mode", str(error))
        return data

    def _plaque(self, data: Mapping[str, Any]) -> Plaque:
        relevant = set(relevant_fields(data["game"], data["structure"]))
        value = {name: data[name] if name in relevant else None for name in _BY_GAME}
        kill = data["kill_size"] if "kill_size" in relevant else ""
        return Plaque(
            game=data["game"],
            structure=data["structure"],
            blinds=value["blinds"] or (),
            small_bet=value["small_bet"],
            big_bet=value["big_bet"],
            min_bet=value["min_bet"],
            spread_min=value["spread_min"],
            spread_max=value["spread_max"],
            ante=data["ante"] or 0,
            bring_in=value["bring_in"],
            kill=Kill(kill, data["kill_qualifies_at"] or 0) if kill else None,
            unit=data["unit"],
            raise_cap=value["raise_cap"],
            straddle=value["straddle"] or "none",
            buy_in_min=data["buy_in_min"],
            buy_in_max=data["buy_in_max"],
            seats=data["seats"],
            fee=_fee(data, self.room),
            helpline=data["helpline"] or self.room.helpline,
        )


_BY_GAME = (
    "blinds",
    "small_bet",
    "big_bet",
    "spread_min",
    "spread_max",
    "min_bet",
    "bring_in",
    "raise_cap",
    "straddle",
    "kill_size",
)


def relevant_fields(game: str, structure: str) -> Iterator[str]:
    """The fields that a sign of this game and structure has, besides those that every sign has."""
    sheet = SHEETS.get(game)
    opened_by_blinds = sheet is None or sheet.opened_by == "blinds"
    yield from ("blinds", "straddle") if opened_by_blinds else ("bring_in",)
    if structure == "fixed_limit":
        yield from ("small_bet", "big_bet", "raise_cap")
    elif structure == "spread":
        yield from ("spread_min", "spread_max", "raise_cap")
    else:
        yield "min_bet"
    if sheet is not None and sheet.low and structure == "fixed_limit":
        yield from ("kill_size", "kill_qualifies_at")


def fee_fields(mode: str) -> tuple[str, ...]:
    """The fields that a fee of this mode has."""
    rake = ("cap", "rake_unit", "rounding", "no_flop_no_drop", "promo", "promo_from")
    return {"percent": ("percent_bp", *rake), "steps": ("steps", *rake), "time": ("time_charge", "promo", "promo_from")}.get(
        mode, ()
    )


def _fee(data: Mapping[str, Any], room: Room) -> FeeSchedule:
    mode = data["fee_mode"]
    given = {name: data[name] for name in fee_fields(mode) if data[name] not in (None, "")}
    unit = given.pop("rake_unit", None)
    if unit or mode in ("percent", "steps"):
        given["unit"] = unit or room.smallest_chip
    return FeeSchedule(mode=mode, **given)


def _initial(plaque: Plaque) -> dict[str, Any]:
    plain = {name: getattr(plaque, name) for name in (*_BY_GAME[:-1], "game", "structure", "seats", "unit")}
    plain |= {name: getattr(plaque, name) for name in ("ante", "buy_in_min", "buy_in_max", "helpline")}
    kill = {"kill_size": plaque.kill.size, "kill_qualifies_at": plaque.kill.qualifies_at} if plaque.kill else {}
    fee = plaque.fee or FeeSchedule()
    names = ("percent_bp", "steps", "cap", "rounding", "no_flop_no_drop", "promo", "promo_from", "time_charge")
    return plain | kill | {name: getattr(fee, name) for name in names} | {"fee_mode": fee.mode, "rake_unit": fee.unit}


class TableForm(StrictForm):
    """A new table for the floor."""

    name = TextField(max_length=40, label="Name or number")
    seats = WholeNumberField(at_least=2, at_most=10, initial=9, label="Seats")


class HouseRulesForm(StrictForm):
    """The house rules: a preset, and every knob that the room sets otherwise."""

    preset = forms.ChoiceField(choices=[(name, house.title) for name, house in HOUSES.items()], label="Rulebook")
    reason = TextField(max_length=400, required=False, label="Why they change")

    def __init__(self, *args: Any, room: Room, house: House, **kwargs: Any) -> None:
        super().__init__(*args, room=room, **kwargs)
        self.fields["preset"].initial = house.name
        for name, knob in KNOBS.items():
            value = house.value(name)
            self.fields[name] = self._knob_field(name, knob.question, str(_spelled(value)))

    def _knob_field(self, name: str, question: str, value: str) -> forms.Field:
        knob = KNOBS[name]
        listed = [(str(_spelled(answer.value)), answer.sentence) for answer in knob.values]
        if knob.measure:
            help_text = f"{knob.measure}; or {', '.join(value for value, _ in listed)}"
            return TextField(max_length=20, label=question, initial=value, help_text=help_text, required=False)
        return forms.ChoiceField(choices=listed, label=question, initial=value, required=False)

    def clean(self) -> dict[str, Any]:
        """The values and the `house` that they make: the chosen preset with the knobs that differ from it."""
        data = super().clean()
        preset = HOUSES.get(data.get("preset", ""))
        if preset is None:
            return data
        changed = {name: self._read(name, data.get(name) or "") for name in KNOBS if data.get(name)}
        if not self.errors:
            data["house"] = preset.with_knobs(**{k: v for k, v in changed.items() if v != preset.value(k)})
        return data

    def _read(self, name: str, text: str) -> Any:
        try:
            return KNOBS[name].read(text)
        except ValueError as error:
            self.add_error(name, str(error))
            return None


def _spelled(value: object) -> object:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else value
