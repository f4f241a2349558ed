"""The forms of the drawers and the vault."""

from datetime import datetime
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from cage.counted import Counted
from cage.models import Drawer, Investigation
from cage.selectors.denominations import Values
from config.amounts import parse_major
from config.errors import Malformed
from config.rooms.models import Room
from config.staff.forms import SecondPersonForm, TwoPeopleForm
from config.staff.models import User
from config.staff.second import second_person
from config.web.forms import (
    AmountField,
    ConfirmField,
    IdField,
    RequestKeyField,
    StrictForm,
    TextField,
    WholeNumberField,
)

MOST_PIECES = 99_999
OF_A_RACK = 100
"""The chips of a full rack."""


class AddDrawerForm(StrictForm):
    """A new drawer."""

    name = TextField(max_length=40, label=_("Drawer"))
    kind = forms.ChoiceField(label=_("Where"), choices=Drawer.Kind.choices, required=False)

    def clean_kind(self) -> Drawer.Kind:
        """A window, where nothing else is said."""
        return Drawer.Kind(self.cleaned_data["kind"] or Drawer.Kind.WINDOW)


class VaultForm(TwoPeopleForm):
    """Cash that comes into the vault from outside; chips are received by their pieces."""

    key = RequestKeyField()
    cash = AmountField(of_chips=False, label=_("Cash"))
    reason = TextField(max_length=400, label=_("Where from"))
    confirm = ConfirmField()


class BankingForm(TwoPeopleForm):
    """Cash of the vault that goes to the bank."""

    key = RequestKeyField()
    cash = AmountField(of_chips=False, label=_("Cash"))
    reason = TextField(max_length=400, label=_("Which bank, and the number of the slip"))
    confirm = ConfirmField()


class VaultVoidForm(TwoPeopleForm):
    """A move of the vault that is taken back: the reason why, and who confirms it."""

    key = RequestKeyField()
    reason = TextField(max_length=400, label=_("What was wrong"))


class LimitForm(TwoPeopleForm):
    """The most cash that lies in a drawer, and what is brought back each time; both empty: no limit."""

    working_capital = AmountField(required=False, of_chips=False, label=_("Most cash"))
    step = AmountField(required=False, of_chips=False, label=_("Brought back each time"))


class SheetRow(NamedTuple):
    """A row of a count sheet: a value in minor units with the field of its pieces, and of its racks where chips are
    counted by them too."""

    value: int
    pieces: BoundField
    racks: BoundField | None = None


