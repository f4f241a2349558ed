"""Fields of a plaque that no other form has: blinds in a row, percentages, steps and caps in pairs."""

import re
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from config.amounts import parse_major, plain_major
from config.errors import Malformed
from config.web.forms import AmountField

_MOST_BLINDS = 4
_MOST_PAIRS = 12
_BETWEEN_RANGES = re.compile(r"\s*,\s*|\s+")
_DASH = re.compile(r"\s*[-–]\s*")
_ROWS_AT_LEAST = 3
_MOST_PLAYERS = 10
_WHOLE_BP = 100 * 100


def amount(label: str, *, required: bool = False, hint: str = "", help_text: str = "") -> AmountField:
    """An amount on a plaque, zero allowed; `hint` says in the empty field what leaving it empty means."""
    field = AmountField(label=label, required=required, at_least=0, of_chips=False, help_text=help_text)
    if hint:
        field.widget.attrs["placeholder"] = hint
    return field


class CountedInMoney:
    """A field that holds amounts in other ways than one alone; the form tells it the currency's decimals."""

    exponent = 2

    def read(self, text: str) -> int:
        """The minor units that somebody wrote in major units."""
        try:
            return parse_major(text, exponent=self.exponent)
        except Malformed as error:
            raise ValidationError(error.message) from error

    def written(self, value: int) -> str:
        """Minor units as the text that `read` takes."""
        return plain_major(value, exponent=self.exponent)


class AmountsField(CountedInMoney, forms.CharField):
    """Several amounts in a row, "1/2" or "1/2/4"; its clean value is a tuple of minor units."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.TextInput(attrs={"autocomplete": "off", "placeholder": "1/3"}))
        super().__init__(max_length=80, **kwargs)

    def clean(self, value: Any) -> Any:
        """The amounts, written with a slash between them; none where it was left empty."""
        written = super().clean(value)
        if "/" not in written and len(apart := written.split()) > 1:
            raise ValidationError(f"Write a slash between amounts: {'/'.join(apart)}.")
        texts = [text.strip() for text in written.split("/")] if written else []
        if len(texts) > _MOST_BLINDS:
            raise ValidationError(f"A table has at most {_MOST_BLINDS} blinds: take some out.")
        return tuple(self.read(text) for text in texts)

    def prepare_value(self, value: Any) -> Any:
        """Minor units as the text that is read back."""
        return "/".join(map(self.written, value)) if isinstance(value, tuple) else value


class RangesField(CountedInMoney, forms.CharField):
    """The least and the most bet of each betting round, "1-5, 1-5, 2-10, 2-10"; its clean value is a tuple of pairs."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.TextInput(attrs={"autocomplete": "off"}))
        super().__init__(max_length=160, **kwargs)

    def clean(self, value: Any) -> Any:
        """The ranges round by round, parted by commas or blanks; none where it was left empty."""
        written = super().clean(value)
        texts = _BETWEEN_RANGES.split(_DASH.sub("-", written.strip())) if written else []
        if len(texts) > _MOST_PAIRS:
            raise ValidationError(f"A plaque has at most {_MOST_PAIRS} ranges: take some out.")
        return tuple(self._range(text) for text in texts)

    def _range(self, text: str) -> tuple[int, int]:
        least, dash, most = text.partition("-")
        if not (dash and least and most):
            raise ValidationError(_("Write a range for each betting round, like 1-5, 1-5, 2-10, 2-10."))
        return self.read(least), self.read(most)

    def prepare_value(self, value: Any) -> Any:
        """The ranges as the text that is read back."""
        if not isinstance(value, tuple):
            return value
        return ", ".join(f"{self.written(least)}-{self.written(most)}" for least, most in value)


class PercentField(forms.CharField):
    """A percentage with at most two decimals, "5" or "2.5"; its clean value is an int of basis points."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}))
        super().__init__(max_length=8, **kwargs)

    def clean(self, value: Any) -> Any:
        """Basis points, 0 where empty."""
        try:
            points = parse_major(super().clean(value) or "0", exponent=2)
        except Malformed as error:
            raise ValidationError(_("Write the percentage in plain digits, like 5 or 2.5.")) from error
        if points > _WHOLE_BP:
            raise ValidationError(_("A rake is at most 100 %: write a lower one."))
        return points

    def prepare_value(self, value: Any) -> Any:
        """Basis points as the text that is read back, nothing for none."""
        return (plain_major(value, exponent=2) if value else "") if type(value) is int else value


class EitherField(forms.ChoiceField):
    """Yes or no; its clean value is a truth value, None where it was not sent, which a box to tick could not tell."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=[("yes", _("yes")), ("no", _("no"))], required=False, **kwargs)

    def clean(self, value: Any) -> Any:
        """Whether yes was chosen."""
        chosen = super().clean(value)
        return None if chosen == "" else chosen == "yes"

    def prepare_value(self, value: Any) -> Any:
        """The truth value as the choice that is read back."""
        return ("yes" if value else "no") if isinstance(value, bool) else value


class PairsInput(forms.Widget):
    """Rows of two fields each; rows left empty don't count. Its value is a list of pairs of texts."""

    template_name = "tables/pairs.html"
    use_fieldset = True

    def __init__(self, first: str, second: str) -> None:
        super().__init__()
        self.labels = (first, second)

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        """The values that were entered, row by row."""
        columns = [data.getlist(f"{name}_{column}") for column in ("first", "second")]
        return list(zip_longest(*columns, fillvalue=""))

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        """Whether the rows were not sent at all."""
        return f"{name}_first" not in data

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        """The filled rows and some empty ones after them."""
        context = super().get_context(name, value, attrs)
        filled = [pair for pair in value or [] if any(pair)]
        empty = max(1, _ROWS_AT_LEAST - len(filled)) if len(filled) < _MOST_PAIRS else 0
        context["widget"] |= {"rows": filled + [("", "")] * empty, "labels": self.labels}
        return context

    def id_for_label(self, id_: str) -> str:
        """No one field carries the label: a fieldset does."""
        return ""


class PairsField(CountedInMoney, forms.Field):
    """Amounts by a threshold; its clean value is a tuple of (threshold, amount), or () where all rows are empty.

    The threshold is a pot, or with `by_players` a number of players.
    """

    def __init__(self, *, first: str, second: str, by_players: bool = False, **kwargs: Any) -> None:
        super().__init__(widget=PairsInput(first, second), **kwargs)
        self.by_players = by_players

    def clean(self, value: Any) -> Any:
        """The pairs in the order in which they were written."""
        rows = [pair for pair in value or [] if any(pair)]
        if len(rows) > _MOST_PAIRS:
            raise ValidationError(f"A plaque has at most {_MOST_PAIRS} lines of these: take some out.")
        if not all(all(pair) for pair in rows):
            raise ValidationError(_("Fill in both sides of each line, or neither."))
        threshold: Callable[[str], int] = self._players if self.by_players else self.read
        return tuple((threshold(first), self.read(second)) for first, second in rows)

    def prepare_value(self, value: Any) -> Any:
        """The pairs as the texts that are read back."""
        if not isinstance(value, tuple):
            return value
        return [self._written(pair) for pair in value]

    def _written(self, pair: Sequence[int]) -> tuple[str, str]:
        first = str(pair[0]) if self.by_players else self.written(pair[0])
        return first, self.written(pair[1])

    def _players(self, text: str) -> int:
        if not (text.isascii() and text.isdigit() and 2 <= int(text[:3]) <= _MOST_PLAYERS):
            raise ValidationError(f"A number of players is from 2 to {_MOST_PLAYERS}, in plain digits.")
        return int(text[:3])
