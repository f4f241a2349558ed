"""What the floor sends: a table to open, a tick, an action, cards, and what was dropped of a hand."""

from typing import Any

from django import forms

from config.rooms.models import Room
from config.web.forms import AmountField, IdField, RequestKeyField, StrictForm, TextField, WholeNumberField
from config.web.widgets import AmountInput

MOST_SEATS = 10


class SeatsField(forms.MultipleChoiceField):
    """Seats that were tapped: check boxes, one for each seat that is given; the clean value is a list of ints."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.CheckboxSelectMultiple())
        super().__init__(choices=[(str(seat), str(seat)) for seat in range(1, MOST_SEATS + 1)], **kwargs)

    def clean(self, value: Any) -> list[int]:
        """The seats in order."""
        return sorted({int(seat) for seat in super().clean(value)})


class OpenTableForm(StrictForm):
    """Open a table; where the button starts may be left to the first deal."""

    button_seat = WholeNumberField(label="Button", at_least=1, at_most=MOST_SEATS, required=False)


class ButtonForm(StrictForm):
    """Where the first button lies: the seat that won the draw; left out, the draw itself says it."""

    seat = WholeNumberField(label="Seat", at_least=1, at_most=MOST_SEATS, required=False)
    key = RequestKeyField()


class TickForm(StrictForm):
    """A hand in two taps: the rake, and Tick. Pot and winners where the plaque has a kill.

    `killer_seat` is the seat whose kill the page showed, 0 for none: a hand ticked under another one is refused.
    """

    rake_taken = AmountField(label="Rake", at_least=0, widget=AmountInput())
    promo_taken = AmountField(label="Promo", at_least=0, required=False, widget=AmountInput())
    pot = AmountField(label="Pot", at_least=0, required=False, widget=AmountInput())
    winners = SeatsField(label="Won by", required=False)
    no_low = forms.BooleanField(label="Tied, nobody had a low", required=False)
    killer_seat = WholeNumberField(widget=forms.HiddenInput(), at_least=0, at_most=MOST_SEATS, required=False)
    key = RequestKeyField()


class DraftForm(StrictForm):
    """Something done to the hand that is being entered: the version of it that the tablet shows."""

    version = WholeNumberField(widget=forms.HiddenInput(), at_least=1, at_most=10**9)


class ActionForm(DraftForm):
    """One tap, or one line of notation. `amount` completes a bet or raise that was typed on the keypad."""

    action = forms.CharField(max_length=80, label="Action")
    amount = AmountField(label="Amount", required=False, of_chips=False, widget=AmountInput())


class CardsForm(DraftForm):
    """Cards that were picked: `place` is `board`, or a seat. `picked` keeps the order in which they were tapped."""

    place = forms.CharField(max_length=8)
    card = forms.MultipleChoiceField(
        required=False, choices=[(rank + suit, rank + suit) for rank in "AKQJT98765432" for suit in "shdc"]
    )
    picked = forms.CharField(max_length=52 * 2, required=False)

    def clean(self) -> dict[str, Any]:
        """Adds `cards`, the file notation: as tapped, where the script said so, else as they stand on the page."""
        data = super().clean()
        cards, text = data.get("card", []), data.get("picked", "")
        tapped = [text[at : at + 2] for at in range(0, len(text), 2)]
        return data | {"cards": "".join(tapped if sorted(tapped) == sorted(cards) else cards)}


class AbandonForm(DraftForm):
    """Give the hand up; why is optional, a misdeal needs no essay."""

    reason = TextField(label="Why", max_length=200, required=False)


class RecordForm(DraftForm):
    """What was dropped, and Record."""

    rake_taken = AmountField(label="Rake dropped", at_least=0, widget=AmountInput())
    promo_taken = AmountField(label="Promo dropped", at_least=0, required=False, widget=AmountInput())
    key = RequestKeyField()


class CorrectionForm(StrictForm):
    """Why a recorded hand is entered anew."""

    reason = TextField(label="What was wrong", max_length=400)
    key = RequestKeyField()


class TickCorrectionForm(CorrectionForm):
    """The right amounts of a tick, who won it, and why that was wrong."""

    rake_taken = AmountField(label="Rake", at_least=0, widget=AmountInput())
    promo_taken = AmountField(label="Promo", at_least=0, required=False, widget=AmountInput())
    pot = AmountField(label="Pot", at_least=0, required=False, widget=AmountInput())
    winners = SeatsField(label="Won by seat", required=False)
    no_low = forms.BooleanField(label="Tied, nobody had a low", required=False)
    field_order = ("rake_taken", "promo_taken", "pot", "winners", "no_low", "reason")

    def __init__(self, *args: Any, with_kill: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not with_kill:
            del self.fields["winners"], self.fields["no_low"]


class HandsFilterForm(forms.Form):
    """Which hands the list shows."""

    day = forms.DateField(required=False, label="Gaming day", widget=forms.DateInput(attrs={"type": "date"}))
    table = forms.ChoiceField(required=False, label="Table")
    session = IdField(required=False)
    tier = forms.ChoiceField(
        required=False, label="Recorded as", choices=[("", "all"), ("full", "full hands"), ("tick", "ticks")]
    )

    def __init__(self, *args: Any, room: Room, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tables = [(str(table.pk), table.name) for table in room.tables.all()]
        self.fields["table"].choices = [("", "all"), *tables]  # type: ignore[attr-defined]  # a ChoiceField


class PickUpForm(StrictForm):
    """The chips of an absent player as counted, and who watched: his badge and his own PIN."""

    key = RequestKeyField()
    counted = AmountField(label="Counted", at_least=0)
    badge = TextField(label="Witness’s badge", max_length=20)
    pin = forms.CharField(
        label="His PIN", max_length=8, widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    )
