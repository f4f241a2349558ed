"""Forms that take text strictly: amounts, whole numbers, keys and words as they were written, each field once."""

import unicodedata
import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from config.amounts import MOST, parse_major, plain_major
from config.errors import Malformed
from config.rooms.models import Room
from config.web.days import InstantField
from config.web.widgets import AmountInput

_LARGEST_ID = 2**63 - 1
_INCOMPLETE = _("This page is incomplete. Reload it and enter it again.")


class StrictForm(forms.Form):
    """A form in a room: its amounts know the room's currency, and a field that was sent twice refuses the form.

    What the page sends by itself (keys, ids, what it showed: fields that say `of_page`) has no place for an error of
    its own where it is hidden: one sentence above all fields says what to do.
    """

    def __init__(self, data: Mapping[str, Any] | None = None, *args: Any, room: Room, **kwargs: Any) -> None:
        super().__init__(data, *args, **kwargs)
        self.room = room
        for field in self.fields.values():
            if isinstance(field, AmountField):
                field.count_in(room)
            if isinstance(field, InstantField):
                field.by_clock_of(room.zone)

    def clean(self) -> dict[str, Any]:
        """The clean values. Refused when a field that holds one value came more than once."""
        if repeated := [name for name in self.fields if self._came_more_than_once(name)]:
            named = ", ".join(str(self[name].label).lower() for name in repeated)
            raise ValidationError(
                f"This form was sent with {named} more than once. Reload the page and enter it again."
            )
        return super().clean() or self.cleaned_data

    def say_when_needed(self, *names: str, when: str) -> None:
        """Let the labels of these fields, which may stay empty otherwise, say when they are needed."""
        for name in names:
            self.fields[name].needed = when  # type: ignore[attr-defined]  # shown by the template of a field

    def full_clean(self) -> None:
        """Check all fields."""
        super().full_clean()
        sent = [name for name in self.errors if name in self.fields and self._is_of_page(name)]
        for name in sent:
            del self.errors[name]
        if sent:
            self.add_error(None, ValidationError(_INCOMPLETE, code="page_incomplete"))

    def _is_of_page(self, name: str) -> bool:
        return self[name].is_hidden and getattr(self.fields[name], "of_page", False)

    def _came_more_than_once(self, name: str) -> bool:
        getlist = getattr(self.data, "getlist", None)
        if getlist is None or isinstance(self.fields[name], forms.MultipleChoiceField | forms.ModelMultipleChoiceField):
            return False
        return len(getlist(self.add_prefix(name))) > 1


