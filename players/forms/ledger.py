"""Forms of the ledger's pages: a search among transfers, and the period of an account's statement."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from config.errors import DomainError
from config.web.days import DayField, InstantField
from config.web.forms import AmountField, IdField, StrictForm, TextField, WholeNumberField
from players.models import TransferKind
from players.selectors.known import known_in
from players.selectors.ledger import Search
from players.selectors.people import LARGEST_ID, few_found

_MOST_HANDS = 10**9
_LOST_PLACE = "This page of the list can’t be found: search again from the first."


class _PagedForm(StrictForm):
    """Gaming days from and to, and the number in the room's chain that a page begins below."""

    since = DayField(label=_("From day"), required=False)
    until = DayField(label=_("To day"), required=False)
    before = IdField(required=False)

    def clean(self) -> dict[str, Any]:
        """The clean values. Refused where the days run backwards, or the page was made up."""
        facts = super().clean()
        self.refuse_backwards("since", "until", "This is before the first day: swap them.")
        if "before" in self.errors:
            self.add_error(None, _LOST_PLACE)
        return facts

    def refuse_backwards(self, first: str, last: str, words: str) -> None:
        """Refuse, beside the field `last`, a span whose end lies before its beginning."""
        begins, ends = self.cleaned_data.get(first), self.cleaned_data.get(last)
        if begins is not None and ends is not None and ends < begins:
            self.add_error(last, words)


class PeriodForm(_PagedForm):
    """The gaming days of an account's statement; each may be left out."""


class LedgerForm(_PagedForm):
    """A search for who moved what, from or to whom, at which table, of which hand, how much and when; each may be left
    out."""

    by = TextField(label=_("Done by (badge or name)"), max_length=60, required=False)
    player = TextField(label=_("Player (name or number)"), max_length=60, required=False)
    table = TextField(label=_("Table"), max_length=40, required=False)
    hand = WholeNumberField(label=_("Hand number"), at_least=1, at_most=_MOST_HANDS, required=False)
    kind = forms.ChoiceField(label=_("Kind"), choices=[("", _("any")), *TransferKind.choices], required=False)
    amount = AmountField(label=_("Amount exactly"), of_chips=False, required=False)
    least = AmountField(label=_("Amount at least"), of_chips=False, required=False)
    most = AmountField(label=_("Amount at most"), of_chips=False, required=False)
    from_time = InstantField(label=_("From time"), required=False)
    to_time = InstantField(label=_("To time"), required=False)
    field_order = (
        "by",
        "player",
        "table",
        "hand",
        "kind",
        "amount",
        "least",
        "most",
        "since",
        "until",
        "from_time",
        "to_time",
    )

    def clean_player(self) -> tuple[int, ...] | None:
        """The ids of the players who are meant; None where nobody is asked for. Refused where too many are found."""
        text: str = self.cleaned_data["player"].strip()
        if not text:
            return None
        if text.isascii() and text.isdigit() and int(text) <= LARGEST_ID:
            by_number = known_in(self.room).filter(pk=int(text)).values_list("pk", flat=True)
            if numbered := tuple(by_number):
                return numbered
        try:
            return tuple(few_found(text, self.room))
        except DomainError as error:
            raise ValidationError(error.message, code=error.code) from error

    def clean_to_time(self) -> datetime | None:
        """The instant at which the last second that is meant is over."""
        end: datetime | None = self.cleaned_data["to_time"]
        return end + timedelta(seconds=1) if end else None

    def clean(self) -> dict[str, Any]:
        """The clean values. Refused where a span runs backwards, or an amount is asked for in two ways."""
        facts = super().clean()
        self.refuse_backwards("least", "most", "This is less than the least: swap them.")
        self.refuse_backwards("from_time", "to_time", "This is before the first time: swap them.")
        if facts.get("amount") is not None and (facts.get("least") or facts.get("most")):
            self.add_error("amount", "Enter the exact amount or from and to, not both.")
        return facts

    @property
    def search(self) -> Search:
        """The search that a valid form asks for."""
        facts = dict(self.cleaned_data)
        return Search(players=facts.pop("player"), exactly=facts.pop("amount"), **facts)
