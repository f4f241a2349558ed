"""The forms of the drawers and the vault."""

from datetime import datetime
from typing import Any

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
from config.web.forms import AmountField, IdField, RequestKeyField, StrictForm, TextField, WholeNumberField

MOST_PIECES = 99_999


class AddDrawerForm(StrictForm):
    """A new drawer."""

    name = TextField(max_length=40, label=_("Drawer"))
    kind = forms.ChoiceField(label=_("Where"), choices=Drawer.Kind.choices, required=False)

    def clean_kind(self) -> Drawer.Kind:
        """A window, where nothing else is said."""
        return Drawer.Kind(self.cleaned_data["kind"] or Drawer.Kind.WINDOW)


class ChipsAndCashForm(TwoPeopleForm):
    """Chips and cash that go together; one of them may be left out."""

    key = RequestKeyField()
    chips = AmountField(required=False, at_least=0, label=_("Chips"))
    cash = AmountField(required=False, at_least=0, of_chips=False, label=_("Cash"))

    def clean(self) -> dict[str, Any]:
        """Something at least must move."""
        data = super().clean()
        if not self.errors and not (data.get("chips") or data.get("cash")):
            raise ValidationError(_("Enter chips, cash or both."))
        return {**data, "chips": data.get("chips") or 0, "cash": data.get("cash") or 0}


class FundForm(ChipsAndCashForm):
    """A fill from the vault."""

    drawer = IdField()


class VaultForm(TwoPeopleForm):
    """Cash that comes into the vault from outside; chips are received by their pieces."""

    key = RequestKeyField()
    cash = AmountField(of_chips=False, label=_("Cash"))
    reason = TextField(max_length=400, label=_("Where from"))


class LimitForm(TwoPeopleForm):
    """The most cash that lies in a drawer, and what is brought back each time; both empty: no limit."""

    working_capital = AmountField(required=False, of_chips=False, label=_("Most cash"))
    step = AmountField(required=False, of_chips=False, label=_("Brought back each time"))


class CountForm(SecondPersonForm):
    """A count sheet: how many pieces there are of each value. What is left empty is none.

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
        for name in self._names("cash", values.cash) + self._names("chips", values.chips):
            self.fields[name] = WholeNumberField(required=False, at_most=MOST_PIECES, label=self._label(name))
        self.demand(*("badge", "pin") * asks_second, *("third_badge", "third_pin") * asks_third)

    def clean(self) -> dict[str, Any]:
        """A sheet that says nothing is refused: whoever found nothing enters a 0."""
        data = super().clean() or {}
        names = self._names("cash", self.values.cash) + self._names("chips", self.values.chips)
        if self.is_count and names and not self.errors and all(data.get(name) is None for name in names):
            raise ValidationError(
                _("The sheet is empty. Enter the pieces; where there is nothing, enter 0 in one row.")
            )
        return data

    @staticmethod
    def _names(what: str, values: tuple[int, ...]) -> list[str]:
        return [f"{what}_{value}" for value in values]

    def _label(self, name: str) -> str:
        what, _, value = name.partition("_")
        return f"Pieces of {self.room.money(int(value))}, {what}"

    def rows(self, what: str) -> list[tuple[int, BoundField]]:
        """Each value of the chips or of the cash with its field, the largest first."""
        values = self.values.chips if what == "chips" else self.values.cash
        return [(value, self[f"{what}_{value}"]) for value in values]

    @property
    def cash_rows(self) -> list[tuple[int, BoundField]]:
        """The rows of the cash."""
        return self.rows("cash")

    @property
    def chip_rows(self) -> list[tuple[int, BoundField]]:
        """The rows of the chips."""
        return self.rows("chips")

    def counted(self) -> Counted:
        """The pieces that were entered."""
        pieces = (
            {value: self.cleaned_data[f"{what}_{value}"] for value in values}
            for what, values in (("chips", self.values.chips), ("cash", self.values.cash))
        )
        return Counted(*({value: count for value, count in each.items() if count} for each in pieces))

    def third(self, *, at: datetime) -> User | None:
        """The third person whose badge and PIN were entered; nobody where they were left empty."""
        data = self.cleaned_data
        return second_person(self.room, data["third_badge"], data["third_pin"], at=at) if data["third_badge"] else None


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
        help_text=_("Their numbers, with spaces between."),
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
