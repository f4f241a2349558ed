"""The form of an even exchange."""

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from cage.forms.drawers import MOST_PIECES
from cage.models import Drawer, Exchange
from config.staff.forms import SecondPersonForm
from config.web.forms import ConfirmField, IdField, RequestKeyField, TextField, WholeNumberField
from players.models import Player


class ExchangeForm(SecondPersonForm):
    """Pieces that come in and pieces that go out, by value; what is left empty is none. Of cash, whose it is: `found`
    are those to choose from where the words find several."""

    key = RequestKeyField()
    drawer = forms.ModelChoiceField(queryset=Drawer.objects.none(), label=_("Drawer"), empty_label=None)
    side = forms.ChoiceField(choices=Exchange.Side.choices, label=_("With"))
    patron = TextField(label=_("Patron: name, document or number"), max_length=60, required=False)
    player = IdField(required=False)
    confirm = ConfirmField()

    def __init__(self, *args: Any, what: str, values: tuple[int, ...], drawers: list[Drawer], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.found: list[Player] = []
        if what == Exchange.What.CASH:
            self.say_when_needed("patron", when=f"needed from {self.room.money(self.room.log_from)} on")
        else:
            del self.fields["patron"], self.fields["player"]
        self.values = values
        field = self.fields["drawer"]
        field.queryset = Drawer.objects.filter(room=self.room)  # type: ignore[attr-defined]  # the service says whose it is
        field.choices = [(drawer.pk, str(drawer)) for drawer in drawers]  # type: ignore[attr-defined]
        if len(drawers) == 1:
            field.widget = forms.HiddenInput()
        for name in (f"{way}_{value}" for value in values for way in ("in", "out")):
            label = f"Pieces of {self.room.money(int(name.partition('_')[2]))} {name.partition('_')[0]}"
            self.fields[name] = WholeNumberField(required=False, at_most=MOST_PIECES, label=label)

    @property
    def rows(self) -> list[tuple[int, BoundField, BoundField]]:
        """Each value with its fields of what comes and what goes, the largest first."""
        return [(value, self[f"in_{value}"], self[f"out_{value}"]) for value in self.values]

    def pieces(self, way: str) -> dict[int, int]:
        """The pieces that come "in" or go "out", by value."""
        entered = {value: self.cleaned_data[f"{way}_{value}"] for value in self.values}
        return {value: count for value, count in entered.items() if count}
