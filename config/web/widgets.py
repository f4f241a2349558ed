"""Widgets of forms: an amount is text with digits, never a number field that rounds or spins."""

from typing import Any

from django import forms


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
