"""The forms of other money at the window: chips presented, other kinds of cash, held cash-outs, and the log's day."""

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from cage.cash_kinds import CASH_KINDS, CashKind
from cage.counted import Pieces
from cage.forms.window import DeskForm
from cage.models import CashSlip
from cage.selectors.denominations import Values
from config.staff.forms import SecondPersonForm
from config.web.days import DayField
from config.web.forms import AmountField, RequestKeyField, StrictForm, TextField, WholeNumberField

MOST_PIECES = 99_999
_COUNTS = ("first", "second")


class PresentForm(SecondPersonForm, DeskForm):
    """Chips of which the books know only a part: where the others come from, and above the limit two counts."""

    amount = AmountField(label=_("All chips on the counter"), of_chips=False)
    origin = forms.ChoiceField(choices=CashSlip.Origin.choices, label=_("Where from?"), widget=forms.HiddenInput())

    def __init__(self, *args: Any, values: Values, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.values, self.asks_two = values, False
        most = self.room.money(self.room.presented_alone)
        self.say_when_needed("badge", "pin", when=f"needed above {most} a day")
        for count in _COUNTS:
            for value in values.chips:
                label = f"Pieces of {self.room.money(value)}, {count} count"
                self.fields[f"{count}_{value}"] = WholeNumberField(required=False, at_most=MOST_PIECES, label=label)

    @property
    def rows(self) -> list[tuple[int, BoundField, BoundField]]:
        """Each value of the chips with the fields of both counts, the largest first."""
        return [(value, self[f"first_{value}"], self[f"second_{value}"]) for value in self.values.chips]

    def beyond(self, rack: int) -> int:
        """The chips that the books don't know, of those that lie on the counter; minor units."""
        amount = self.initial.get("amount") if not self.is_bound else getattr(self, "cleaned_data", {}).get("amount")
        return max((amount or 0) - rack, 0)

    def pieces(self, count: str) -> Pieces | None:
        """The pieces of one count; None where nobody counted."""
        counted = {value: self.cleaned_data[f"{count}_{value}"] for value in self.values.chips}
        return {value: number for value, number in counted.items() if number} or None


class CashForm(SecondPersonForm, DeskForm):
    """Cash of one kind: its words, and who confirms it above what one pays alone. The cursor waits in what is still to
    be entered, and after a refusal in the amount."""

    amount = AmountField(label=_("Amount"), of_chips=False)
    kind = forms.ChoiceField(choices=[(each.letters, each.name) for each in CASH_KINDS], widget=forms.HiddenInput())
    what = TextField(label=_("For what"), max_length=120, required=False)
    reference = TextField(label=_("Number of the outside receipt"), max_length=60, required=False)

    def __init__(self, *args: Any, way: CashKind, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.way = way
        self.fields["kind"].initial = way.letters
        most = self.room.money(self.room.payouts_alone)
        self.say_when_needed("badge", "pin", when=f"needed above {most} a day")
        self.fields["what"].widget.attrs["required"] = "what" in way.asks
        self.demand("reference")
        if "reference" not in way.asks:
            del self.fields["reference"]
        if self.is_bound:
            self.fields["amount"].widget.attrs["autofocus"] = True
        else:
            self.wait_at("amount", *way.asks)


class DecideHoldForm(StrictForm):
    """A supervisor's decision on a cash-out that is held."""

    key = RequestKeyField()
    reason = TextField(label=_("Why"), max_length=400)
    outcome = forms.ChoiceField(
        choices=[("paid", _("Let it be paid")), ("left", _("Leave it"))], widget=forms.HiddenInput()
    )


class LogForm(StrictForm):
    """The gaming day that a log is of."""

    day = DayField(label=_("Gaming day"))


class LinkedDayForm(StrictForm):
    """The words that end an alert about the cash of two records of one person."""

    reason = TextField(max_length=400, label=_("What was done about it"))