class AmountField(forms.CharField):
    """An amount that people write in major units ("250", "12.50"); its clean value is an int of minor units.

    `at_least` is in minor units, 1 by default. With `of_chips`, as by default, the amount must be payable in the
    room's chips: a multiple of its smallest.
    """

    def __init__(self, *, at_least: int = 1, of_chips: bool = True, **kwargs: Any) -> None:
        kwargs.setdefault("widget", AmountInput())
        super().__init__(strip=False, **kwargs)
        self.at_least = at_least
        self.of_chips = of_chips
        self._room: Room | None = None

    def count_in(self, room: Room) -> None:
        """Take the currency and the chips of `room`; `StrictForm` does so for its fields."""
        self._room = room
        if isinstance(self.widget, AmountInput):
            self.widget.unit = room.currency_symbol

    @property
    def room(self) -> Room:
        """The room whose money this is."""
        if self._room is None:
            raise TypeError("an AmountField belongs on a StrictForm, which tells it the room")
        return self._room

    def clean(self, value: Any) -> Any:
        """Minor units, or None where the field was left empty and may be."""
        typed = value.strip(" ") if isinstance(value, str) else value  # a keyboard that completes words adds spaces
        if typed in self.empty_values:
            if self.required:
                raise ValidationError(_("Enter an amount."), code="required")
            return None
        try:
            amount = parse_major(typed, exponent=self.room.exponent)
        except Malformed as error:
            raise ValidationError(error.message, code=error.code) from error
        self._check(amount)
        return amount

    def prepare_value(self, value: Any) -> Any:
        """Minor units as the text that the parser reads back; what somebody typed stays as it was typed."""
        return plain_major(value, exponent=self.room.exponent) if type(value) is int else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether the text that was sent says anything else than `initial` minor units."""
        return super().has_changed(self.prepare_value(initial), data)

    def _check(self, amount: int) -> None:
        chip = self.room.smallest_chip if self.of_chips else 1
        if amount < self.at_least:
            least = self.room.money(-(-self.at_least // chip) * chip)
            raise ValidationError(f"The amount must be at least {least}.", code="amount_too_small")
        if amount % chip:
            smallest = self.room.money(chip)
            raise ValidationError(
                f"The smallest chip in this room is {smallest}: enter a multiple of {smallest}.",
                code="not_payable_in_chips",
            )


class WholeNumberField(forms.CharField):
    """A seat, a count or an id in plain ASCII digits; its clean value is an int (None if empty and not required)."""

    def __init__(self, *, at_least: int = 0, at_most: int = MOST, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}))
        super().__init__(strip=False, **kwargs)
        self.at_least = at_least
        self.at_most = at_most

    def clean(self, value: Any) -> Any:
        """The number, held to the bounds."""
        if value in self.empty_values and not self.required:
            return None
        text = value if isinstance(value, str) else ""
        readable = text.isascii() and text.isdigit() and len(text) <= 19 and str(int(text)) == text
        if not readable or not self.at_least <= int(text) <= self.at_most:
            raise ValidationError(
                f"Enter a whole number from {self.at_least} to {self.at_most}, in plain digits.",
                code="number_unreadable",
            )
        return int(text)


class IdField(WholeNumberField):
    """The id of a row, hidden by default: whoever changed it on the way gets a refusal, never a crash."""

    of_page = True

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.HiddenInput())
        super().__init__(at_least=1, at_most=_LARGEST_ID, **kwargs)


class RequestKeyField(forms.CharField):
    """The idempotency key of a form, made when it is shown and sent with it: a double click takes effect once."""

    of_page = True

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.HiddenInput())
        kwargs.setdefault("initial", lambda: str(uuid.uuid4()))
        super().__init__(strip=False, **kwargs)

    def clean(self, value: Any) -> Any:
        """The key in its canonical form. Refused where it is no UUID."""
        try:
            return str(uuid.UUID(value))
        except (ValueError, TypeError, AttributeError) as error:
            raise ValidationError(_INCOMPLETE, code="key_missing") from error


class _Unwritten(forms.HiddenInput):
    """Nothing on the page: the button of the question sends the value."""

    def render(self, *args: Any, **kwargs: Any) -> SafeString:
        return SafeString("")


class ConfirmField(forms.CharField):
    """The questions that somebody has answered with yes, by their codes: what the button of the question sends.

    Its clean value is a tuple; see `templates/parts/confirm.html`.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=200, widget=_Unwritten(), **kwargs)

    def clean(self, value: Any) -> Any:
        """The codes."""
        return tuple(super().clean(value).split())


class TextField(forms.CharField):
    """Words of people, kept as they are in Unicode's composed form; control characters are refused.

    One line by default; with `lines` the widget is a text area of that height and line breaks may stand in it.
    """

    def __init__(self, *, max_length: int, lines: int = 1, **kwargs: Any) -> None:
        if lines > 1:
            kwargs.setdefault("widget", forms.Textarea(attrs={"rows": lines}))
        super().__init__(max_length=max_length, **kwargs)
        self.lines = lines

    def to_python(self, value: Any) -> Any:
        """The words, composed (NFC), with plain line breaks."""
        text = super().to_python(value)
        return composed(text, lines=self.lines > 1) if text else text


def composed(text: str, *, lines: bool = False) -> str:
    """`text` in NFC, with line breaks as `\\n`. Refused (ValidationError) where it holds control characters."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n") if lines else text)
    allowed = "\n" if lines else ""
    if any(unicodedata.category(character) in ("Cc", "Cs") and character not in allowed for character in text):
        raise ValidationError(_("Take out the characters that can't be seen, such as tabs."), code="control_characters")
    return text
