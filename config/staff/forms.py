"""Forms about the people who work here."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.rooms.models import Room
from config.staff.access_review import Access, Result
from config.staff.conflicts import CONFLICTS
from config.staff.models import BADGE, USERNAME, ApiToken, User
from config.staff.passwords import LONGEST_PASSWORD
from config.staff.roles import ROLES
from config.staff.second import second_person
from config.staff.tokens import MOST_DAYS, USUAL_DAYS
from config.web.days import DayField
from config.web.forms import RequestKeyField, StrictForm, TextField, WholeNumberField

_ROLES = [(role.code, f"{role.title}: {role.description}") for role in ROLES.values()]


def _password(label: str, *, new: bool = False, **kwargs: Any) -> forms.CharField:
    autocomplete = "new-password" if new else "current-password"
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, max_length=LONGEST_PASSWORD, strip=False, widget=widget, **kwargs)


def _pin(label: str, **kwargs: Any) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.CharField(label=label, max_length=8, strip=False, required=False, widget=widget, **kwargs)


def _pair(text: str) -> dict[str, str]:
    first, _, second = text.partition("+")
    return {"first": first, "second": second}


class SignInForm(forms.Form):
    """Name and password."""

    username = forms.CharField(
        label=_("Name"), max_length=40, widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True})
    )
    password = _password("Password")


class SecondPersonForm(StrictForm):
    """A form of an act that a second person may have to confirm: their badge and PIN stand last, and may stay empty
    where `always_two` is off. Where it is on the page asks for them; why, the service says to whoever leaves them out.
    """

    always_two = False
    badge = TextField(label=_("Second person’s badge"), max_length=12, required=False)
    pin = forms.CharField(
        label=_("Their PIN"),
        max_length=8,
        required=False,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, also: Collection[Room] = (), **kwargs: Any) -> None:
        """`also`: the other rooms whose people may confirm it."""
        super().__init__(*args, **kwargs)
        self.also = also
        self.order_fields([*(name for name in self.fields if name not in ("badge", "pin")), "badge", "pin"])
        self.say_when_needed("badge", "pin", when=gettext("needed where one may not do it alone"))
        if self.always_two:
            self.demand("badge", "pin")

    def demand(self, *names: str) -> None:
        """Let the page ask for these fields as for any other that must be filled in."""
        for name in names:
            self.fields[name].widget.attrs["required"] = True

    def second(self, *, at: datetime) -> User | None:
        """The person whose badge and PIN were entered; nobody where they were left empty. Refuses as `second_person`
        does."""
        data = self.cleaned_data
        if not data["badge"]:
            return None
        return second_person(self.room, data["badge"], data["pin"], at=at, also=self.also)


class TwoPeopleForm(SecondPersonForm):
    """A form of an act that always takes two people."""

    always_two = True


class TwoRolesForm(TwoPeopleForm):
    """A form of an act that somebody of another role approves."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["badge"].label = _("Approver’s badge, of another role")


class ReviewForm(TwoPeopleForm):
    """A review of access: of each person whether the roles stay, and where they don't, why."""

    request_key = RequestKeyField()

    def __init__(self, *args: Any, access: Sequence[Access], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.access = access
        for each in access:
            pk = each.person.pk
            self.fields[f"keeps_{pk}"] = _keeps(each.person)
            self.fields[f"reason_{pk}"] = TextField(label=_("Why they end"), max_length=400, required=False)
            self.say_when_needed(f"reason_{pk}", when=gettext("needed where they lose them"))
            self.fields[f"seen_{pk}"] = forms.CharField(
                initial=each.codes, max_length=120, widget=forms.HiddenInput(), strip=False
            )

    def rows(self) -> Iterator[tuple[Access, BoundField, BoundField, BoundField]]:
        """Each person with the three fields about them."""
        for each in self.access:
            keeps, reason, seen = (self[f"{name}_{each.person.pk}"] for name in ("keeps", "reason", "seen"))
            yield each, keeps, reason, seen

    def results(self) -> dict[int, Result]:
        """The results, by the id of the person."""
        data = self.cleaned_data
        ids = [each.person.pk for each in self.access]
        return {pk: Result(data[f"seen_{pk}"], data[f"keeps_{pk}"] == "yes", data[f"reason_{pk}"]) for pk in ids}


def _keeps(person: User) -> forms.ChoiceField:
    choices = [("yes", "Keeps the roles"), ("no", "Loses them now")]
    return forms.ChoiceField(label=person.display_name, choices=choices, widget=forms.RadioSelect)


class PinForm(forms.Form):
    """The PIN, asked again."""

    pin = forms.CharField(
        label=_("PIN"),
        max_length=8,
        strip=False,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off", "autofocus": True}),
    )


class OwnPasswordForm(forms.Form):
    """A person's new password, twice, with the current one."""

    current = _password("Current password")
    new = _password("New password", new=True)
    again = _password("New password again", new=True)

    def clean_again(self) -> str:
        """The repetition. Refused when it differs."""
        again: str = self.cleaned_data["again"]
        if again != self.cleaned_data.get("new"):
            raise forms.ValidationError(_("The two new passwords differ. Enter the new one twice."))
        return again


class OwnPinForm(forms.Form):
    """A person's new PIN, with the password and what else shows who it is: the code of the authenticator; without one,
    the PIN that is to be replaced or, where it is forgotten, another person's badge and PIN.
    """

    password = _password("Current password")
    pin = forms.CharField(
        label=_("New PIN"),
        max_length=8,
        strip=False,
        help_text=_("Four to eight digits. You enter it before what weighs heavily."),
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "new-password"}),
    )
    code = forms.CharField(
        label=_("Code of your authenticator"),
        max_length=24,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "spellcheck": "false"}),
    )
    present = _pin("Present PIN", help_text=_("Forgotten? Leave it empty, and ask a colleague who manages the staff."))
    badge = TextField(label=_("The colleague’s badge"), max_length=12, required=False)
    other_pin = _pin("The colleague’s PIN")

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        has_code, has_pin = bool(person.authenticator_nonce), person.has_pin
        unasked = [] if has_code else ["code"]
        unasked += [] if has_pin and not has_code else ["present", "badge", "other_pin"]
        for name in unasked:
            del self.fields[name]


