"""A plaque as a form: which fields it has follows from the game, the structure and how the house is paid."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from config.errors import DomainError
from config.rooms.models import Room
from config.web.forms import AmountField, StrictForm, TextField, WholeNumberField
from rules.house.fee_schedule import FeeSchedule, FeeScheduleError
from rules.house.house import House
from rules.house.plaque import Kill, Plaque
from rules.house.plaque_check import check_plaque, may_end_early
from rules.house.rake import starting_schedule, under_ceiling
from rules.house.variants import SHEETS, STRUCTURES
from rules.text.violation import Violation
from tables.forms.fields import AmountsField, CountedInMoney, EitherField, PairsField, PercentField, RangesField, amount
from tables.services import refusal

UNSAID = "unsaid"
"""The fee of a plaque that says nothing about it; the house may ask for more."""
FEE_MODES = (
    ("percent", "percentage"),
    ("steps", "steps"),
    ("hand", "collection"),
    ("time", "time charge"),
    ("none", "no rake"),
    (UNSAID, "not on it"),
)
STRADDLES = (("none", "none"), ("utg", "under the gun"), ("button", "on the button"))


@dataclass(frozen=True, slots=True)
class Row:
    """A field as the page shows it, with the rule by which it was refused, if it was."""

    field: BoundField
    refusal: DomainError | None

    @property
    def is_wide(self) -> bool:
        """Whether it takes a line of its own."""
        return isinstance(self.field.field, (PairsField, RangesField))


@dataclass(frozen=True, slots=True)
class Complaint:
    """A fault in one field ("" for the plaque as a whole), in a sentence, and where its rule stands."""

    label: str
    text: str
    citation: str


class PlaqueForm(StrictForm):
    """A plaque. A field that its game doesn't have isn't shown; sent all the same, it is refused by its rule."""

    game = forms.ChoiceField(label=_("Game"))
    structure = forms.ChoiceField(choices=list(STRUCTURES.items()), label=_("Structure"))
    blinds = AmountsField(required=False, label=_("Blinds"))
    small_bet = amount("Small bet")
    big_bet = amount("Big bet")
    spread_min = amount("Lowest bet")
    spread_max = amount("Highest bet")
    ranges = RangesField(required=False, label=_("Or a range for each round"))
    min_bet = amount("Minimum bet", hint="big blind")
    bring_in = amount("Bring-in")
    ante = amount("Ante", hint="none")
    raise_cap = WholeNumberField(required=False, at_most=9, label=_("Raises a round"))
    straddle = forms.ChoiceField(choices=STRADDLES, required=False, label=_("Straddle"))
    kill_size = forms.ChoiceField(
        choices=[("", _("no kill")), ("half", _("half-kill")), ("full", _("kill"))], required=False, label=_("Kill")
    )
    kill_qualifies_at = amount("Qualifying pot")

    buy_in_min = amount("Lowest buy-in", required=True)
    buy_in_max = amount("Highest buy-in", hint="no maximum")
    seats = WholeNumberField(at_least=1, at_most=99, label=_("Seats"))
    unit = AmountField(label=_("Betting unit"), of_chips=False)

    fee_mode = forms.ChoiceField(choices=FEE_MODES, label=_("Fee"))
    percent_bp = PercentField(required=False, label=_("Rake %"))
    steps = PairsField(required=False, label=_("Steps"), first="From a pot of", second="Rake")
    collection = amount("Each hand")
    collection_early = amount("Without a flop", hint="free")
    collections_by_players = PairsField(
        required=False, label=_("Lower collections"), first="With so many or fewer", second="Each hand", by_players=True
    )
    time_charge = amount("Per half hour")
    cap = amount("Never more than", hint="no cap")
    rake_unit = amount("Rounded to")
    promo = amount("Promo drop", hint="none")
    promo_from = amount("Promo from a pot of", hint="any")
    no_flop_no_drop = EitherField(label=_("No flop, no drop"))

    promo_no_flop_no_drop = EitherField(label=_("No flop, no promo"))
    promo_players = WholeNumberField(at_least=0, at_most=10, required=False, label=_("Promo from so many dealt in"))
    promo_with_ante = EitherField(label=_("Promo with an ante too"))
    rounding = forms.ChoiceField(
        choices=[("down", _("down")), ("nearest", _("to the nearest")), ("up", _("up"))],
        required=False,
        label=_("Rounding"),
    )
    allocation = forms.ChoiceField(
        choices=[("main_first", _("the main pot first")), ("pro_rata", _("every pot in proportion"))],
        required=False,
        label=_("Borne by"),
    )
    rake_free_until = forms.ChoiceField(
        choices=[("flop", _("the flop")), ("first_card_after_round_1", _("a card after the first round"))],
        required=False,
        label=_("Free until"),
    )
    caps_by_players = PairsField(
        required=False, label=_("Lower caps"), first="With so many or fewer", second="Never more than", by_players=True
    )

    helpline = TextField(max_length=160, required=False, label=_("Helpline"))
    reason = TextField(max_length=400, required=False, label=_("Why it changes"))

    def __init__(self, *args: Any, room: Room, house: House, **kwargs: Any) -> None:
        super().__init__(*args, room=room, **kwargs)
        self.house = house
        self.refusals: dict[str, DomainError] = {}
        for field in self.fields.values():
            if isinstance(field, CountedInMoney):
                field.exponent = room.exponent
            field.widget.attrs["hx-preserve"] = "true"  # what is being typed outlives a swap of the fields
        del self.fields["structure"].widget.attrs["hx-preserve"]  # its choices follow from the game
        games = [(key, sheet.name) for key, sheet in SHEETS.items()]
        self.fields["game"].choices = games  # type: ignore[attr-defined]
        offered = [game for game in games if game[0] in house.offers]
        self.fields["game"].widget.choices = offered  # any other is refused by its rule
        self._offer_structures()
        self._hint_at_the_house()
        sheet = SHEETS.get(self._chosen("game"))
        if sheet and not sheet.board_cards:
            self.fields["collection_early"].label = _("Before a card after the first round")

    @classmethod
    def of(cls, plaque: Plaque, *, room: Room, house: House) -> "PlaqueForm":
        """The form as an existing plaque fills it in."""
        return cls(initial=_initial(plaque), room=room, house=house)

    @classmethod
    def blank(cls, *, seats: int, room: Room, house: House) -> "PlaqueForm":
        """The form for a table of so many seats where no plaque has stood yet; its fee begins as the house's does."""
        fee = starting_schedule(house)
        bare = Plaque("holdem", "no_limit", unit=room.smallest_chip, seats=seats, fee=fee, helpline=room.helpline)
        mode = {"time": "time", "fixed": "hand"}.get(house.answers.rake_mode, "percent")
        open_questions = {"buy_in_min": None, "fee_mode": mode}
        return cls(initial=_initial(bare) | open_questions, room=room, house=house)

    @classmethod
    def as_typed(cls, data: Any, *, room: Room, house: House) -> "PlaqueForm":
        """The form as it was filled in so far, without a judgement; the structure is one that the game is played at."""
        typed = {
            name: field.widget.value_from_datadict(data, {}, name)
            for name, field in cls.base_fields.items()
            if not field.widget.value_omitted_from_data(data, {}, name)
        }
        offer = house.offers.get(typed.get("game", ""))
        if offer and typed.get("structure") not in offer.structures:
            typed["structure"] = offer.structures[0]
        return cls(initial=_initial(Plaque("holdem", "no_limit")) | typed, room=room, house=house)

    def clean(self) -> dict[str, Any]:
        """The values and, where all of them can be read, the `plaque` that they make, if the house may post it."""
        data = super().clean()
        if self.errors:
            return data
        try:
            data["plaque"] = self._plaque(data)
        except FeeScheduleError as error:
            self.add_error(field_of_fee(data), str(error))
            return data
        for violation in check_plaque(data["plaque"], self.house, self.say):
            self.show_refusal(refusal(violation, field=field_at_fault(violation)))
        return data

    def show_refusal(self, error: DomainError) -> None:
        """Put a refusal beside its field, or above all of them, with its rule and citation."""
        field = error.field if error.field in self.fields else None
        self.add_error(field, error.message)
        self.refusals.setdefault(field or "", error)

    @property
    def whole_refusal(self) -> DomainError | None:
        """The refusal of the plaque as a whole, where no one field is at fault."""
        return self.refusals.get("")

    def complaints(self) -> list[Complaint]:
        """Everything that is wrong with it, field by field."""
        return [
            Complaint("" if name == NON_FIELD_ERRORS else str(self[name].label), str(text), self._citation(name))
            for name, texts in self.errors.items()
            for text in texts
        ]

    def _citation(self, name: str) -> str:
        error = self.refusals.get("" if name == NON_FIELD_ERRORS else name)
        return error.citation if error else ""

    def say(self, amount: int) -> str:
        """Minor units in the room's words, with the currency sign."""
        return f"{self.room.currency_symbol}{self.room.money(amount)}"

    @property
    def sections(self) -> dict[str, list[Row]]:
        """Its fields as the page arranges them: those that this game, structure and fee have, and those refused."""
        return {title: self._rows(names) for title, names in _SECTIONS.items()}

    @property
    def says_fine_print(self) -> bool:
        """Whether it says what few plaques say about a fee, or was refused for it: the page unfolds that then."""
        if self.is_bound and any(name in self.errors for name in _FINE):
            return True
        usual = {name: self.fields[name].prepare_value(getattr(starting_schedule(self.house), name)) for name in _FINE}
        return any(self[name].value() not in (usual[name], None, "") for name in _FINE)

    def _rows(self, names: tuple[str, ...]) -> list[Row]:
        relevant = {
            *_ALWAYS,
            *relevant_fields(self._chosen("game"), self._chosen("structure"), self.house),
            *fee_fields(self._chosen("game"), self._chosen("fee_mode"), self._chosen("rake_free_until")),
        }
        shown = [name for name in names if name in relevant or (self.is_bound and name in self.errors)]
        return [Row(self[name], self.refusals.get(name)) for name in shown]

    def _chosen(self, name: str) -> str:
        return str(self[name].value() or self.fields[name].widget.choices[0][0])

    def _offer_structures(self) -> None:
        """Let people choose among the structures of the chosen game; any other that is sent is refused by its rule."""
        game = self._chosen("game") if self.fields["game"].widget.choices else ""
        offer = self.house.offers.get(game)
        if offer:
            chosen = self._chosen("structure")
            words = [(key, word) for key, word in STRUCTURES.items() if key in offer.structures or key == chosen]
            self.fields["structure"].widget.choices = words

    def _hint_at_the_house(self) -> None:
        """Say in empty fields what the house's rules make of them."""
        cap, bring_in = self.house.answers.raise_cap, self.house.answers.bring_in
        self.fields["raise_cap"].widget.attrs["placeholder"] = "no limit" if cap is None else f"house: {cap}"
        if bring_in == "half_lower":
            self.fields["bring_in"].widget.attrs["placeholder"] = "half the small bet"
        self.fields["rake_unit"].widget.attrs["placeholder"] = self.room.money(_unit(self.room, self.house))

    def _plaque(self, data: Mapping[str, Any]) -> Plaque:
        plain = {name: data[name] for name in _PLAIN}
        kill = Kill(data["kill_size"], data["kill_qualifies_at"] or 0) if data["kill_size"] else None
        return Plaque(
            **plain,
            ante=data["ante"] or 0,
            straddle=data["straddle"] or "none",
            kill=kill,
            fee=fee_of(data, self.room, self.house),
            helpline=data["helpline"] or self.room.helpline,
        )


