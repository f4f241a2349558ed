"""Another of the room's plaques for a table, and the manager who answers for it."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.web.forms import StrictForm, TextField
from tables.selectors import ApprovedPlaque


class PlaqueChangeForm(StrictForm):
    """The plaque, the second person's badge and PIN, and the reason."""

    like = forms.TypedChoiceField(coerce=int, widget=forms.RadioSelect, label=_("The plaque"))
    badge = TextField(max_length=12, label=_("Badge of the manager"))
    pin = forms.CharField(
        max_length=8, label=_("PIN"), widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    )
    reason = TextField(max_length=200, required=False, label=_("Why"))

    def __init__(self, *args: Any, plaques: Iterable[ApprovedPlaque], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.plaques = {plaque.version.pk: plaque for plaque in plaques}
        choices = [(pk, plaque.version.short_name) for pk, plaque in self.plaques.items()]
        self.fields["like"].choices = choices  # type: ignore[attr-defined]

    def lines(self) -> list[tuple[Any, ApprovedPlaque]]:
        """Each plaque with its button."""
        return [(button, self.plaques[int(button.data["value"])]) for button in self["like"]]
