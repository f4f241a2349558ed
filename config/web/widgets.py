"""Widgets of forms: an amount is text with digits, never a number field that rounds or spins; an instant that the
clocks show twice says which of the two it is."""

from collections.abc import Mapping
from datetime import datetime, tzinfo
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from config.clocks import comes_twice

FIRST, SECOND = "first", "second"
WHICH: Final = "_which"
"""The end of the name of a field that says which of two instants is meant."""


class AmountInput(forms.TextInput):
    """One line for an amount in major units; `unit` is shown before it: AmountInput(unit=room.currency_symbol)."""

    def __init__(self, attrs: dict[str, Any] | None = None, *, unit: str = "") -> None:
        self.unit = unit
        plain = {"inputmode": "decimal", "autocomplete": "off", "class": "amount", "maxlength": "24"}
        super().__init__(plain | (attrs or {}))


class SearchInput(forms.TextInput):
    """One line to search in, without the browser's memory of other people's names."""

    input_type = "search"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__({"autocomplete": "off", "spellcheck": "false", "class": "input"} | (attrs or {}))


def apart(text: str) -> tuple[str, str]:
    """The typed text, and the word after it that says which of two instants is meant, "" for none."""
    typed, _space, word = text.strip().rpartition(" ")
    return (typed, word) if typed and word in (FIRST, SECOND) else (text.strip(), "")


def has_offset(typed: str) -> bool:
    """Whether an instant is written with its distance from UTC."""
    found = _read(typed)
    return found is not None and found.tzinfo is not None


def _read(typed: str) -> datetime | None:
    try:
        return parse_datetime(typed)
    except ValueError:
        return None


class InstantInput(forms.DateTimeInput):
    """A time of the room's clock; where the clocks show it twice, which of the two is asked beside it."""

    template_name = "parts/instant.html"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})
        self.clock: tzinfo | None = None

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """The typed text, with the word that says which of two is meant."""
        typed, which = super().value_from_datadict(data, files, name), data.get(f"{name}{WHICH}")
        return f"{typed} {which}" if typed and which in (FIRST, SECOND) else typed

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """The values of the template; `twice` are the two instants to choose from, none where the time comes once."""
        typed, which = apart(value) if isinstance(value, str) else (value, "")
        read = _read(typed) if isinstance(typed, str) else None
        zone = self.clock or timezone.get_current_timezone()
        if read is not None and read.tzinfo is not None:
            read = read.astimezone(zone)
            typed, which = f"{read:%Y-%m-%dT%H:%M}", SECOND if read.fold else FIRST
        local = read.replace(tzinfo=zone) if read is not None else None
        context = super().get_context(name, typed, attrs)
        return context | {"twice": _choices(local, which) if local and comes_twice(local) else []}


def _choices(local: datetime, which: str) -> list[dict[str, Any]]:
    """The two instants at which the clocks show a time: the word that is sent, the one people read, and whether it is
    meant."""
    pairs = ((FIRST, _("the first"), 0), (SECOND, _("the second"), 1))
    return [
        {"word": word, "name": name, "zone": f"{local.replace(fold=fold):%Z}", "is_chosen": which == word}
        for word, name, fold in pairs
    ]