_FINE = (
    *("rounding", "allocation", "rake_free_until", "caps_by_players"),
    *("promo_no_flop_no_drop", "promo_players", "promo_with_ante"),
)
_SECTIONS = {
    "game": ("game", "structure"),
    "play": (
        *("blinds", "bring_in", "small_bet", "big_bet", "spread_min", "spread_max", "ranges", "min_bet", "ante"),
        *("straddle", "raise_cap", "kill_size", "kill_qualifies_at"),
    ),
    "table": ("buy_in_min", "buy_in_max", "seats", "unit"),
    "fee": (
        *("fee_mode", "percent_bp", "steps", "time_charge", "cap", "rake_unit", "no_flop_no_drop"),
        *("collection", "collection_early", "collections_by_players"),
        *("promo", "promo_from"),
    ),
    "fine": _FINE,
    "words": ("helpline", "reason"),
}
FEE_FIELDS = (*_SECTIONS["fee"], *_FINE)
"""The fields that together say a fee; `fee_of` reads them and `fee_initial` fills them in."""
_ALWAYS = (*_SECTIONS["game"], *_SECTIONS["table"], "fee_mode", *_SECTIONS["words"])
_PLAIN = tuple(
    field.name for field in fields(Plaque) if field.name not in ("ante", "straddle", "kill", "fee", "helpline")
)
"""The fields of a plaque that the form calls by the same names and holds as they are."""
_OF_THE_SCHEDULE = tuple(
    field.name for field in fields(FeeSchedule) if field.name not in ("mode", "unit", "ceiling_bp")
)
_RAKE = ("cap", "rake_unit", "rounding", "no_flop_no_drop", "allocation", "caps_by_players")
_PROMO = ("promo", "promo_from", "promo_no_flop_no_drop", "promo_players", "promo_with_ante")
_COLLECTION = ("collection", "collection_early", "collections_by_players")
_AMOUNTS_OR_NONE = ("promo", "promo_from", "promo_players", "time_charge", "collection")
"""Fields that stand empty in the form where they are 0."""
_CHECKED_BY_THE_SCHEDULE = (
    *("percent_bp", "steps", "time_charge", "cap", "caps_by_players", "promo", "promo_from"),
    *_COLLECTION,
)
"""Fields of a fee that are handed on wherever they were filled in: the schedule says what doesn't go together."""


