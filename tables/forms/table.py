"""A new table for the floor, and the section that tables stand in."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.web.forms import StrictForm, TextField, WholeNumberField
from tables.models import Table


class TableForm(StrictForm):
    """Its name, how many seats stand round it, and its section."""

    name = TextField(max_length=40, label=_("Name or number"))
    seats = WholeNumberField(at_least=2, at_most=10, initial=9, label=_("Seats"))
    section = TextField(
        max_length=40,
        required=False,
        label=_("Section"),
        help_text=_("The part of the floor; empty where there is one alone."),
    )


class SectionForm(StrictForm):
    """A section, and the tables that stand in it."""

    section = TextField(
        max_length=40, required=False, label=_("Section"), help_text=_("Empty takes tables out of theirs.")
    )
    tables = forms.TypedMultipleChoiceField(
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        label=_("Tables that stand in it"),
        error_messages={"required": _("Tick the tables that stand in the section.")},
    )

    def __init__(self, *args: Any, choices: Iterable[Table], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(table.pk, f"{table.name}, {table.section}" if table.section else table.name) for table in choices]
        self.fields["tables"].choices = named  # type: ignore[attr-defined]