class CountForm(SecondPersonForm):
    """A count sheet: how many pieces there are of each value, of chips also how many racks of a hundred, which count
    with the loose ones (C-7). What is left empty is none.

    `asks_second` where somebody else than who is signed in counts, or confirms; `asks_third` of a count together. Off
    `is_count` the pieces are asked for, and not counted.
    """

    is_count = True
    key = RequestKeyField()
    third_badge = TextField(label=_("Third person’s badge"), max_length=12, required=False)
    third_pin = forms.CharField(
        label=_("Their PIN"),
        max_length=8,
        required=False,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(
        self, *args: Any, values: Values, asks_second: bool = False, asks_third: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.values, self.asks_second, self.asks_third = values, asks_second, asks_third
        for value in values.cash:
            self._ask("cash", value, "Pieces of {}, cash", MOST_PIECES)
        for value in values.chips:
            self._ask("racks", value, "Racks of {} chips", MOST_PIECES // OF_A_RACK)
            self._ask("chips", value, "Pieces of {}, chips", MOST_PIECES)
        self.demand(*("badge", "pin") * asks_second, *("third_badge", "third_pin") * asks_third)

    def clean(self) -> dict[str, Any]:
        """A sheet that says nothing is refused: whoever found nothing enters a 0."""
        data = super().clean() or {}
        asked = [f"cash_{value}" for value in self.values.cash]
        asked += [f"{kept}_{value}" for kept in ("racks", "chips") for value in self.values.chips]
        if self.is_count and asked and not self.errors and all(data.get(name) is None for name in asked):
            raise ValidationError(
                _("The sheet is empty. Enter the pieces; where there is nothing, enter 0 in one row.")
            )
        for value in self.values.chips:
            if self._chips(value) > MOST_PIECES:
                self.add_error(f"racks_{value}", f"With the loose ones that is more than {MOST_PIECES} pieces.")
        return data

    def _ask(self, kept: str, value: int, label: str, at_most: int) -> None:
        label = label.format(self.room.money(value))
        self.fields[f"{kept}_{value}"] = WholeNumberField(required=False, at_most=at_most, label=label)

    @property
    def cash_rows(self) -> list[SheetRow]:
        """The rows of the cash, the largest value first."""
        return [SheetRow(value, self[f"cash_{value}"]) for value in self.values.cash]

    @property
    def chip_rows(self) -> list[SheetRow]:
        """The rows of the chips, the largest value first, with their racks."""
        return [SheetRow(value, self[f"chips_{value}"], self[f"racks_{value}"]) for value in self.values.chips]

    def counted(self) -> Counted:
        """The pieces that were entered, those of full racks among them."""
        chips = {value: self._chips(value) for value in self.values.chips}
        cash = {value: self.cleaned_data[f"cash_{value}"] for value in self.values.cash}
        return Counted(*({value: count for value, count in each.items() if count} for each in (chips, cash)))

    def _chips(self, value: int) -> int:
        """The chips of one value that were entered: the loose ones, and a hundred for each rack."""
        loose, racks = (self.cleaned_data.get(f"{kept}_{value}") or 0 for kept in ("chips", "racks"))
        return loose + OF_A_RACK * racks

    def third(self, *, at: datetime) -> User | None:
        """The third person whose badge and PIN were entered; nobody where they were left empty."""
        data = self.cleaned_data
        return second_person(self.room, data["third_badge"], data["third_pin"], at=at) if data["third_badge"] else None


class FundForm(CountForm):
    """A fill from the vault by its pieces, which the drawer's cashier confirms; `again` where the same one is meant a
    second time."""

    is_count = False
    drawer = IdField()
    again = forms.BooleanField(required=False, widget=forms.HiddenInput())

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, asks_second=True, **kwargs)
        self.fields["badge"].label = _("Badge of its cashier")

    def ask_again(self) -> None:
        """Let the next press say that it is meant again."""
        self.data = dict(self.data.items()) | {"again": "1"}


class AcceptForm(TwoPeopleForm):
    """A difference from the last close that is accepted, before a second person."""

    key = RequestKeyField()


class CloseForm(StrictForm):
    """A drawer that is to be counted: closed, or handed over to a successor."""

    successor = forms.ChoiceField(required=False, label=_("Hand over to"))
    reason = TextField(max_length=400, required=False, label=_("Why you count in the cashier’s place"))

    def __init__(self, *args: Any, cashiers: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["successor"].choices = [("", _("nobody: close it")), *cashiers]  # type: ignore[attr-defined]
        self.fields["reason"].widget.attrs["required"] = True  # shown to whoever stands in for the cashier, alone


class GiveUpForm(SecondPersonForm):
    """A count that is given up; where two counts differ, before a supervisor and for a reason."""

    reason = TextField(max_length=400, required=False, label=_("Why nobody counts it together"))

    def __init__(self, *args: Any, differs: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["badge"].label = _("Badge of a supervisor who made neither count")
        if differs:
            self.demand(*self.fields)


class SettleForm(SecondPersonForm):
    """The end of an investigation; a second person confirms it where `asks_second`."""

    outcome = forms.ChoiceField(
        label=_("Outcome"),
        choices=[
            (Investigation.State.EXPLAINED.value, "explained by rows of the ledger"),
            (Investigation.State.ACCEPTED.value, "accepted"),
        ],
    )
    text = TextField(max_length=400, label=_("What was found out"))
    transfers = TextField(
        max_length=200,
        required=False,
        label=_("Rows of the ledger"),
        help_text=_("Their numbers, with spaces between; none that was taken back."),
    )
    stays = AmountField(
        required=False, at_least=0, label=_("Part that stays"), help_text=_("What these rows don’t explain.")
    )

    def __init__(self, *args: Any, asks_second: bool, **kwargs: Any) -> None:
        self.always_two = asks_second
        super().__init__(*args, **kwargs)

    def clean_transfers(self) -> list[int]:
        """The numbers of the rows."""
        words = self.cleaned_data["transfers"].replace(",", " ").split()
        if not all(word.isascii() and word.isdecimal() and len(word) <= 18 for word in words):
            raise ValidationError(_("Write the numbers of the rows in plain digits, with spaces between."))
        return [int(word) for word in words]


class NoteForm(StrictForm):
    """The note that the regulator was told of a variance."""

    key = RequestKeyField()
    text = TextField(max_length=400, label=_("Who was told, how, and the number of the report"))


class ValuesField(TextField):
    """Values in major units with spaces between; its clean value is a list of minor units."""

    room: Room

    def clean(self, value: Any) -> Any:
        """The values. Refused where one is no amount of the room's currency."""
        try:
            return [parse_major(word, exponent=self.room.exponent) for word in super().clean(value).split()]
        except Malformed as error:
            raise ValidationError(error.message, code=error.code) from error


class DenominationsForm(StrictForm):
    """The values that the room counts in."""

    chips = ValuesField(
        max_length=400, label=_("Chips"), help_text=_("Values with spaces between, such as 1 5 25 100.")
    )
    cash = ValuesField(max_length=400, label=_("Notes and coins"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("chips", "cash"):
            self.fields[name].room = self.room  # type: ignore[attr-defined]  # a ValuesField
