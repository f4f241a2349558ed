"""The forms of players, cage and seats. Amounts are major units at the door and minor units behind it."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from config.rooms.models import Room
from config.staff.forms import TwoPeopleForm
from config.web.days import DayField
from config.web.forms import AmountField, IdField, RequestKeyField, StrictForm, TextField
from players.forms.counts import CountedForm
from players.models import Ban, Drawer, HouseException, Player
from players.selectors.window import WindowSeen
from players.services import GivesUp

OLDEST = date(1900, 1, 1)


ASKED: dict[str, tuple[str, ...]] = {
    Room.IdentityAsked.NAME: (),
    Room.IdentityAsked.BIRTH: ("legal_name", "date_of_birth"),
    Room.IdentityAsked.DOCUMENT: (
        "legal_name", "date_of_birth", "document_kind", "document_number", "document_expires_on",
    ),
}  # fmt: skip
"""The facts that a player is asked for besides the name at the table, by what the room must know."""


class PlayerForm(StrictForm):
    """The facts that say who somebody is."""

    display_name = TextField(
        max_length=60,
        label="Name at the table",
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "off"}),
    )
    legal_name = TextField(max_length=120, required=False, label="Legal name", help_text="as the document states it")
    date_of_birth = DayField(required=False, label="Date of birth")
    document_kind = forms.ChoiceField(choices=[("", "–"), *Player.Document.choices], required=False, label="Document")
    document_number = TextField(max_length=40, required=False, label="Document number")
    document_expires_on = DayField(required=False, label="Document expires on")
    notes = TextField(max_length=2000, lines=3, required=False, label="Notes")

    def __init__(self, *args: Any, asked: str = Room.IdentityAsked.NAME, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ASKED[asked]:
            self.fields[name].required = True

    @property
    def asked(self) -> list[forms.BoundField]:
        """The fields that the room requires."""
        return [field for field in self if field.field.required and field.name in PlayerForm.base_fields]

    @property
    def more(self) -> list[forms.BoundField]:
        """The fields that may be left for later."""
        return [field for field in self if not field.field.required and field.name in PlayerForm.base_fields]

    @property
    def needs_more(self) -> bool:
        """Whether one of the folded fields was filled in or refused, and must be seen."""
        return any(field.errors or field.value() for field in self.more)

    def clean_date_of_birth(self) -> date | None:
        """A day in the past, in the lifetime of somebody who can walk in."""
        born: date | None = self.cleaned_data["date_of_birth"]
        if born and not OLDEST <= born <= self.room.gaming_day(timezone.now()):
            raise ValidationError("Write the day on which the person was born, year first: 1980-12-31.")
        return born

    def clean(self) -> dict[str, Any]:
        """A document has both its kind and its number."""
        data = super().clean()
        if bool(data.get("document_kind")) != bool(data.get("document_number")):
            missing = "document_number" if data.get("document_kind") else "document_kind"
            self.add_error(missing, "A document has a kind and a number: enter both, or neither.")
        return data


class BanForm(StrictForm):
    """The reason why somebody may not play, and until when."""

    kind = forms.ChoiceField(choices=Ban.Kind.choices, label="What")
    reason = TextField(max_length=400, label="Why")
    ends_on = DayField(required=False, label="Last day", help_text="empty: until it is lifted")

    def ends_at(self) -> datetime | None:
        """The end of the last gaming day; None where it has no end."""
        day: date | None = self.cleaned_data["ends_on"]
        if day is None:
            return None
        return self.room.start_of(day + timedelta(days=1))


class DeskForm(StrictForm):
    """The fields of every purchase and cash-out: the key made when it was shown, a drawer, an amount.

    `focus` where this is what the player most likely wants. `seen` is the player as the page showed them.
    """

    key = RequestKeyField()
    seen = forms.CharField(required=False, max_length=80, widget=forms.HiddenInput())
    drawer = forms.ModelChoiceField(queryset=Drawer.objects.none(), label="Drawer", empty_label=None)
    amount = AmountField(label="Amount")

    def __init__(self, *args: Any, drawers: list[Drawer], focus: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if focus:
            self.fields["amount"].widget.attrs["autofocus"] = True
        field = self.fields["drawer"]
        field.queryset = Drawer.objects.filter(pk__in=[drawer.pk for drawer in drawers], room=self.room)  # type: ignore[attr-defined]
        if len(drawers) == 1:
            field.widget = forms.HiddenInput()

    def clean_seen(self) -> WindowSeen | None:
        """The facts that the page showed; None where it didn't say."""
        try:
            return WindowSeen.read(self.cleaned_data["seen"]) if self.cleaned_data["seen"] else None
        except ValueError as error:
            raise ValidationError(str(error)) from error

    def look_again(self, seen: WindowSeen) -> None:
        """Let the next press be about the player as they are shown now."""
        self.initial["seen"] = seen
        if self.is_bound:
            self.data = dict(self.data.items()) | {"seen": str(seen)}


