"""The forms of who somebody is: two records of one person or of two, and what two people decide."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import second_person
from config.web.days import DayField
from config.web.forms import ConfirmField, IdField, StrictForm, TextField
from players.field_rights import readable, writable
from players.forms.desk import PlayerForm
from players.models import IdentityDecision, Player
from players.services import Identity, Notice

_O = IdentityDecision.Outcome
OUTCOMES = [(each.value, each.label) for each in (_O.ANOTHER, _O.SAME)]
"""The answers about two records that are not linked."""


class SecondForm(StrictForm):
    """A form that another person may have to confirm with badge and PIN."""

    badge = TextField(label=_("Badge of a second person"), max_length=12, required=False)
    pin = forms.CharField(
        label=_("Their PIN"),
        max_length=8,
        required=False,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    badge.needed = pin.needed = _("needed where one may not do it alone")  # type: ignore[attr-defined]  # of its template

    def second(self) -> User | None:
        """The person whose badge and PIN were entered; None where no badge was. Refuses as `second_person` does."""
        data = self.cleaned_data
        return second_person(self.room, data["badge"], data["pin"], at=timezone.now()) if data.get("badge") else None


class LiftForm(SecondForm):
    """The reason why somebody may come back, and who confirms it."""

    reason = TextField(max_length=400, label=_("Why they may come back"))
    notice = TextField(max_length=80, label=_("Reference of the regulator’s notice"), required=False)
    notice_day = DayField(label=_("Date of that notice"), required=False)
    field_order = ("reason", "notice", "notice_day", "badge", "pin")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["badge"].required = self.fields["pin"].required = True

    def given(self) -> Notice:
        """The regulator's notice as it was entered, or left empty."""
        return Notice(self.cleaned_data["notice"], self.cleaned_data["notice_day"])


class EditForm(PlayerForm, SecondForm):
    """The facts known of a player; a second person is asked for only where the service does.

    What `user` may not read is left as it is where something is known, and may be entered where nothing is. Of a new
    name it takes the answer whether it is of the staff.
    """

    confirm = ConfirmField()

    def __init__(self, *args: Any, player: Player, user: User, **kwargs: Any) -> None:
        shown, entered = readable(user, kwargs["room"]), writable(user, kwargs["room"])
        known = {name: getattr(player, name) for name in PlayerForm.base_fields}
        super().__init__(*args, initial=known, **kwargs)
        self._kept = {
            name: value for name, value in known.items() if name not in entered or (value and name not in shown)
        }
        if "document_number" in self._kept and "document_number" not in shown:
            self._kept |= {name: known[name] for name in ("document_kind", "document_expires_on")}
        for name in self._kept:
            del self.fields[name]
        self._second = {name: self.fields.pop(name) for name in ("badge", "pin")}
        if self.data.get("badge"):
            self.ask_second()

    def ask_second(self) -> None:
        """Show the fields for badge and PIN."""
        self.fields.update(self._second)

    @property
    def identity(self) -> Identity:
        """The identity that was entered, for the service."""
        entered = {name: self.cleaned_data[name] for name in PlayerForm.base_fields if name not in self._kept}
        return Identity(**(self._kept | entered))


class PartForm(SecondForm):
    """The reason why a record is of another person, and who confirms it."""

    reason = TextField(label=_("How you know"), max_length=400, help_text=_("the document, the face, who knows them"))
    field_order = ("reason", "badge", "pin")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["badge"].required = self.fields["pin"].required = True


class DecideForm(SecondForm):
    """One person or two, and how one knows. Whoever may not decide it lets a supervisor enter badge and PIN."""

    other = IdField()
    outcome = forms.ChoiceField(choices=OUTCOMES, widget=forms.HiddenInput())
    reason = TextField(label=_("How you know"), max_length=400, help_text=_("the document, the face, who knows them"))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if user.may(Permission.PLAYER_IDENTIFY, self.room):
            del self.fields["badge"], self.fields["pin"]
        else:
            self.fields["badge"].label = _("Badge of the supervisor who decides")
            self.fields["badge"].required = self.fields["pin"].required = True
