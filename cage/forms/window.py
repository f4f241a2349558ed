"""The forms of the window. Amounts are major units at the door and minor units behind it."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cage.models import Drawer
from cage.selectors.seen import WindowSeen
from config.staff.forms import SecondPersonForm
from config.web.forms import AmountField, ConfirmField, IdField, RequestKeyField, StrictForm
from players.forms.desk import EXCEPTIONS


class SeenField(forms.CharField):
    """A player as the page showed them, hidden in its form; its clean value: a WindowSeen, None where none was sent."""

    of_page = True

    def __init__(self) -> None:
        super().__init__(required=False, max_length=110, widget=forms.HiddenInput())

    def clean(self, value: Any) -> Any:
        """The facts that the page showed. Refused where they aren't what it sent."""
        text = super().clean(value)
        try:
            return WindowSeen.read(text) if text else None
        except ValueError as error:
            raise ValidationError(str(error)) from error


class DeskForm(StrictForm):
    """The fields of every purchase and cash-out: the key made when it was shown, a drawer, an amount.

    `focus` where the cashier has said that this is what the player wants; `letter` takes them to the amount. `seen` is
    the player as the page showed them, `corrects` the void of the mistake that this puts right. `is_ready` once nothing
    is left to enter: then the next Enter is the button's.
    """

    letter = ""
    is_ready = False
    key = RequestKeyField()
    seen = SeenField()
    corrects = IdField(required=False)
    drawer = forms.ModelChoiceField(queryset=Drawer.objects.none(), label=_("Drawer"), empty_label=None)
    amount = AmountField(label=_("Amount"))
    confirm = ConfirmField()

    def __init__(self, *args: Any, drawers: list[Drawer], focus: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["amount"].widget.attrs["data-key"] = self.letter
        if focus:
            self.fields["amount"].widget.attrs["autofocus"] = True
        field = self.fields["drawer"]
        field.queryset = Drawer.objects.filter(room=self.room)  # type: ignore[attr-defined]  # the service says whose it is
        field.choices = [(drawer.pk, str(drawer)) for drawer in drawers]  # type: ignore[attr-defined]
        if len(drawers) == 1:
            field.widget = forms.HiddenInput()

    def wait_at(self, *names: str) -> None:
        """Let the cursor wait in the first of these fields that is empty; where none is, on the button."""
        empty = next((name for name in names if self[name].value() in (None, "")), None)
        self.is_ready = empty is None
        if empty:
            self.fields[empty].widget.attrs["autofocus"] = True

    def look_again(self, seen: WindowSeen) -> None:
        """Let the next press be about the player as they are shown now."""
        self.initial["seen"] = seen
        if self.is_bound:
            self.data = dict(self.data.items()) | {"seen": str(seen)}


class BuyInForm(SecondPersonForm, DeskForm):
    """Chips for one game; where the house excepts somebody who is on no record, a supervisor confirms it."""

    letter = "s"
    session = IdField()
    exception = forms.ChoiceField(
        choices=[("", _("none: the plaque binds")), *EXCEPTIONS],
        required=False,
        label=_("The house's exception"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.say_when_needed("badge", "pin", when=gettext("needed for an exception"))


class CashOutForm(SecondPersonForm, DeskForm):
    """Chips for cash; the service knows of which chips a rack is made. Where a retired set's last day is over
    (`asks_late`) the cashier says whether some of them are of it, and somebody above approves those."""

    letter = "p"
    amount = AmountField(label=_("Amount"), of_chips=False)
    is_late = forms.BooleanField(required=False, label=_("Some are of a retired set whose last day is over"))

    def __init__(self, *args: Any, asks_late: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields([*(name for name in self.fields if name not in ("badge", "pin")), "badge", "pin"])
        self.fields["badge"].label = _("Badge of the manager who approves it")
        self.say_when_needed("badge", "pin", when=gettext("needed for those"))
        if not asks_late:
            for name in ("is_late", "badge", "pin"):
                del self.fields[name]
