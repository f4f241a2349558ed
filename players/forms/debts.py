"""The forms of a debt: how much is collected and whence, and why the rest is given up."""

from django import forms
from django.utils.translation import gettext_lazy as _

from config.staff.forms import SecondPersonForm
from config.web.forms import AmountField, RequestKeyField, StrictForm, TextField
from players.models import DebtEntry

How = DebtEntry.How
AT_THE_TABLE = [(How.SEAT.value, How.SEAT.label), (How.RACK.value, How.RACK.label)]


class CollectForm(SecondPersonForm):
    """Chips that a supervisor takes for a debt; a second person confirms more than one moves alone."""

    key = RequestKeyField()
    how = forms.ChoiceField(label=_("From"), choices=AT_THE_TABLE, widget=forms.RadioSelect())
    amount = AmountField(label=_("Amount"))


class ReturnForm(SecondPersonForm):
    """The reason why chips that were collected go back; a second person confirms what one gives back alone no more."""

    key = RequestKeyField()
    reason = TextField(label=_("What was wrong"), max_length=400)


class WriteOffForm(StrictForm):
    """The reason why a debt is given up, and who confirms it."""

    key = RequestKeyField()
    reason = TextField(label=_("Why it is given up"), max_length=400)
    badge = TextField(label=_("Second person’s badge"), max_length=12)
    pin = forms.CharField(
        label=_("PIN"),
        max_length=8,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
