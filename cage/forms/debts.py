"""The form of a debt that is paid at the window."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cage.models import Drawer
from players.forms.debts import CollectForm, How

AT_THE_CAGE = [(How.CASH.value, How.CASH.label), (How.RACK.value, How.RACK.label)]


class PayForm(CollectForm):
    """A debtor's payment at the window."""

    drawer = forms.ModelChoiceField(Drawer.objects.none(), label=_("Drawer"), required=False)

    def __init__(self, *args: Any, drawers: list[Drawer], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["how"].choices = AT_THE_CAGE  # type: ignore[attr-defined]  # a ChoiceField
        field = self.fields["drawer"]
        field.queryset = Drawer.objects.filter(room=self.room)  # type: ignore[attr-defined]  # the service says whose it is
        field.choices = [("", _("none")), *((each.pk, str(each)) for each in drawers)]  # type: ignore[attr-defined]
