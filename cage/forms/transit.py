"""The forms of slips and of trays: pieces by value, and who signs besides whoever is signed in."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cage.counted import Counted
from cage.forms.drawers import CountForm
from cage.models import TrayCount
from config.errors import DomainError
from config.staff.forms import SecondPersonForm
from config.staff.models import User
from config.staff.second import second_person
from config.web.forms import AmountField, RequestKeyField, StrictForm, TextField
from tables.selectors.dealers import Signing
from tables.services import DealerSigned, show_dealer_pin


def _badge(label: str) -> TextField:
    return TextField(label=label, max_length=12, required=False)


def _pin() -> forms.CharField:
    widget = forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.CharField(label=_("Their PIN"), max_length=8, required=False, widget=widget)


class TrayCountForm(CountForm):
    """A count at a tray: whoever deals there, or did last, signs it, the dealer (`signing`) where they do so
    themselves."""

    dealer_badge = _badge("Badge of who deals")
    dealer_pin = _pin()

    def __init__(self, *args: Any, signing: Signing | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.signing = signing
        if signing is not None:
            self.fields["dealer_badge"].label = f"Badge of {signing}, who {'deals' if signing.deals else 'dealt last'}"

    def dealer(self, *, by: User, at: datetime) -> DealerSigned | None:
        """The dealer's own signature, None where no dealer signs or the badge was left empty. Refuses as
        `show_dealer_pin`."""
        badge, pin = self.cleaned_data["dealer_badge"], self.cleaned_data["dealer_pin"]
        if self.signing is None or not badge:
            return None
        return show_dealer_pin(dealer=self.signing.dealer, badge=badge, pin=pin, by=by, at=at)


class SlipForm(TrayCountForm):
    """One act of a slip: the pieces where it is asked for or counted, a reason, and who signs besides whoever is signed
    in: the person who acts (`badge`), who carries it, and who verifies it at a tray."""

    reason = TextField(max_length=400, required=False, label=_("Why"))
    runner_badge = _badge("Badge of who carries it")
    runner_pin = _pin()
    is_so = forms.BooleanField(required=False, label=_("Counted again: it is so"))

    def __init__(self, *args: Any, is_count: bool = True, is_end: bool = False, **kwargs: Any) -> None:
        self.is_count = is_count
        super().__init__(*args, **kwargs)
        self.fields["badge"].label = _("Badge of who signs")
        self.say_when_needed("badge", "pin", when="needed unless you sign yourself")
        self.say_when_needed("runner_badge", "runner_pin", "dealer_badge", "dealer_pin", when="needed to sign it")
        if is_end:
            self.fields["runner_badge"].label = _("Badge of who carried it, or of a supervisor who didn’t send it")

    @property
    def asks_carrier(self) -> bool:
        """Whether what came back is not what was sent, so that who carried it, or a supervisor, signs the count."""
        return any(self[name].errors or self[name].value() for name in ("is_so", "runner_badge"))

    def refuse_other_count(self, sent: Counted) -> None:
        """Refuse pieces that are not what was sent, until whoever counts says that it is so."""
        if self.counted().amounts != sent.amounts and not self.cleaned_data["is_so"]:
            message = (
                "That is not what was sent: count it again. If it stays so, say so below; the difference is booked "
                "against who carried it."
            )
            raise DomainError("count_differs", message, field="is_so")

    def signed(self, name: str, *, at: datetime) -> User | None:
        """The person whose badge and PIN were entered under `name`; nobody where they were left empty."""
        badge, pin = self.cleaned_data[f"{name}_badge"], self.cleaned_data[f"{name}_pin"]
        return second_person(self.room, badge, pin, at=at) if badge else None

    def verified(self, *, by: User, at: datetime) -> dict[str, Any]:
        """The signature of who verified it at the tray, as the services take it: the dealer’s, or a colleague’s."""
        if self.signing is not None:
            return {"dealer": self.dealer(by=by, at=at)}
        return {"verifier": self.signed("dealer", at=at)}


class TrayForm(TrayCountForm):
    """The count of a tray, which two people sign."""

    part = forms.ChoiceField(choices=TrayCount.Part.choices, label=_("Counted"))

    def __init__(self, *args: Any, is_verifier: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_verifier = is_verifier
        signed = self.signing is not None
        self.fields["badge"].label = _("Badge of the supervisor") if signed else _("Badge of who counted with you")
        self.say_when_needed("badge", "pin", when="needed unless a supervisor is signed in")
        self.demand(*("dealer_badge", "dealer_pin") * signed, *("badge", "pin") * self.asks_colleague)

    @property
    def asks_colleague(self) -> bool:
        """Whether a colleague signs too: there is no dealer who does, or whoever is signed in is no supervisor."""
        return self.signing is None or not self.is_verifier


class ImprestForm(StrictForm):
    """The chips that a table's tray should hold; left empty the table has none."""

    imprest = AmountField(required=False, label=_("The tray should hold"))


class SettleFeltForm(SecondPersonForm):
    """The words about chips that a closed table's felt still holds or lacks, and who confirms it."""

    key = RequestKeyField()
    close_reason = TextField(label=_("What became of the chips"), max_length=300)
