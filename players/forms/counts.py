"""Questions of a form where a stack isn't what the books say: why, in whose words, and who confirms it."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.errors import DomainError
from config.rooms.models import Room
from config.staff.forms import TwoPeopleForm
from config.staff.models import User
from config.staff.second import second_person
from config.web.forms import AmountField, RequestKeyField, StrictForm, TextField
from players.counts import LONGEST_REASON, CountReason, reason_words

ASKED_WHY = ("count_reason_missing", "count_above_ticks")
"""Refusals that a reason answers."""


class PinField(forms.CharField):
    """Somebody else's PIN, typed by that person."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 8)
        super().__init__(widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}), **kwargs)


class ShortfallForm(TwoPeopleForm):
    """The amount that the house covers of what a table lacks, and how that came."""

    key = RequestKeyField()
    amount = AmountField(label=_("The vault covers"))
    reason = TextField(label=_("How the table came to lack it"), max_length=400)


def say_when_counts_need(form: StrictForm, differs: str) -> None:
    """Let the questions of a count say when they are needed: the reason where the count `differs`, in those words."""
    form.say_when_needed("count_reason", when=differs)
    form.say_when_needed("count_words", when=gettext("needed for something else"))
    form.say_when_needed("badge", "pin", when=gettext("needed above what you move alone a day"))


class CountedForm(StrictForm):
    """A form in which a stack may have been counted.

    Its fields for the reason and for the second person stay hidden until they are asked for: most stacks are what the
    books say. Its clean value `reason` is as the books keep it.
    """

    count_reason = forms.ChoiceField(
        label=_("Why it is not the books’ stack"), required=False, choices=[("", _("say why")), *CountReason.choices]
    )
    count_words = TextField(label=_("In words"), required=False, max_length=LONGEST_REASON)
    badge = TextField(label=_("Second person’s badge"), required=False, max_length=20)
    pin = PinField(label=_("Their PIN"), required=False)

    asked_later: tuple[str, ...] = ("count_reason", "count_words", "badge", "pin")
    """Fields that stay hidden until a refusal asks for them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say_when_counts_need(self, gettext("needed where it is another"))
        self._widgets = {name: self.fields[name].widget for name in self.asked_later}
        for name in self._widgets:
            if not self._is_filled_in(name):
                self.fields[name].widget = forms.HiddenInput()

    @property
    def count_fields(self) -> list[forms.BoundField]:
        """The fields of the count, in order, for a page that writes its form down itself."""
        names = ("counted", "count_reason", "count_words", "badge", "pin")
        return [self[name] for name in names if name in self.fields]

    def ask(self, error: DomainError) -> None:
        """Show the fields that answer a refusal."""
        if error.code in ASKED_WHY:
            self._show("count_reason", "count_words")
        if error.field in ("badge", "pin"):
            self._show("badge", "pin")

    def clean(self) -> dict[str, Any]:
        """Adds the `reason`; what isn't usual is said in words."""
        data = super().clean()
        reason, words = data.pop("count_reason", ""), data.pop("count_words", "")
        if reason == CountReason.OTHER and not words:
            self.add_error("count_words", "Say what it was.")
            self._show("count_words")
        return data | {"reason": reason_words(reason, words)}

    def _is_filled_in(self, name: str) -> bool:
        return self.is_bound and bool(self.data.get(self.add_prefix(name)))

    def _show(self, *names: str) -> None:
        for name in names:
            self.fields[name].widget = self._widgets.get(name, self.fields[name].widget)


def take_second(form_data: dict[str, Any], room: Room, *, at: Any) -> User | None:
    """Return who confirms, once their PIN was right, and take badge and PIN out of `form_data`; None where nobody does.

    Ask outside of the transaction of what is confirmed. Refuses as `second_person` does.
    """
    badge, pin = form_data.pop("badge", ""), form_data.pop("pin", "")
    return second_person(room, badge, pin, at=at) if badge or pin else None
