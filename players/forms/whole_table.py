"""The form of a whole table: one line for each player, and what everybody does who has no line of another kind."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.web.forms import AmountField, ConfirmField, RequestKeyField, StrictForm, TextField
from players.counts import CountReason, reason_words
from players.forms.counts import PinField, say_when_counts_need
from players.selectors.whole_table import SeatedRow, WholeTable
from players.services.whole_table import Goes, Plan


class WholeTableForm(StrictForm):
    """Every stack as counted, and where its player goes."""

    key = RequestKeyField()
    seated = forms.CharField(widget=forms.HiddenInput())
    everybody = forms.ChoiceField(widget=forms.RadioSelect, label=_("Everybody"))
    count_reason = forms.ChoiceField(
        choices=[("", _("the count agrees")), *CountReason.choices], required=False, label=_("If the count differs")
    )
    count_words = TextField(max_length=140, required=False, label=_("In words"))
    badge = TextField(label=_("Second person’s badge"), required=False, max_length=20)
    pin = PinField(label=_("Their PIN"), required=False)
    close_reason = TextField(max_length=300, required=False, label=_("What became of the chips on the felt"))
    confirm = ConfirmField()

    def __init__(self, *args: Any, table: WholeTable, **kwargs: Any) -> None:
        seated = ",".join(str(row.sitting.pk) for row in table.rows)
        super().__init__(*args, initial={"seated": seated, "everybody": Goes.STAYS}, **kwargs)
        self.table, self.now_seated = table, seated
        say_when_counts_need(self, gettext("needed where it does"))
        self.say_when_needed("close_reason", when=gettext("needed to book it"))
        self.fields["everybody"].choices = _ways(table)  # type: ignore[attr-defined]
        places = _places(table)
        for row in table.rows:
            who = f"seat {row.sitting.seat}, {row.sitting.player}"
            counted = AmountField(of_chips=False, at_least=0, required=False, label=f"Stack of {who}")
            counted.count_in(self.room)
            counted.widget.attrs |= {"data-booked": row.booked, "aria-label": f"Stack of {who}"}
            goes = forms.ChoiceField(choices=places, required=False, label=f"Where {who} goes")
            goes.widget.attrs["aria-label"] = goes.label
            self.fields[f"counted_{row.sitting.pk}"], self.fields[f"goes_{row.sitting.pk}"] = counted, goes

    @property
    def asks_second(self) -> bool:
        """Whether a second person is asked to confirm what was counted."""
        return bool(self.data.get("badge") or "badge" in self.errors or "pin" in self.errors)

    def lines(self) -> list[tuple[SeatedRow, BoundField, BoundField]]:
        """Each player with the two fields of the line."""
        return [(row, self[f"counted_{row.sitting.pk}"], self[f"goes_{row.sitting.pk}"]) for row in self.table.rows]

    def clean(self) -> dict[str, Any]:
        """The players are those who were shown: a line for somebody else was never filled in."""
        data = super().clean()
        if data.get("seated") != self.now_seated:
            self.data = {name: self.data[name] for name in self.data} | {"seated": self.now_seated}
            raise ValidationError(_("Somebody sat down or left since this was shown: look at the lines again."))
        if data.get("count_reason") == CountReason.OTHER and not data.get("count_words"):
            self.add_error("count_words", "Say what it was.")
        return data

    def plans(self) -> list[Plan]:
        """The plan for each player."""
        data = self.cleaned_data
        return [
            _plan(
                row.sitting.pk, data[f"goes_{row.sitting.pk}"] or data["everybody"], data[f"counted_{row.sitting.pk}"]
            )
            for row in self.table.rows
        ]

    def reason(self) -> str:
        """The reason why the count is another than the books'."""
        return reason_words(self.cleaned_data["count_reason"], self.cleaned_data["count_words"])


def _plan(sitting: int, way: str, counted: int | None) -> Plan:
    """The plan of a way as the form writes it: "rack", "drawn", "drawn-7" (at table session 7), "seat-7-4"."""
    goes, *place = way.split("-")
    table, seat = (*map(int, place), None, None)[:2]
    return Plan(sitting=sitting, goes=Goes(goes), counted=counted, table=table, seat=seat)


def _ways(table: WholeTable) -> list[tuple[str, str]]:
    ways = [(Goes.STAYS, "stays: only count"), (Goes.RACK, "leaves: close the table")]
    if table.free:
        free = ", ".join(f"{len(seats)} free at {other.table}" for other, seats in table.free)
        ways.append((Goes.DRAWN, f"draws a seat: {free}"))
    ways.append((Goes.LIST, "goes on top of the list"))
    return [(str(way), said) for way, said in ways]


def _places(table: WholeTable) -> list[tuple[str, Any]]:
    """The places where one player may go instead, with the seats of each table of the game."""
    ways: list[tuple[str, Any]] = [
        ("", "as everybody"), (Goes.STAYS, "stays"), (Goes.RACK, "leaves"), (Goes.LIST, "top of the list")
    ]  # fmt: skip
    if table.seats_free:
        ways.append((Goes.DRAWN, "draws any seat"))
    for other, seats in table.free:
        if seats:
            named = [(f"seat-{other.pk}-{seat}", f"{other.table}, seat {seat}") for seat in seats]
            ways.append((str(other.table), [(f"drawn-{other.pk}", f"{other.table}, drawn"), *named]))
    return [(str(way), said) for way, said in ways]