_OF_SPREAD = ("spread_min", "spread_max", "ranges", "raise_cap")


def relevant_fields(game: str, structure: str, house: House) -> Iterator[str]:
    """The fields about play that a plaque of this game and structure has."""
    sheet = SHEETS.get(game)
    yield from ("bring_in",) if sheet and sheet.opened_by == "bring_in" else ("blinds", "straddle")
    yield "ante"
    if structure == "fixed_limit":
        yield from ("small_bet", "big_bet", "raise_cap")
        if (sheet and sheet.low) or house.answers.kill_games == "any":
            yield from ("kill_size", "kill_qualifies_at")
    elif structure == "spread":
        yield from ("spread_min", "spread_max", "raise_cap") if sheet and sheet.sets_its_stakes else _OF_SPREAD
    else:
        yield "min_bet"


def fee_fields(game: str, mode: str, free_until: str = "") -> Iterator[str]:
    """The fields that a fee of this mode has on a plaque of this game, where hands are free or pay less `free_until`
    then: a lesser collection of hands that end early belongs to games in which some do."""
    sheet = SHEETS.get(game)
    if mode in ("percent", "steps"):
        yield from ("percent_bp",) if mode == "percent" else ("steps",)
        yield from _RAKE
    elif mode == "hand":
        early = may_end_early(game, free_until)
        yield from (field for field in _COLLECTION if early or field != "collection_early")
    elif mode == "time":
        yield "time_charge"
    if mode in ("percent", "steps", "hand") and (sheet is None or not sheet.board_cards):
        yield "rake_free_until"
    if mode != UNSAID:
        yield from _PROMO


