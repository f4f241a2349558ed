"""A dealer for the room's list; the line as the person who pushes it sees it."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from config.staff.forms import SecondPersonForm
from config.web.forms import IdField, StrictForm, TextField


class DealerForm(StrictForm):
    """Name and badge of a dealer who is new here."""

    display_name = TextField(max_length=60, label=_("Name"))
    badge_number = TextField(max_length=12, label=_("Badge"))


class DealerPinForm(SecondPersonForm):
    """The PIN that a dealer chooses; another one than before takes a second person."""

    own_pin = forms.CharField(
        label=_("The dealer’s PIN"),
        max_length=8,
        strip=False,
        help_text=_("Four to eight digits. The dealer enters it, and signs with it and the badge at the tray."),
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    again = forms.CharField(
        label=_("Once more"),
        max_length=8,
        strip=False,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """The same PIN twice."""
        data = super().clean() or {}
        if not self.errors and data["own_pin"] != data["again"]:
            self.add_error("again", "That is not the same PIN: enter it twice.")
        return data


class PutInForm(StrictForm):
    """The dealer who takes over a table."""

    dealer = IdField()


class SeenField(forms.CharField):
    """Ids joined by commas, as the page wrote them; its clean value is a list of ints."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=4000, widget=forms.HiddenInput(), **kwargs)

    def clean(self, value: Any) -> Any:
        """The ids. Refused when somebody changed the text on the way."""
        parts = [part for part in str(super().clean(value)).split(",") if part]
        if not all(part.isascii() and part.isdigit() and len(part) <= 18 for part in parts):
            raise ValidationError(_("The line on this page can't be read: reload the page and push again."))
        return [int(part) for part in parts]


class PushForm(StrictForm):
    """The line that is pushed: from which table on, which downs the page shows, and whether once more so soon."""

    start = IdField(required=False)
    seen = SeenField()
    again = forms.BooleanField(required=False)
