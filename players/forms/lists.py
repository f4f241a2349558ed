"""The forms of the waiting lists."""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from config.web.forms import AmountField, IdField, RequestKeyField, StrictForm, TextField, WholeNumberField
from players.list_games import ListGame, game_of
from players.models import ListEntry
from rules.house.plaque import Plaque
from rules.house.variants import SHEETS, STRUCTURES

_NOT_IN_A_NUMBER = re.compile(r"[ ()./-]")
_NUMBER = re.compile(r"\+?[0-9]{6,15}", re.ASCII)


class MobileField(TextField):
    """A telephone number as people write it; its clean value has digits and a plus in front at most."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "tel", "autocomplete": "off"})
        super().__init__(max_length=24, widget=widget, **kwargs)

    def clean(self, value: Any) -> str:
        """The number, without what people put between its digits."""
        number = _NOT_IN_A_NUMBER.sub("", super().clean(value))
        if number and not _NUMBER.fullmatch(number):
            raise ValidationError(_("Enter the number with its digits: +1 702 555 0143."), code="number_unreadable")
        return number


class JoinForm(StrictForm):
    """A name goes on a list: a known player, or a guest by a name alone; how they asked, and where they are reached."""

    key = RequestKeyField()
    player = IdField(required=False)
    guest = TextField(max_length=60, required=False, widget=forms.HiddenInput())
    source = forms.ChoiceField(
        choices=ListEntry.Source.choices,
        initial=ListEntry.Source.WALK_IN,
        widget=forms.RadioSelect,
        label=_("The player"),
    )
    expected = forms.TimeField(
        required=False,
        label=_("Comes at"),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        help_text=_("Until then the turn passes over the player; the place stays."),
    )
    mobile = MobileField(required=False, label=_("Mobile"))
    email = forms.EmailField(
        required=False, max_length=120, label=_("Mail"), widget=forms.EmailInput(attrs={"autocomplete": "off"})
    )

    onward = ""
    """The address where the desk goes on once it is decided who the guest is."""

    def clean(self) -> dict[str, Any]:
        """Somebody is named, and who is here is expected at no other time."""
        data = super().clean()
        if not self.errors and bool(data.get("player")) == bool(data.get("guest")):
            raise ValidationError(_("Choose a player, or write a guest's name."))
        if data.get("source") == ListEntry.Source.WALK_IN:
            data["expected"] = None
        return data

    def ways_to_reach(self) -> list[BoundField]:
        """The fields that may be noted besides: nobody needs it to be on the list."""
        return [self[name] for name in ("expected", "mobile", "email")]

    def expected_at(self, now: datetime) -> datetime | None:
        """The time of arrival: the next time that the room's clock shows what was written."""
        if not (hour := self.cleaned_data["expected"]):
            return None
        local = now.astimezone(self.room.zone)
        day = local.date() + timedelta(days=hour < local.time())
        return datetime.combine(day, hour, tzinfo=self.room.zone)


class ReasonForm(StrictForm):
    """The reason why a name leaves a list, or comes back."""

    reason = TextField(max_length=200, label=_("Why"))


class SeatChangeForm(StrictForm):
    """The seat that a seated player would rather have; none: any."""

    seat = WholeNumberField(
        at_least=1, at_most=10, required=False, label=_("Seat"), help_text=_("empty: any other seat")
    )

    def __init__(self, *args: Any, seats: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seat"].at_most = seats  # type: ignore[attr-defined]
        self.fields["seat"].help_text = f"1 to {seats}; empty: any other seat"


class ChangeSeatForm(StrictForm):
    """The seat that a player who asked for another one takes."""

    seat = WholeNumberField(at_least=1, at_most=10, widget=forms.HiddenInput())


class GameForm(StrictForm):
    """A game that nobody plays yet: what it is called, and its two amounts."""

    known = forms.ChoiceField(required=False, label=_("On a plaque already"))
    game = forms.ChoiceField(required=False, label=_("Game"))
    structure = forms.ChoiceField(required=False, label=_("Betting"), choices=list(STRUCTURES.items()))
    low = AmountField(required=False, of_chips=False, label=_("Small blind or lower limit"))
    high = AmountField(required=False, of_chips=False, label=_("Big blind or upper limit"))

    def __init__(self, *args: Any, games: Iterable[ListGame], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.on_plaques = {game.key: game for game in games}
        named = [(game.key, game.name) for game in self.on_plaques.values()]
        played = [(sheet.key, sheet.name) for sheet in SHEETS.values() if sheet.structures]
        self.fields["known"].choices = [("", _("another one, named below")), *named]  # type: ignore[attr-defined]
        self.fields["game"].choices = played  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Either a game from a plaque, or one that can be played with both its amounts."""
        data = super().clean()
        if self.errors or data.get("known"):
            return data
        if not (data.get("low") and data.get("high")) or data["high"] < data["low"]:
            raise ValidationError(_("Enter both amounts, the smaller one first."))
        sheet = SHEETS[data["game"]]
        if data["structure"] not in sheet.structures:
            played = ", ".join(STRUCTURES[structure] for structure in sheet.structures)
            self.add_error("structure", f"{sheet.name} is played {played}.")
        return data

    def wanted(self) -> ListGame:
        """The game that is asked for."""
        data = self.cleaned_data
        if data["known"]:
            return self.on_plaques[data["known"]]
        low, high = data["low"], data["high"]
        limits: dict[str, Any] = {
            "fixed_limit": {"small_bet": low, "big_bet": high},
            "spread": {"spread_min": low, "spread_max": high},
        }.get(data["structure"], {"blinds": (low, high)})
        return game_of(Plaque(game=data["game"], structure=data["structure"], **limits), self.room.money)
