"""Forms about the addresses that are told of events."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.hooks import events
from config.hooks.models import LONGEST_ADDRESS
from config.web.forms import RequestKeyField, StrictForm, TextField


class EventsForm(StrictForm):
    """The kinds of events that an address is told of."""

    events = forms.MultipleChoiceField(label=_("Tell it when"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["events"].choices = [(kind.code, kind.title) for kind in events.KINDS.values()]  # type: ignore[attr-defined]  # it is one of choices


class RegisterForm(EventsForm):
    """A new address with its kinds of events."""

    field_order = ["address", "events"]
    address = TextField(
        label=_("Address"),
        max_length=LONGEST_ADDRESS,
        help_text=_("Begins with https://. Events are posted there as JSON, signed with a secret that is shown once."),
    )
    key = RequestKeyField()


class KeyForm(StrictForm):
    """A button that takes effect once."""

    key = RequestKeyField()
