"""The forms of the page of chips in use: the instant that is asked about, and a bank statement."""

from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.rooms.models import Room
from config.staff.forms import SecondPersonForm
from config.web.days import DayField, InstantField
from config.web.forms import AmountField, RequestKeyField, TextField


class InstantForm(forms.Form):
    """An instant by the clock of the room; none asks about now."""

    at = InstantField(label=_("As of"), required=False)
    look = forms.BooleanField(required=False)

    def __init__(self, *args: Any, room: Room, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.room = room
        self.at_field.by_clock_of(room.zone)

    @property
    def at_field(self) -> InstantField:
        """The field of the instant."""
        field = self.fields["at"]
        assert isinstance(field, InstantField)  # noqa: S101 - it is declared above
        return field

    def clean_at(self) -> datetime | None:
        """The instant by the room's clock. Refused where it has not come yet."""
        at: datetime | None = self.cleaned_data["at"]
        if at is not None and at > timezone.now():
            raise ValidationError(_("The books tell of instants that have come: choose an earlier one."))
        return at


class StatementForm(SecondPersonForm):
    """The balance of a bank account, as its statement says, and who has read it too."""

    key = RequestKeyField()
    account = TextField(max_length=60, label=_("Bank account"))
    amount = AmountField(at_least=0, of_chips=False, label=_("Balance"))
    stated_on = DayField(label=_("On the day"))
