"""The form of the next deal: filled in as the hand usually is, and bound to the books that it was made from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext

from config.web.forms import AmountField, RequestKeyField, StrictForm, TextField
from config.web.widgets import AmountInput
from games.selectors.deals import Deal, kill_of_deal, straddle_seats, suggest_deal, suggest_places
from games.selectors.kill_fold import Kills
from games.selectors.seats import SeatTaken
from games.selectors.seen import Seen, seen_now
from players.counts import LONGEST_REASON, CountReason, reason_words
from players.forms.counts import PinField, say_when_counts_need
from players.selectors.counts import dropped_uncounted
from rules.table.button import Missed, missed_posts
from rules.table.missed_blinds import blinds_of
from rules.table.seats import Seat
from rules.table.setup import PostKind
from tables.models import TableSession

POSTS = {"": "nothing", "post": "big blind, live", "dead": "small blind, dead", "both": "both"}
"""The posts of an entering player, by the value of the field."""

_MISSED: Mapping[str, Missed] = {"post": "big", "dead": "small", "both": "both"}


class SeenField(forms.CharField):
    """The books that a form was made from, hidden in it; the clean value is a Seen."""

    def __init__(self) -> None:
        super().__init__(label="", max_length=600, widget=forms.HiddenInput())

    def clean(self, value: Any) -> Any:
        """Return what was seen. Refused where it isn't what the page sent."""
        try:
            return Seen.read(super().clean(value))
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error


