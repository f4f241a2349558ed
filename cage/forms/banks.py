"""The forms of players' banks."""

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from cage.forms.window import DeskForm
from config.staff.forms import TwoPeopleForm
from config.web.days import DayField
from config.web.forms import AmountField, IdField, StrictForm, TextField


def _pin(label: str) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.CharField(label=label, max_length=8, strip=False, widget=widget)


class OpenBankForm(StrictForm):
    """A bank that is opened: the signed form, and the PIN that the player chooses and enters."""

    form_number = TextField(label=_("Number of the signed form"), max_length=40, required=False)
    bank_pin = _pin("The player chooses a PIN")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["form_number"].widget.attrs["required"] = True


class BankMoveForm(DeskForm):
    """Money in or out of a bank, by the way that was chosen; the player enters the PIN."""

    seen = corrects = None  # type: ignore[assignment]  # Django's way to leave fields of the base out
    way = forms.ChoiceField(
        choices=[(way, way) for way in ("bank_put", "bank_take", "bank_sell", "bank_pay")], widget=forms.HiddenInput()
    )
    session = IdField(required=False)
    amount = AmountField(label=_("Amount"), of_chips=False)
    bank_pin = _pin("The player’s PIN")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.is_bound:
            self.wait_at("amount", "bank_pin")


class ResetPinForm(TwoPeopleForm):
    """A PIN that is set anew, against the document and before a supervisor."""

    document_number = TextField(label=_("Number of the document shown"), max_length=40)
    bank_pin = _pin("The player chooses a new PIN")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["badge"].label = _("Badge of the supervisor")


class SpanForm(StrictForm):
    """A span of gaming days."""

    first = DayField(label=_("From"))
    last = DayField(label=_("To"))

    def clean(self) -> dict[str, Any]:
        """The span. Refused where it ends before it begins."""
        data: dict[str, Any] = super().clean() or {}
        first, last = data.get("first"), data.get("last")
        if isinstance(first, date) and isinstance(last, date) and last < first:
            raise ValidationError(_("A span ends on the day that it begins on, or later."))
        return data
