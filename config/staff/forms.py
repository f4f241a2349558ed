"""What people enter about the people who work here."""

from typing import Any

from django import forms

from config.rooms.models import Room
from config.staff.models import BADGE, USERNAME
from config.staff.passwords import LONGEST_PASSWORD
from config.staff.roles import ROLES
from config.web.forms import TextField

_ROLES = [(role.code, f"{role.title}: {role.description}") for role in ROLES.values()]


def _password(label: str, *, new: bool = False, **kwargs: Any) -> forms.CharField:
    autocomplete = "new-password" if new else "current-password"
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, max_length=LONGEST_PASSWORD, strip=False, widget=widget, **kwargs)


class SignInForm(forms.Form):
    """Name and password."""

    username = forms.CharField(
        label="Name", max_length=40, widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True})
    )
    password = _password("Password")


class PinForm(forms.Form):
    """The PIN, asked again."""

    pin = forms.CharField(
        label="PIN",
        max_length=8,
        strip=False,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off", "autofocus": True}),
    )


class OwnPasswordForm(forms.Form):
    """A person's new password, twice, with his current one."""

    current = _password("Current password")
    new = _password("New password", new=True)
    again = _password("New password again", new=True)

    def clean_again(self) -> str:
        """The repetition. Refused when it differs."""
        again: str = self.cleaned_data["again"]
        if again != self.cleaned_data.get("new"):
            raise forms.ValidationError("The two new passwords differ. Enter the new one twice.")
        return again


class OwnPinForm(forms.Form):
    """A person's new PIN, with his password."""

    password = _password("Current password")
    pin = forms.CharField(
        label="New PIN",
        max_length=8,
        strip=False,
        help_text="Four to eight digits. You enter it before what weighs heavily.",
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "new-password"}),
    )


class PersonForm(forms.Form):
    """A person who starts to work here."""

    display_name = TextField(label="Name for people", max_length=60)
    badge_number = forms.CharField(label="Badge number", max_length=12)
    username = forms.CharField(label="Name for signing in", max_length=40)
    roles = forms.MultipleChoiceField(label="Roles", choices=_ROLES, widget=forms.CheckboxSelectMultiple)

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


class BringForm(forms.Form):
    """A person of another room who is to work here too."""

    badge_number = forms.CharField(label="Badge number", max_length=12)
    role = forms.ChoiceField(label="Role", choices=_ROLES)

    def clean_badge_number(self) -> str:
        """The badge number in capitals."""
        badge: str = self.cleaned_data["badge_number"].upper()
        BADGE(badge)
        return badge


class RoleForm(forms.Form):
    """One role to give or to end."""

    role = forms.ChoiceField(label="Role", choices=_ROLES)


class DisableForm(forms.Form):
    """Why a person may not sign in any more."""

    reason = TextField(label="Reason", max_length=400)


class RoomForm(forms.Form):
    """The room to work in, out of those where the person holds a role."""

    room = forms.TypedChoiceField(label="Room", coerce=int)

    def __init__(self, *args: Any, rooms: list[Room], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["room"].choices = [(room.pk, room.name) for room in rooms]  # type: ignore[attr-defined]
