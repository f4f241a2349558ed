"""The form of a debt that is paid at the window."""

from typing import Any

from django import forms

from cage.models import Drawer
from players.forms.debts import CollectForm, How

AT_THE_CAGE = [(How.CASH.value, How.CASH.label), (How.RACK.value, How.RACK.label)]


class PayForm(CollectForm):
    """A debtor's payment at the window."""

    drawer = forms.ModelChoiceField(Drawer.objects.none(), label="Drawer", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["how"].choices = AT_THE_CAGE  # type: ignore[attr-defined]  # a ChoiceField
        open_drawers = Drawer.objects.filter(room=self.room, is_open=True)
        self.fields["drawer"].queryset = open_drawers  # type: ignore[attr-defined]  # a ModelChoiceField