def field_at_fault(violation: Violation) -> str | None:
    """The form's field that has to change for this violation to go away."""
    field = violation.allowed.get("field")
    if violation.code == "kill_qualify_required":
        return "kill_qualifies_at"
    if violation.code in ("rake_percent_out_of_range", "rake_cap_out_of_range") and not field:
        return "percent_bp" if violation.code.startswith("rake_percent") else "cap"
    return {"kill": "kill_size", "fee": "fee_mode"}.get(str(field), str(field)) if field else None


_NEEDED: Mapping[str, tuple[str, str]] = {
    "percent": ("percent_bp", "Enter the rake in per cent, or choose another fee."),
    "steps": ("steps", "Enter the pots from which a rake is taken, and the rakes, or choose another fee."),
    "hand": ("collection", "Enter the collection of a hand, or choose another fee."),
    "time": ("time_charge", "Enter the charge of a player and half hour, or choose another fee."),
}
"""The field that a fee of each mode can't do without, and what is said where it is empty."""


def field_of_fee(data: Mapping[str, Any]) -> str:
    """The field that the fee lacks, else the one that says its mode."""
    field, _ = _NEEDED.get(data["fee_mode"], ("fee_mode", ""))
    return "fee_mode" if data.get(field) else field


def _unit(room: Room, house: House) -> int:
    """The unit that a rake is rounded to where the plaque doesn't say: the house's unit, or the smallest chip if that
    is more."""
    return max(room.smallest_chip, starting_schedule(house).unit)