class CodeForm(forms.Form):
    """The code that the authenticator shows, or a recovery code."""

    code = forms.CharField(
        label=_("Code"),
        max_length=24,
        help_text=_("Six digits from your authenticator, or one of your recovery codes."),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autofocus": True, "spellcheck": "false"}),
    )


class OwnCodeForm(forms.Form):
    """A person's password, and the code that the authenticator shows."""

    password = _password("Current password")
    code = forms.CharField(
        label=_("Code that it shows"),
        max_length=24,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "spellcheck": "false"}),
    )


class PersonForm(SecondPersonForm):
    """A person who starts to work here."""

    display_name = TextField(label=_("Name for people"), max_length=60)
    badge_number = forms.CharField(label=_("Badge number"), max_length=12)
    username = forms.CharField(label=_("Name for signing in"), max_length=40)
    roles = forms.MultipleChoiceField(label=_("Roles"), choices=_ROLES, widget=forms.CheckboxSelectMultiple)

    def clean_badge_number(self) -> str:
        """The badge number in capitals."""
        badge: str = self.cleaned_data["badge_number"].upper()
        BADGE(badge)
        return badge

    def clean_username(self) -> str:
        """The name in small letters."""
        username: str = self.cleaned_data["username"].lower()
        USERNAME(username)
        return username


class BringForm(SecondPersonForm):
    """A person of another room who is to work here too, and agrees to it by their PIN."""

    badge_number = forms.CharField(label=_("Badge number"), max_length=12)
    own_pin = forms.CharField(
        label=_("PIN of whom you bring in"),
        max_length=8,
        strip=False,
        help_text=_("They enter it themselves: it says that they want to work here too."),
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=_("Role"), choices=_ROLES)

    def clean_badge_number(self) -> str:
        """The badge number in capitals."""
        badge: str = self.cleaned_data["badge_number"].upper()
        BADGE(badge)
        return badge


class RoleForm(SecondPersonForm):
    """One role to give or to end."""

    role = forms.ChoiceField(label=_("Role"), choices=_ROLES)


class ExceptionForm(forms.Form):
    """Two roles that one person may hold in spite of their conflict, why, and who approves it."""

    pair = forms.TypedChoiceField(
        label=_("Roles"), choices=[(f"{each.first}+{each.second}", str(each)) for each in CONFLICTS], coerce=_pair
    )
    reason = TextField(label=_("Reason"), max_length=400)
    badge = forms.CharField(label=_("Badge of the second person"), max_length=12)
    pin = forms.CharField(
        label=_("PIN of the second person"),
        max_length=8,
        strip=False,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


class TokenForm(SecondPersonForm):
    """A token for a system: how much it may do, and for how long."""

    scope = forms.ChoiceField(
        label=_("The system"), choices=ApiToken.Scope.choices, help_text=_("One that records takes a second person.")
    )
    days = WholeNumberField(label=_("Good for days"), at_most=MOST_DAYS, initial=USUAL_DAYS)


class DisableForm(SecondPersonForm):
    """The reason why a person may not sign in any more."""

    reason = TextField(label=_("Reason"), max_length=400)


class LastDayForm(StrictForm):
    """The last day of somebody's work; empty where they stay."""

    last_day = DayField(label=_("Last day of work"), required=False)


class RoomForm(forms.Form):
    """The room to work in, out of those where the person holds a role."""

    room = forms.TypedChoiceField(label=_("Room"), coerce=int)

    def __init__(self, *args: Any, rooms: list[Room], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["room"].choices = [(room.pk, room.name) for room in rooms]  # type: ignore[attr-defined]
