"""The pot of a hand, in one field; how many hands are asked; a day's address."""

from typing import Self

from django.utils.translation import gettext_lazy as _

from config.rooms.models import Room
from config.web.forms import AmountField, RequestKeyField, StrictForm, TextField, WholeNumberField
from games.models import Hand
from rake.sampling_models import MOST_ONE_IN


class PotForm(StrictForm):
    """The pot of one hand that was drawn; a hand of which nothing was called has a pot of 0."""

    key = RequestKeyField()
    pot = AmountField(label=_("Pot"), at_least=0)

    hand: Hand

    @classmethod
    def about(cls, hand: Hand, room: Room, data: object = None) -> Self:
        """The form that asks about a hand; several stand on one page, each with ids of its own."""
        form = cls(data, room=room, auto_id=f"id_pot_{hand.pk}_%s")  # type: ignore[arg-type]  # a QueryDict or None
        form.hand = hand
        return form


class RateForm(StrictForm):
    """One hand in how many is asked for its pot, and why."""

    key = RequestKeyField()
    one_in = WholeNumberField(label=_("One hand in"), at_most=MOST_ONE_IN)
    reason = TextField(label=_("Why"), max_length=400)