class BuyInForm(DeskForm):
    """Chips for one game."""

    session = IdField()
    exception = forms.ChoiceField(
        choices=[("", "none: the plaque binds"), *((v, label) for v, label in HouseException.choices if v)],
        required=False,
        label="The house's exception",
    )


class CashOutForm(DeskForm):
    """Chips for cash; the service knows of which chips a rack is made."""

    amount = AmountField(label="Amount", of_chips=False)


class OpenDrawerForm(StrictForm):
    """A drawer for a cashier."""

    name = TextField(max_length=40, label="Drawer")
    cashier = forms.ChoiceField(required=False, label="Cashier")

    def __init__(self, *args: Any, cashiers: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["cashier"].choices = [("", "nobody yet"), *cashiers]  # type: ignore[attr-defined]


class ChipsAndCashForm(TwoPeopleForm):
    """Chips and cash that go together; one of them may be left out."""

    key = RequestKeyField()
    chips = AmountField(required=False, at_least=0, label="Chips")
    cash = AmountField(required=False, at_least=0, of_chips=False, label="Cash")

    def clean(self) -> dict[str, Any]:
        """Something at least must move."""
        data = super().clean()
        if not self.errors and not (data.get("chips") or data.get("cash")):
            raise ValidationError("Enter chips, cash or both.")
        return {**data, "chips": data.get("chips") or 0, "cash": data.get("cash") or 0}


class FundForm(ChipsAndCashForm):
    """A fill from the vault."""

    drawer = IdField()


class VaultForm(ChipsAndCashForm):
    """Chips and cash that come into the vault from outside."""

    reason = TextField(max_length=400, label="Where from")


class SeatForm(StrictForm):
    """A player sits down."""

    key = RequestKeyField()
    player = IdField()
    amount = AmountField(label="Sits down with")
    exception = forms.ChoiceField(choices=BuyInForm.base_fields["exception"].choices, required=False, label="Exception")  # type: ignore[attr-defined]
    past_list = TextField(max_length=200, required=False, label="Why the player sits down before the list")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._asked = self.fields["past_list"].widget
        self.fields["past_list"].widget = forms.HiddenInput()

    def ask_why(self) -> None:
        """Show the field for the reason; until somebody is passed over nobody needs it."""
        self.fields["past_list"].widget = self._asked


class AddOnForm(StrictForm):
    """Chips of the rack on to the stack."""

    key = RequestKeyField()
    amount = AmountField(label="Adds")


class CountForm(CountedForm):
    """A stack as counted, and why it isn't what the books say."""

    key = RequestKeyField()
    counted = AmountField(of_chips=False, at_least=0, label="Counted")
    field_order = ("key", "counted")
    asked_later = ("badge", "pin")


class LeaveForm(CountedForm):
    """A player leaves; the count may be left out where the books are right."""

    key = RequestKeyField()
    counted = AmountField(of_chips=False, at_least=0, required=False, label="Stack as counted")
    field_order = ("key", "counted")


class AwayForm(StrictForm):
    """A player goes away; `agrees` where they let somebody use the seat meanwhile."""

    agrees = forms.BooleanField(required=False)


class GiveBackForm(CountedForm):
    """The step of whoever plays over when the absent player is back; `counted` is their stack, where they leave."""

    key = RequestKeyField()
    to = forms.ChoiceField(widget=forms.HiddenInput())
    counted = AmountField(of_chips=False, at_least=0, required=False, label="Stack as counted, if the player leaves")

    def __init__(self, *args: Any, seats: Iterable[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = list(seats)
        ways = [GivesUp.LEAVES, GivesUp.TOP_OF_LIST, *(f"{GivesUp.TAKES_SEAT}-{seat}" for seat in range(1, 11))]
        self.fields["to"].choices = [(way, way) for way in ways]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Add `gives_up`, and the `seat` where one is taken."""
        data = super().clean()
        way, _, seat = data.pop("to", "").partition("-")
        return data | {"gives_up": GivesUp(way) if way else None, "seat": int(seat) if seat else None}


class MoveForm(CountedForm):
    """A player moves to a free seat with all chips; the buttons of the map say which: "7-4" is seat 4 of table session
    7."""

    key = RequestKeyField()
    to = forms.RegexField(r"\A[1-9][0-9]{0,17}-[1-9][0-9]?\Z", error_messages={"invalid": "Tap one of the free seats."})
    exception = forms.ChoiceField(
        choices=[("", "the player wants to"), *((v, label) for v, label in HouseException.choices if v)],
        required=False,
        label="Why",
    )
    counted = AmountField(of_chips=False, at_least=0, required=False, label="Stack as counted")

    def clean(self) -> dict[str, Any]:
        """Adds the `session` and the `seat` of the button that was tapped."""
        data = super().clean()
        session, _, seat = data.pop("to", "0-0").partition("-")
        return data | {"session": int(session), "seat": int(seat)}


class IncidentalForm(StrictForm):
    """A small amount that leaves the table, and for what (004:L52)."""

    key = RequestKeyField()
    amount = AmountField(label="Takes")
    reason = TextField(max_length=400, label="For what")
