"""The forms of awards: one that is declared, one that is taken back, and a share that is paid."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from cage.models import AwardShare, Drawer, PoolAward, PromoPool
from cage.services.awards import Named
from config.rooms.models import Room
from config.staff.forms import SecondPersonForm, TwoPeopleForm, TwoRolesForm
from config.web.forms import AmountField, ConfirmField, RequestKeyField, TextField, WholeNumberField
from players.models import Player
from players.selectors.people import found
from tables.models import Table

ROWS, MOST_PARTS = 10, 10_000


class AwardForm(TwoRolesForm):
    """An award: from which pool, what was won, how much, and who has how many parts of it."""

    key = RequestKeyField()
    pool = forms.ModelChoiceField(queryset=PromoPool.objects.none(), label=_("Pool"), empty_label=_("choose"))
    kind = forms.ChoiceField(choices=PoolAward.Kind.choices, label=_("What it is"))
    what = TextField(max_length=200, label=_("What was won, in words"))
    amount = AmountField(of_chips=False, label=_("Amount of the whole award"))
    table = forms.ModelChoiceField(
        queryset=Table.objects.none(), required=False, label=_("Table"), empty_label=_("none")
    )
    hand = WholeNumberField(at_least=1, required=False, label=_("Hand"))
    confirm = ConfirmField()

    def __init__(self, *args: Any, seated: Sequence[Player] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pool"].queryset = PromoPool.objects.filter(room=self.room)  # type: ignore[attr-defined]
        self.fields["table"].queryset = Table.objects.filter(room=self.room, is_retired=False)  # type: ignore[attr-defined]
        self.numbers = range(1, max(ROWS, len(seated)) + 1)
        for number in self.numbers:
            who = TextField(max_length=60, required=False, label=_("Player"))
            who.initial = seated[number - 1].display_name if number <= len(seated) else ""
            self.fields[f"who_{number}"] = who
            parts = WholeNumberField(at_least=1, at_most=MOST_PARTS, required=False, label=_("Parts"))
            self.fields[f"parts_{number}"] = parts

    @property
    def rows(self) -> list[tuple[BoundField, BoundField]]:
        """The fields of each who may have a share, and of their parts."""
        return [(self[f"who_{number}"], self[f"parts_{number}"]) for number in self.numbers]

    def clean(self) -> dict[str, Any]:
        """The clean values; `shares` are the people whom the names find, those with no parts written have one."""
        data = super().clean()
        data["shares"] = [each for number in self.numbers if (each := self._named(number, data))]
        return data

    def _named(self, number: int, data: dict[str, Any]) -> Named | None:
        text, parts = data.get(f"who_{number}", ""), data.get(f"parts_{number}")
        if not text:
            if parts:
                self.add_error(f"who_{number}", _("Say whose parts these are."))
            return None
        people = _found(text, self.room)
        if len(people) != 1:
            message = _("Several are called so: enter the number of the player.") if people else _("Nobody is found.")
            self.add_error(f"who_{number}", ValidationError(message))
            return None
        return Named(people[0], parts or 1)


def _found(text: str, room: Room) -> list[Player]:
    """The players whom a text finds, two at most: by their number, by the whole name, or by a part of it."""
    people = found(text, room)
    number = list(people.filter(pk=int(text))) if text.isascii() and text.isdecimal() and len(text) < 19 else []
    return number or list(people.filter(display_name__iexact=text)[:2]) or list(people[:2])


class AwardVoidForm(TwoPeopleForm):
    """An award, or a share of it, that is taken back before it is paid."""

    key = RequestKeyField()
    share = forms.ModelChoiceField(
        queryset=AwardShare.objects.none(), required=False, label=_("Which share"), empty_label=_("all that is left")
    )
    reason = TextField(max_length=400, label=_("Why"))

    def __init__(self, *args: Any, award: PoolAward, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["share"]
        field.queryset = owed = award.shares.unpaid().select_related("player", "award")  # type: ignore[attr-defined]
        field.choices = [("", _("all that is left")), *((each.pk, str(each.player)) for each in owed)]  # type: ignore[attr-defined]


class AwardStandForm(TwoPeopleForm):
    """An award that stands, though the hand that won it was corrected or voided."""

    key = RequestKeyField()
    reason = TextField(max_length=400, label=_("Why it stands"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["badge"].label = _("Badge of somebody of another role")


class AwardPayForm(SecondPersonForm):
    """A share that is paid: from which drawer, and who confirms it above what one pays alone."""

    key = RequestKeyField()
    drawer = forms.ModelChoiceField(queryset=Drawer.objects.none(), label=_("Drawer"), empty_label=None)

    def __init__(self, *args: Any, drawers: list[Drawer], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["drawer"]
        field.queryset = Drawer.objects.filter(room=self.room)  # type: ignore[attr-defined]  # the service says whose it is
        field.choices = [(drawer.pk, str(drawer)) for drawer in drawers]  # type: ignore[attr-defined]
        if len(drawers) == 1:
            field.widget, field.initial = forms.HiddenInput(), drawers[0].pk
        most = self.room.money(self.room.payouts_alone)
        self.say_when_needed("badge", "pin", when=f"needed above {most} a day")
