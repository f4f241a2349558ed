"""The forms of players and seats. Amounts are major units at the door and minor units behind it."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.errors import DomainError
from config.rooms.models import Room
from config.staff.forms import SecondPersonForm
from config.web.days import DayField
from config.web.forms import AmountField, ConfirmField, IdField, RequestKeyField, StrictForm, TextField
from players.forms.counts import CountedForm
from players.models import Ban, HouseException, Player
from players.services import GivesUp

OLDEST = date(1900, 1, 1)
EXCEPTIONS = [(value, label) for value, label in HouseException.choices if value]
"""The house's reasons for which the plaque's minimum and maximum do not bind."""

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
        label=_("Name at the table"),
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "off"}),
    )
    legal_name = TextField(
        max_length=120, required=False, label=_("Legal name"), help_text=_("as the document states it")
    )
    date_of_birth = DayField(required=False, label=_("Date of birth"))
    document_kind = forms.ChoiceField(
        choices=[("", "–"), *Player.Document.choices], required=False, label=_("Document")
    )
    document_number = TextField(max_length=40, required=False, label=_("Document number"))
    document_expires_on = DayField(required=False, label=_("Document expires on"))
    notes = TextField(max_length=2000, lines=3, required=False, label=_("Notes"))

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
            raise ValidationError(_("Write the day on which the person was born, year first: 1980-12-31."))
        return born

    def clean(self) -> dict[str, Any]:
        """A document has both its kind and its number."""
        data = super().clean()
        if bool(data.get("document_kind")) != bool(data.get("document_number")):
            missing = "document_number" if data.get("document_kind") else "document_kind"
            self.add_error(missing, "A document has a kind and a number: enter both, or neither.")
        return data


class RegisterForm(PlayerForm):
    """The facts about somebody who is new, and whether they are the one of the staff who has that name."""

    confirm = ConfirmField()


class BanForm(StrictForm):
    """The reason why somebody may not play, and until when."""

    kind = forms.ChoiceField(choices=Ban.Kind.choices, label=_("What"))
    reason = TextField(max_length=400, label=_("Why"))
    ends_on = DayField(required=False, label=_("Last day"), help_text=_("empty: until it is lifted"))

    def ends_at(self) -> datetime | None:
        """The end of the last gaming day; None where it has no end."""
        day: date | None = self.cleaned_data["ends_on"]
        if day is None:
            return None
        return self.room.start_of(day + timedelta(days=1))


class SeatForm(SecondPersonForm):
    """A player sits down; the fields that a refusal asks for are hidden until then."""

    key = RequestKeyField()
    player = IdField()
    amount = AmountField(label=_("Sits down with"))
    exception = forms.ChoiceField(
        choices=[("", _("none: the plaque binds")), *EXCEPTIONS], required=False, label=_("Exception")
    )
    past_list = TextField(max_length=200, required=False, label=_("Why the player sits down before the list"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.say_when_needed("badge", "pin", when=gettext("needed for an exception"))
        self.say_when_needed("past_list", when=gettext("needed while others wait"))
        self._asked = {name: self.fields[name].widget for name in ("past_list", "badge", "pin")}
        for name in self._asked:
            if not (self.is_bound and self.data.get(name)):
                self.fields[name].widget = forms.HiddenInput()

    def sits_down(self, *, at: datetime) -> dict[str, Any]:
        """The facts for the service, with the `approver` of an exception. Refuses as `second_person` does."""
        names = ("key", "amount", "exception", "past_list")
        return {name: self.cleaned_data[name] for name in names} | {"approver": self.second(at=at)}

    def ask(self, error: DomainError) -> None:
        """Show the fields that answer a refusal: why somebody goes before the list, or who confirms an exception."""
        names = ("badge", "pin") if error.field in ("badge", "pin") else (error.field,)
        for name in self._asked.keys() & set(names):
            self.fields[name].widget = self._asked[name]


class AddOnForm(StrictForm):
    """Chips of the rack on to the stack."""

    key = RequestKeyField()
    amount = AmountField(label=_("Adds"))


class CountForm(CountedForm):
    """A stack as counted, and why it isn't what the books say."""

    key = RequestKeyField()
    counted = AmountField(of_chips=False, at_least=0, label=_("Counted"))
    field_order = ("key", "counted")
    asked_later = ("badge", "pin")


class LeaveForm(CountedForm):
    """A player leaves; the count may be left out where no quick hand was played since the last."""

    key = RequestKeyField()
    counted = AmountField(of_chips=False, at_least=0, required=False, label=_("Stack as counted"))
    field_order = ("key", "counted")


class BackForm(StrictForm):
    """A player is back in the seat."""

    key = RequestKeyField()


class AwayForm(BackForm):
    """A player goes away; `agrees` where they let somebody use the seat meanwhile."""

    agrees = forms.BooleanField(required=False)


class GiveBackForm(CountedForm):
    """The step of whoever plays over when the absent player is back; `counted` is their stack, where they leave."""

    key = RequestKeyField()
    to = forms.ChoiceField(widget=forms.HiddenInput())
    counted = AmountField(of_chips=False, at_least=0, required=False, label=_("Stack as counted, if the player leaves"))

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
    to = forms.RegexField(
        r"\A[1-9][0-9]{0,17}-[1-9][0-9]?\Z", error_messages={"invalid": _("Tap one of the free seats.")}
    )
    exception = forms.ChoiceField(
        choices=[("", _("the player wants to")), *EXCEPTIONS],
        required=False,
        label=_("Why"),
    )
    counted = AmountField(of_chips=False, at_least=0, required=False, label=_("Stack as counted"))
    past_list = TextField(max_length=200, required=False, label=_("Why the player moves before the list"))
    asked_later = (*CountedForm.asked_later, "past_list")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.say_when_needed("past_list", when=gettext("needed while others wait"))
        self.say_when_needed(
            "badge", "pin", when=gettext("needed for an exception, and above what you move alone a day")
        )

    def ask(self, error: DomainError) -> None:
        """Show the fields that answer a refusal; why somebody goes before the list is one."""
        super().ask(error)
        if error.field == "past_list":
            self._show("past_list")

    def clean(self) -> dict[str, Any]:
        """Adds the `session` and the `seat` of the button that was tapped."""
        data = super().clean()
        session, _, seat = data.pop("to", "0-0").partition("-")
        return data | {"session": int(session), "seat": int(seat)}


class IncidentalForm(StrictForm):
    """A small amount that leaves the table, and for what (004:L52)."""

    key = RequestKeyField()
    amount = AmountField(label=_("Takes"))
    reason = TextField(max_length=400, label=_("For what"))
