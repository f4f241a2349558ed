"""Forms of the desk about players who work here: noted, and noted no more."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.staff.models import User
from config.web.forms import RequestKeyField, StrictForm
from players.works_here import not_yet_players
from tables.models import Dealer


class WorksHereForm(StrictForm):
    """The one of the staff who a player is: everybody of whom that isn't noted, but the person who asks."""

    key = RequestKeyField()
    who = forms.ChoiceField(label=_("Who of the staff this is"))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = {f"{'d' if isinstance(each, Dealer) else 'u'}{each.pk}": each for each in self._offered(user)}
        named = [(code, f"{each}, {each.badge_number}") for code, each in self.people.items()]
        groups = [(_("People who sign in"), "u"), (_("Dealers"), "d")]
        offered = [(title, [each for each in named if each[0][0] == letter]) for title, letter in groups]
        self.fields["who"].choices = [("", _("choose")), *offered]  # type: ignore[attr-defined]

    def _offered(self, user: User) -> list[User | Dealer]:
        return [each for each in not_yet_players(self.room) if each != user]

    def clean(self) -> dict[str, Any]:
        """The clean values; `who` is the person."""
        data = super().clean()
        if "who" in data:
            data["who"] = self.people[data["who"]]
        return data


class WorksNoMoreForm(StrictForm):
    """The press that says that a player works here no more, or never did."""

    key = RequestKeyField()
    was_wrong = forms.BooleanField(required=False, label=_("It was noted by mistake: never so"))