class DealForm(StrictForm):
    """The deal: who is dealt in with how much, where the button is, and what is posted besides the blinds.

    It is filled in as the hand usually is, so that Deal alone will do. Its clean value `deal` is the Deal, which knows
    from which books the form was made. `kept` is a form whose books have changed: what was entered there stays where it
    is still about the same player and chips.
    """

    button = forms.TypedChoiceField(label="Button", coerce=int)
    count_reason = forms.ChoiceField(
        label="Why a stack is not the books’", required=False, choices=[("", "none differs"), *CountReason.choices]
    )
    count_words = TextField(label="In words", required=False, max_length=LONGEST_REASON)
    badge = TextField(label="Second person’s badge", required=False, max_length=20)
    pin = PinField(label="Their PIN", required=False)
    seen = SeenField()
    key = RequestKeyField()

    def __init__(
        self,
        data: Any = None,
        *,
        session: TableSession,
        taken: Mapping[Seat, SeatTaken],
        kills: Kills,
        kept: DealForm | None = None,
    ) -> None:
        self.session, self.taken, self.kills = session, taken, kills
        self.suggested = suggested = suggest_deal(session, taken, kills)
        self.plaque = session.posted
        now = seen_now(session, taken)
        super().__init__(data, room=session.room, initial=kept.still_valid(now) if kept else None)
        self.fields["seen"].initial = str(now)
        say_when_counts_need(self, gettext("needed where one is another"))
        self.dropped = dropped_uncounted(session)
        self._place_button(suggested)
        self.straddles = straddle_seats(self.plaque, suggested) if suggested else {}
        for seat, name in self.straddles.items():
            self.fields["straddle"] = forms.BooleanField(label=f"Seat {seat} posts a {name}", required=False)
        for seat, place in taken.items():
            self._add_seat(seat, place)

    def _place_button(self, suggested: Deal | None) -> None:
        """Offer the seats where the button may lie; a game without one doesn't ask."""
        if not self.session.plaque.has_button:
            del self.fields["button"]
            return
        seats = range(1, self.plaque.seats + 1)
        self.fields["button"].choices = [(seat, f"seat {seat}") for seat in seats]  # type: ignore[attr-defined]  # it has
        self.fields["button"].initial = suggested.places.button if suggested and suggested.places else None

    @property
    def asks_second(self) -> bool:
        """Whether a second person is asked to confirm what was counted."""
        return bool(self.data.get("badge") or "badge" in self.errors or "pin" in self.errors)

    @property
    def is_open(self) -> bool:
        """Whether there is something in it to be looked at before the deal."""
        return bool(self.errors or self.initial)

    def still_valid(self, now: Seen) -> dict[str, Any]:
        """The values that were entered and still hold by the books as they are `now`: a clean form's values by
        field."""
        seen: Seen = self.cleaned_data["seen"]
        same_hand = seen.is_of_the_same_hand(now)
        per_seat = ("in", "stack", "post") if same_hand else ("stack",)
        kept = [f"{name}_{seat}" for seat in self.taken if seen.still_holds(seat, now) for name in per_seat]
        kept += ["button", "straddle"] if same_hand else []
        reasons = [name for name in ("count_reason", "count_words") if self.cleaned_data[name]]
        return {name: self.cleaned_data[name] for name in (*kept, *reasons) if name in self.cleaned_data}

    @property
    def has_posts(self) -> bool:
        """Whether entering players post anything: only where there are blinds."""
        return bool(self.plaque.blinds)

    def _add_seat(self, seat: Seat, place: SeatTaken) -> None:
        stacks = self.suggested.stacks if self.suggested else {}
        stack = AmountField(
            label=f"Stack of seat {seat}",
            at_least=0,
            required=False,
            initial=stacks.get(seat, place.stack),
            widget=AmountInput(),
        )
        stack.count_in(self.room)
        self.fields[f"in_{seat}"] = forms.BooleanField(
            label=f"{seat} {place.player}", required=False, initial=seat in stacks
        )
        self.fields[f"stack_{seat}"] = stack
        self.fields[f"post_{seat}"] = forms.ChoiceField(
            label=f"Seat {seat} posts",
            required=False,
            choices=list(POSTS.items()) if self.has_posts else [("", "")],
            initial=self._owed(seat),
        )

    def _owed(self, seat: int) -> str:
        """The post of the seat for blinds that it missed, as a value of the field."""
        kinds = {kind for kind, other, _ in self.suggested.posts if other == seat} if self.suggested else set()
        return "both" if len(kinds) == 2 else next(iter(kinds), "")

    def seat_rows(self) -> list[tuple[int, str, Any, Any, Any]]:
        """Per seat: number, name, and the fields in, stack and posts."""
        return [
            (seat, place.player.display_name, self[f"in_{seat}"], self[f"stack_{seat}"], self[f"post_{seat}"])
            for seat, place in self.taken.items()
        ]

    def clean(self) -> dict[str, Any]:
        """Adds the `deal`. Refused with fewer than two players."""
        data = super().clean()
        if self.errors:
            return data
        stacks = {seat: data[f"stack_{seat}"] or 0 for seat in self.taken if data[f"in_{seat}"]}
        if len(stacks) < 2:
            raise forms.ValidationError("A hand needs two players: deal another seat in, or seat another player.")
        places = suggest_places(self.session, stacks, data.get("button"))
        kill = kill_of_deal(self.session, self.taken, stacks, self.kills)
        straddle = next(iter(self.straddles)) if data.get("straddle") else None
        posts = tuple(post for seat in stacks for post in self._posts(seat, data[f"post_{seat}"]))
        reason = self._reason(data["count_reason"], data["count_words"])
        deal = Deal(places, stacks, None if kill.active else straddle, posts, kill, data["seen"], reason)
        return data | {"deal": deal}

    def _reason(self, usual: str, words: str) -> str:
        """The reason why stacks aren't the books'; what isn't usual is said in words."""
        if usual == CountReason.OTHER and not words:
            self.add_error("count_words", "Say what it was.")
        return reason_words(usual, words)

    def _posts(self, seat: Seat, chosen: str) -> list[tuple[PostKind, Seat, int]]:
        """The posts of an entering player: the big blind live, the small one dead (WSOP 154-157)."""
        missed = _MISSED.get(chosen)
        owed = missed_posts(missed, blinds_of(self.plaque)) if missed else ()
        return [(kind, seat, amount) for kind, amount in owed if amount]
