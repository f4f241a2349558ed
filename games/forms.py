"""Forms that the floor sends: a table to open, a tick, an action, cards, and what was dropped of a hand."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.rooms.models import Room
from config.staff.forms import SecondPersonForm, TwoPeopleForm
from config.web.days import DayField
from config.web.forms import (
    AmountField,
    ConfirmField,
    IdField,
    RequestKeyField,
    StrictForm,
    TextField,
    WholeNumberField,
)
from config.web.widgets import AmountInput
from players.forms.counts import CountedForm, PinField
from rules.house.house import HOUSES
from tables.models import TableSession

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

    button_seat = WholeNumberField(label=_("Button"), at_least=1, at_most=MOST_SEATS, required=False)


class CloseTableForm(SecondPersonForm):
    """Close a table, and say why; the answer that is true most evenings stands there already. What became of chips on
    its felt, and who confirms it, is asked where the felt is not empty."""

    cause = forms.ChoiceField(
        label=_("Why"), choices=TableSession.Cause.choices, initial=TableSession.Cause.PLAYERS, required=False
    )
    close_reason = TextField(label=_("What became of the chips"), max_length=300, required=False)
    confirm = ConfirmField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.say_when_needed("close_reason", when=gettext("needed to book it"))


class ButtonForm(StrictForm):
    """The seat of the first button: the seat that won the draw; left out, the draw itself says it."""

    seat = WholeNumberField(label=_("Seat"), at_least=1, at_most=MOST_SEATS, required=False)
    key = RequestKeyField()


class TickForm(StrictForm):
    """A hand in two taps: the rake, and Tick. Pot and winners where the plaque has a kill.

    `killer_seat` is the seat whose kill the page showed, 0 for none: a hand ticked under another one is refused.
    `session`, `plaque` and `number` are those that it showed: a hand that waited belongs to them, or is asked about.
    """

    rake_taken = AmountField(label=_("Rake"), at_least=0, widget=AmountInput())
    promo_taken = AmountField(label=_("Promo"), at_least=0, required=False, widget=AmountInput())
    pot = AmountField(label=_("Pot"), at_least=0, required=False, widget=AmountInput())
    winners = SeatsField(label=_("Won by"), required=False)
    no_low = forms.BooleanField(label=_("Tied, nobody had a low"), required=False)
    killer_seat = WholeNumberField(widget=forms.HiddenInput(), at_least=0, at_most=MOST_SEATS, required=False)
    session = IdField(required=False)
    plaque = IdField(required=False)
    number = WholeNumberField(widget=forms.HiddenInput(), at_least=1, at_most=10**9, required=False)
    confirm = ConfirmField()
    key = RequestKeyField()


class NoteForm(StrictForm):
    """Words to be kept at a table."""

    text = TextField(
        label=_("Note"), max_length=400, help_text=_("what the next shift should know; no names, no papers")
    )
    key = RequestKeyField()


class DraftForm(StrictForm):
    """Something done to the hand that is being entered: the version of it that the tablet shows.

    `instead_of` is the action that was tapped in the log, to be changed or undone to: its index.
    """

    version = WholeNumberField(widget=forms.HiddenInput(), at_least=1, at_most=10**9)
    instead_of = WholeNumberField(widget=forms.HiddenInput(), at_least=0, at_most=10**6, required=False)


class ActionForm(DraftForm):
    """One tap, or one line that was typed. `amount` completes a bet or raise that was typed on the keypad; `place` is
    where cards go that were typed alone."""

    action = forms.CharField(max_length=160, label=_("Action"))
    place = forms.CharField(max_length=8, required=False)
    amount = AmountField(label=_("Amount"), required=False, of_chips=False, widget=AmountInput())


class TroubleForm(DraftForm):
    """A report of what went wrong: the words that a button enters, and the amount of a bet that stands."""

    action = forms.CharField(max_length=80)
    amount = AmountField(label=_("Amount"), required=False, of_chips=False, widget=AmountInput())


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
    """Give the hand up, and why; before substantial action that may stay empty."""

    reason = TextField(label=_("Why"), max_length=200, required=False)


class RecordForm(DraftForm, SecondPersonForm):
    """The amounts that were dropped, and Record; of a correction that moves much, whoever confirms it too."""

    rake_taken = AmountField(label=_("Rake dropped"), at_least=0, widget=AmountInput())
    promo_taken = AmountField(label=_("Promo dropped"), at_least=0, required=False, widget=AmountInput())
    confirm = ConfirmField()
    key = RequestKeyField()


class CorrectionForm(StrictForm):
    """The reason why a recorded hand is entered anew."""

    reason = TextField(label=_("What was wrong"), max_length=400, widget=forms.TextInput(attrs={"autofocus": True}))
    key = RequestKeyField()


class VoidForm(TwoPeopleForm):
    """The reason why a recorded hand doesn't count, and who confirms that."""

    reason = TextField(label=_("Why it is void"), max_length=400)
    key = RequestKeyField()


