"""The forms of drop boxes, of their keys, and of promotional pools."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cage.models import Box, BoxHanging, BoxKeyTaking, BoxPull, Holds
from cage.models.pools import EMPLOYEES
from cage.services.pools import Terms
from cage.services.pulls import Order
from config.staff.forms import TwoPeopleForm, TwoRolesForm
from config.web.forms import AmountField, ConfirmField, RequestKeyField, StrictForm, TextField, WholeNumberField
from rules.house.variants import SHEETS


class AddBoxForm(StrictForm):
    """A new box."""

    number = TextField(max_length=12, label=_("Number, as it stands on the box"))
    kind = forms.ChoiceField(choices=Box.Kind.choices, label=_("For"))


class HangForm(StrictForm):
    """A box of the shelf that hangs at a table from now on."""

    key = RequestKeyField()
    box = forms.TypedChoiceField(coerce=int, label=_("Box"))
    holds = forms.ChoiceField(choices=Holds.choices, label=_("It takes"))
    table = forms.TypedChoiceField(coerce=int, label=_("Table"))
    is_there = forms.BooleanField(required=False, label=_("It hangs there already, and holds what was dropped"))

    def __init__(self, *args: Any, boxes: Sequence[Box], tables: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(box.pk, f"{box.number}, {box.get_kind_display()}") for box in boxes]
        self.fields["box"].choices = kinds  # type: ignore[attr-defined]
        self.fields["table"].choices = list(tables)  # type: ignore[attr-defined]


class PullForm(TwoPeopleForm):
    """Boxes that are pulled off one table: which, by which number, and which hang there next."""

    key = RequestKeyField()
    why = forms.ChoiceField(choices=BoxPull.Why.choices, widget=forms.RadioSelect, label=_("Why now"))
    reason = TextField(max_length=400, required=False, label=_("Why it can’t wait, in an emergency"))

    def __init__(
        self,
        *args: Any,
        kinds: Sequence[str],
        hanging: dict[str, BoxHanging],
        free: Sequence[Box] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.kinds, self.hanging, self.free = kinds, hanging, free
        for kind in kinds:
            label = Holds(kind).label
            number = hanging[kind].box.number if kind in hanging else ""
            self.fields[f"pull_{kind}"] = forms.BooleanField(required=False, initial=True, label=label.capitalize())
            shown = forms.HiddenInput() if number else None
            self.fields[f"number_{kind}"] = TextField(
                max_length=12, required=False, initial=number, label=f"Number on the {label} box", widget=shown
            )
            self.fields[f"next_{kind}"] = TextField(max_length=12, required=False, label=f"Next {label} box")
            self.say_when_needed(f"number_{kind}", when=gettext("needed where it is pulled"))
            if number:
                self.say_when_needed(f"next_{kind}", when=gettext("needed while the table plays on"))
        last = ["why", "reason", "badge", "pin"]
        self.order_fields([*(name for name in self.fields if name not in last), *last])

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Each kind with its fields, and the number of the box that hangs there."""
        return [
            {
                "kind": kind,
                "box": self.hanging[kind].box if kind in self.hanging else None,
                "free": [box.number for box in self.free if box.kind in (kind, Box.Kind.EMERGENCY)],
                **{name: self[f"{name}_{kind}"] for name in ("pull", "number", "next")},
            }
            for kind in self.kinds
        ]

    def orders(self) -> list[Order]:
        """The boxes that were chosen."""
        data = self.cleaned_data
        chosen = [kind for kind in self.kinds if data[f"pull_{kind}"]]
        return [Order(kind, data[f"number_{kind}"], data[f"next_{kind}"]) for kind in chosen]


class HandOverForm(TwoPeopleForm):
    """Pulled boxes that go to another person, who signs."""

    key = RequestKeyField()
    pulls = forms.TypedMultipleChoiceField(
        coerce=int, widget=forms.CheckboxSelectMultiple, required=False, label=_("Boxes")
    )
    reason = TextField(max_length=400, required=False, label=_("Why you give them in the holder’s place, if you do"))

    def __init__(self, *args: Any, choices: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pulls"].choices = list(choices)  # type: ignore[attr-defined]
        self.fields["badge"].label = _("Receiver’s badge")


class KeyForm(TwoPeopleForm):
    """A key that is taken, from a second person who gives it out."""

    key = RequestKeyField()
    lock = forms.ChoiceField(choices=BoxKeyTaking.Lock.choices, label=_("Key"))
    reason = TextField(max_length=400, label=_("What for"))


class ReturnKeyForm(TwoPeopleForm):
    """A key that comes back, to a second person who signs for it."""


class PoolForm(TwoRolesForm):
    """The terms of a pool."""

    key = RequestKeyField()
    name = TextField(max_length=60, label=_("Pool"), help_text=_("A name that the room has gets new terms."))
    reserve_percent = WholeNumberField(at_most=100, label=_("To the reserve, percent"), help_text=_("Usual: 40."))
    admin_percent = WholeNumberField(
        at_most=100, required=False, label=_("To the administration, percent"), help_text=_("0 where rules ask for it.")
    )
    seed = AmountField(required=False, at_least=0, label=_("Seed, as announced"))
    primary_cap = AmountField(required=False, at_least=0, label=_("Most in the pool"))
    reserve_cap = AmountField(required=False, at_least=0, label=_("Most in the reserve"))
    won_in = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=_("Games that may win it"),
        help_text=_("None: any game. A hand of another game wins nothing of it."),
    )
    games = TextField(max_length=200, required=False, label=_("How it is won, in words"))
    employees = forms.ChoiceField(
        choices=[("", _("choose")), *((each.value, sentence) for each, sentence in EMPLOYEES.items())],
        label=_("Who works here"),
        help_text=_("It is posted with the pool."),
    )
    tables = forms.TypedMultipleChoiceField(
        coerce=int, required=False, widget=forms.CheckboxSelectMultiple, label=_("Tables that feed it")
    )
    confirm = ConfirmField()

    def __init__(self, *args: Any, choices: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["tables"].choices = list(choices)  # type: ignore[attr-defined]
        self.fields["won_in"].choices = [(key, sheet.name) for key, sheet in SHEETS.items() if sheet.streets]  # type: ignore[attr-defined]

    def terms(self) -> Terms:
        """The terms as they were entered."""
        data = self.cleaned_data
        if data["reserve_percent"] is None:
            raise ValidationError(_("Say how much goes to the reserve."))
        return Terms(
            reserve_percent=data["reserve_percent"],
            admin_percent=data["admin_percent"] or 0,
            seed=data["seed"] or 0,
            primary_cap=data["primary_cap"],
            reserve_cap=data["reserve_cap"],
            tables=tuple(data["tables"]),
            games=data["games"],
            won_in=tuple(data["won_in"]),
            employees=data["employees"],
        )
