"""The forms of the house's seed in pools, and of what is deposited of their money."""

from django.utils.translation import gettext_lazy as _

from config.staff.forms import TwoPeopleForm, TwoRolesForm
from config.web.forms import AmountField, RequestKeyField, TextField


class SeedForm(TwoRolesForm):
    """Chips of the house that go into a pool."""

    key = RequestKeyField()
    amount = AmountField(label=_("Chips of the house"))
    reason = TextField(max_length=300, label=_("Why: it begins, or it was won"))


class SeedBackForm(TwoRolesForm):
    """Seed that the house takes out of a pool again."""

    key = RequestKeyField()
    amount = AmountField(label=_("Seed that comes back"))
    reason = TextField(max_length=300, label=_("Why"))


class DepositForm(TwoPeopleForm):
    """Cash of the vault that goes to a pool's own bank account."""

    key = RequestKeyField()
    amount = AmountField(of_chips=False, label=_("Cash"))
    reference = TextField(max_length=60, label=_("Number of the bank’s slip"))


class DepositVoidForm(TwoPeopleForm):
    """A deposit that was entered wrongly."""

    key = RequestKeyField()
    reason = TextField(max_length=400, label=_("What was wrong"))
