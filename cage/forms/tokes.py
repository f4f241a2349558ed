"""The forms of tokes."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cage.counted import Counted
from cage.forms.drawers import MOST_PIECES, SheetRow
from cage.models import Drawer, TokeShare
from cage.selectors.denominations import Values
from cage.services.tokes import THEIR_SHARE
from config.staff.forms import TwoPeopleForm
from config.staff.models import User
from config.web.days import DayField
from config.web.forms import RequestKeyField, StrictForm, WholeNumberField
from tables.models import Dealer
from tables.selectors.dealers import signs
from tables.services import DealerSigned, show_dealer_pin


class TokeCountForm(TwoPeopleForm):
    """Tokes that two people have counted: a dealer's own, or those of the pool for a gaming day."""

    key = RequestKeyField()
    dealer = forms.ModelChoiceField(
        queryset=Dealer.objects.none(), label=_("Dealer"), required=False, empty_label=_("choose")
    )
    of_day = DayField(label=_("Of the gaming day"), required=False)
    drawer = forms.ModelChoiceField(queryset=Drawer.objects.none(), label=_("Drawer"), empty_label=None)

    def __init__(self, *args: Any, drawers: list[Drawer], values: Values, is_pooled: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.values = values
        asked = "of_day" if is_pooled else "dealer"
        del self.fields["dealer" if is_pooled else "of_day"]
        self.fields[asked].required = True
        if not is_pooled:
            self.fields["dealer"].queryset = Dealer.objects.filter(room=self.room)  # type: ignore[attr-defined]
        field = self.fields["drawer"]
        field.queryset = Drawer.objects.filter(room=self.room)  # type: ignore[attr-defined]  # the service says whose it is
        field.choices = [(drawer.pk, str(drawer)) for drawer in drawers]  # type: ignore[attr-defined]
        for value in values.chips:
            label = f"Pieces of {self.room.money(value)}, chips"
            self.fields[f"chips_{value}"] = WholeNumberField(required=False, at_most=MOST_PIECES, label=label)

    @property
    def chip_rows(self) -> list[SheetRow]:
        """The rows of the chips, the largest value first."""
        return [SheetRow(value, self[f"chips_{value}"]) for value in self.values.chips]

    def counted(self) -> Counted:
        """The pieces that were entered."""
        pieces = {value: self.cleaned_data[f"chips_{value}"] for value in self.values.chips}
        return Counted({value: count for value, count in pieces.items() if count})


class SplitForm(StrictForm):
    """The gaming day whose tokes are shared."""

    key = RequestKeyField()
    day = DayField(attrs={"type": "hidden"})


class PayShareForm(StrictForm):
    """A share that is paid; whose it is signs for it with their PIN, where dealers do (`asks_pin`)."""

    key = RequestKeyField()
    dealer_pin = forms.CharField(
        label=_("Their PIN"), max_length=8, required=False,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )  # fmt: skip

    def __init__(self, *args: Any, share: TokeShare | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.share = share
        self.asks_pin = share is not None and signs(share.dealer, self.room)
        self.fields["dealer_pin"].widget.attrs["required"] = True

    def dealer(self, *, by: User, at: datetime) -> DealerSigned | None:
        """The signature of whose share it is; None where nobody signs, or the PIN was left empty. Refuses as
        `show_dealer_pin`."""
        pin = self.cleaned_data["dealer_pin"]
        if self.share is None or not (self.asks_pin and pin):
            return None
        facts = {"dealer": self.share.dealer, "badge": self.share.dealer.badge_number, "pin": pin}
        return show_dealer_pin(**facts, by=by, at=at, what=THEIR_SHARE)
