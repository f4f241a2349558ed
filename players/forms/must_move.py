"""Forms of the desk about a must-move game: its main game, and who moves to which seat."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.web.forms import AmountField, RequestKeyField, StrictForm, WholeNumberField
from players.forms.counts import CountedForm
from tables.models import TableSession


class FeedForm(StrictForm):
    """The game that a table feeds."""

    main = forms.TypedChoiceField(coerce=int, label=_("Feeds"))

    def __init__(self, *args: Any, mains: list[TableSession], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(session.pk, session.table.name) for session in mains]
        self.fields["main"].choices = choices  # type: ignore[attr-defined]


class MustMoveForm(CountedForm):
    """The seat in the main game, and the stack where somebody counted it."""

    key = RequestKeyField()
    seat = WholeNumberField(at_least=1, at_most=10, label=_("Seat"))
    counted = AmountField(of_chips=False, required=False, at_least=0, label=_("Counted stack"))


class DeclineForm(CountedForm):
    """The stack of somebody who leaves instead, where it was counted."""

    key = RequestKeyField()
    counted = AmountField(of_chips=False, required=False, at_least=0, label=_("Counted stack"))
    field_order = ("key", "counted")
