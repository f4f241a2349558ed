"""The forms of the drawers and the vault."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from config.staff.forms import TwoPeopleForm
from config.web.forms import AmountField, IdField, RequestKeyField, StrictForm, TextField


class OpenDrawerForm(StrictForm):
    """A drawer for a cashier."""

    name = TextField(max_length=40, label="Drawer")
    cashier = forms.ChoiceField(required=False, label="Cashier")

    def __init__(self, *args: Any, cashiers: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["cashier"].choices = [("", "nobody yet"), *cashiers]  # type: ignore[attr-defined]


class ChipsAndCashForm(TwoPeopleForm):
    """Chips and cash that go together; one of them may be left out."""

    key = RequestKeyField()
    chips = AmountField(required=False, at_least=0, label="Chips")
    cash = AmountField(required=False, at_least=0, of_chips=False, label="Cash")

    def clean(self) -> dict[str, Any]:
        """Something at least must move."""
        data = super().clean()
        if not self.errors and not (data.get("chips") or data.get("cash")):
            raise ValidationError("Enter chips, cash or both.")
        return {**data, "chips": data.get("chips") or 0, "cash": data.get("cash") or 0}


class FundForm(ChipsAndCashForm):
    """A fill from the vault."""

    drawer = IdField()


class VaultForm(ChipsAndCashForm):
    """Chips and cash that come into the vault from outside."""

    reason = TextField(max_length=400, label="Where from")