def fee_of(data: Mapping[str, Any], room: Room, house: House) -> FeeSchedule | None:
    """The schedule as it was filled in, of a form with a `game` and these fields (`FEE_FIELDS`), never beyond the
    ceiling of the house by its rounding. Raises FeeScheduleError for one that contradicts itself."""
    mode = data["fee_mode"]
    asked = {*fee_fields(data["game"], mode), *_CHECKED_BY_THE_SCHEDULE}
    given = {name: data[name] for name in _OF_THE_SCHEDULE if name in asked and data[name] not in (None, "")}
    if mode == UNSAID and not any(given.values()):
        return None
    if mode in _NEEDED and not given.get(_NEEDED[mode][0]):
        raise FeeScheduleError(_NEEDED[mode][1])
    if "rake_unit" in asked:
        given["unit"] = data["rake_unit"] or _unit(room, house)
    if mode == "hand":
        early = given.get("collection_early")
        given["no_flop_no_drop"] = not early
        given["collection_early"] = early if early and early != given["collection"] else None
    return under_ceiling(FeeSchedule(mode="none" if mode == UNSAID else mode, **given), house)


def _initial(plaque: Plaque) -> dict[str, Any]:
    kill = {"kill_size": plaque.kill.size, "kill_qualifies_at": plaque.kill.qualifies_at} if plaque.kill else {}
    return {
        **{name: getattr(plaque, name) for name in _PLAIN},
        "ante": plaque.ante or None,
        "straddle": plaque.straddle,
        "helpline": plaque.helpline,
        **kill,
        **fee_initial(plaque.fee),
    }


def fee_initial(posted: FeeSchedule | None) -> dict[str, Any]:
    """The fields of a fee as a plaque's schedule fills them in; None is a plaque that says nothing of it."""
    fee = posted or FeeSchedule()
    unit = {"rake_unit": fee.unit} if fee.follows_pot else {}
    charged = {name: getattr(fee, name) for name in _OF_THE_SCHEDULE}
    if fee.collection and not fee.no_flop_no_drop:
        charged["collection_early"] = fee.collection_early or fee.collection
    empty_for_zero = {name: None for name in _AMOUNTS_OR_NONE if not charged[name]}
    return {"fee_mode": fee.mode if posted else UNSAID, **unit, **charged, **empty_for_zero}