class TickCorrectionForm(CorrectionForm, SecondPersonForm):
    """The right amounts of a tick, who won it, why that was wrong, and who confirms it where much moves."""

    rake_taken = AmountField(label=_("Rake"), at_least=0, widget=AmountInput())
    promo_taken = AmountField(label=_("Promo"), at_least=0, required=False, widget=AmountInput())
    pot = AmountField(label=_("Pot"), at_least=0, required=False, widget=AmountInput())
    winners = SeatsField(label=_("Won by seat"), required=False)
    no_low = forms.BooleanField(label=_("Tied, nobody had a low"), required=False)
    confirm = ConfirmField()
    field_order = ("rake_taken", "promo_taken", "pot", "winners", "no_low", "reason")

    def __init__(self, *args: Any, with_kill: bool, seated: Iterable[int] = (), **kwargs: Any) -> None:
        """`seated` are the seats in which somebody sat when the hand was dealt: those that are offered."""
        super().__init__(*args, **kwargs)
        if with_kill:
            offered = [(str(seat), str(seat)) for seat in sorted(seated)]
            self.fields["winners"].widget.choices = offered  # a refusal names any other
        else:
            del self.fields["winners"], self.fields["no_low"]


class HandsFilterForm(forms.Form):
    """The choice of hands that the list shows."""

    day = DayField(required=False, label=_("Gaming day"))
    until = DayField(required=False, label=_("until"))
    table = forms.ChoiceField(required=False, label=_("Table"))
    session = IdField(required=False)
    source = forms.ChoiceField(
        required=False,
        label=_("Played"),
        choices=[("", _("all")), ("floor", _("on the floor")), ("import", _("in hand files"))],
    )
    tier = forms.ChoiceField(
        required=False,
        label=_("Recorded as"),
        choices=[("", _("all")), ("full", _("full hands")), ("tick", _("ticks"))],
    )

    def __init__(self, *args: Any, room: Room, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tables = [(str(table.pk), table.name) for table in room.tables.all()]
        self.fields["table"].choices = [("", _("all")), *tables]  # type: ignore[attr-defined]  # a ChoiceField


class PickUpForm(CountedForm):
    """The chips of an absent player as counted, and who watched: the witness's badge and own PIN."""

    key = RequestKeyField()
    counted = AmountField(of_chips=False, label=_("Counted"), at_least=0)
    badge = TextField(label=_("Witness’s badge"), max_length=20)
    pin = PinField(label=_("Their PIN"))
    field_order = ("key", "counted", "count_reason", "count_words", "badge", "pin")
    asked_later = ("count_reason", "count_words")


class ImportForm(StrictForm):
    """Hand files to be imported: at which table they are recorded, and whose rules hold where they say nothing. The
    files themselves are looked at one by one."""

    table_name = TextField(label=_("Table"), max_length=40, initial="Archive")
    house = forms.ChoiceField(
        label=_("Rules where a file names none"),
        choices=[("", _("Standard")), *((name, house.title) for name, house in HOUSES.items())],
        required=False,
    )
