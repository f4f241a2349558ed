"""Another of the room's signs for a table, and the manager who answers for it."""

from collections.abc import Iterable
from typing import Any

from django import forms

from config.web.forms import StrictForm, TextField
from tables.selectors import ApprovedSign


class PlaqueChangeForm(StrictForm):
    """The sign, the second person's badge and PIN, and the reason."""

    like = forms.TypedChoiceField(coerce=int, widget=forms.RadioSelect, label="The sign")
    badge = TextField(max_length=12, label="Badge of the manager")
    pin = forms.CharField(
        max_length=8, label="PIN", widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    )
    reason = TextField(max_length=200, required=False, label="Why")

    def __init__(self, *args: Any, signs: Iterable[ApprovedSign], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.signs = {sign.version.pk: sign for sign in signs}
        choices = [(pk, sign.version.short_name) for pk, sign in self.signs.items()]
        self.fields["like"].choices = choices  # type: ignore[attr-defined]

    def lines(self) -> list[tuple[Any, ApprovedSign]]:
        """Each sign with its button."""
        return [(button, self.signs[int(button.data["value"])]) for button in self["like"]]
