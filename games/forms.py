"""What the floor sends: a table to open, a tick, the deal, an action, cards, and what was dropped of a hand."""

from collections.abc import Mapping
from typing import Any

from django import forms

from config.rooms.models import Room
from config.web.forms import AmountField, IdField, RequestKeyField, StrictForm, TextField, WholeNumberField
from config.web.widgets import AmountInput
from games.rules.setup import PostKind
from games.selectors.deals import Deal, kill_of_deal, straddle_seats, suggest_deal, suggest_places
from games.selectors.kill import Kills
from games.selectors.seats import SeatTaken
from tables.models import TableSession

MOST_SEATS = 10
POSTS = {"": "nothing", "post": "big blind, live", "dead": "small blind, dead", "both": "both"}
"""What an entering player may post, by the value of the field."""


class SeatsField(forms.MultipleChoiceField):
    """Seats that were tapped: check boxes, one for each seat that is given; the clean value is a list of ints."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.CheckboxSelectMultiple())
        super().__init__(choices=[(str(seat), str(seat)) for seat in range(1, MOST_SEATS + 1)], **kwargs)

    def clean(self, value: Any) -> list[int]:
        """The seats in order."""
        return sorted({int(seat) for seat in super().clean(value)})


class OpenTableForm(StrictForm):
    """Open a table; where the button starts may be left to the first deal."""

    button_seat = WholeNumberField(label="Button", at_least=1, at_most=MOST_SEATS, required=False)


class TickForm(StrictForm):
    """A hand in two taps: the rake, and Tick. Pot and winners where the plaque has a kill.

    `killer_seat` is the seat whose kill the page showed, 0 for none: a hand ticked under another one is refused.
    """

    rake_taken = AmountField(label="Rake", at_least=0, widget=AmountInput())
    promo_taken = AmountField(label="Promo", at_least=0, required=False, widget=AmountInput())
    pot = AmountField(label="Pot", at_least=0, required=False, widget=AmountInput())
    winners = SeatsField(label="Won by", required=False)
    no_low = forms.BooleanField(label="Tied, nobody had a low", required=False)
    killer_seat = WholeNumberField(widget=forms.HiddenInput(), at_least=0, at_most=MOST_SEATS, required=False)
    key = RequestKeyField()


class DraftForm(StrictForm):
    """Something done to the hand that is being entered: the version of it that the tablet shows."""

    version = WholeNumberField(widget=forms.HiddenInput(), at_least=1, at_most=10**9)


class ActionForm(DraftForm):
    """One tap, or one line of notation. `amount` completes a bet or raise that was typed on the keypad."""

    action = forms.CharField(max_length=80, label="Action")
    amount = AmountField(label="Amount", required=False, of_chips=False, widget=AmountInput())


class CardsForm(DraftForm):
    """Cards that were picked: `place` is `board`, or a seat. `picked` keeps the order in which they were tapped."""

    place = forms.CharField(max_length=8)
    card = forms.MultipleChoiceField(
        required=False, choices=[(rank + suit, rank + suit) for rank in "AKQJT98765432" for suit in "shdc"]
    )
    picked = forms.CharField(max_length=52 * 2, required=False)

    def clean(self) -> dict[str, Any]:
        """Adds `cards`, the file notation: as tapped, where the script said so, else as they stand on the page."""
        data = super().clean()
        cards, text = data.get("card", []), data.get("picked", "")
        tapped = [text[at : at + 2] for at in range(0, len(text), 2)]
        return data | {"cards": "".join(tapped if sorted(tapped) == sorted(cards) else cards)}


class AbandonForm(DraftForm):
    """Give the hand up; why is optional, a misdeal needs no essay."""

    reason = TextField(label="Why", max_length=200, required=False)


class RecordForm(DraftForm):
    """What was dropped, and Record."""

    rake_taken = AmountField(label="Rake dropped", at_least=0, widget=AmountInput())
    promo_taken = AmountField(label="Promo dropped", at_least=0, required=False, widget=AmountInput())
    key = RequestKeyField()


class CorrectionForm(StrictForm):
    """Why a recorded hand is entered anew."""

    reason = TextField(label="What was wrong", max_length=400)
    key = RequestKeyField()


class TickCorrectionForm(CorrectionForm):
    """The right amounts of a tick, who won it, and why that was wrong."""

    rake_taken = AmountField(label="Rake", at_least=0, widget=AmountInput())
    promo_taken = AmountField(label="Promo", at_least=0, required=False, widget=AmountInput())
    pot = AmountField(label="Pot", at_least=0, required=False, widget=AmountInput())
    winners = SeatsField(label="Won by seat", required=False)
    no_low = forms.BooleanField(label="Tied, nobody had a low", required=False)
    field_order = ("rake_taken", "promo_taken", "pot", "winners", "no_low", "reason")

    def __init__(self, *args: Any, with_kill: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not with_kill:
            del self.fields["winners"], self.fields["no_low"]


class HandsFilterForm(forms.Form):
    """Which hands the list shows."""

    day = forms.DateField(required=False, label="Gaming day", widget=forms.DateInput(attrs={"type": "date"}))
    table = forms.ChoiceField(required=False, label="Table")
    session = IdField(required=False)
    tier = forms.ChoiceField(
        required=False, label="Recorded as", choices=[("", "all"), ("full", "full hands"), ("tick", "ticks")]
    )

    def __init__(self, *args: Any, room: Room, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tables = [(str(table.pk), table.name) for table in room.tables.all()]
        self.fields["table"].choices = [("", "all"), *tables]  # type: ignore[attr-defined]  # a ChoiceField


class PickUpForm(StrictForm):
    """The chips of an absent player as counted, and who watched: his badge and his own PIN."""

    key = RequestKeyField()
    counted = AmountField(label="Counted", at_least=0)
    badge = TextField(label="Witness’s badge", max_length=20)
    pin = forms.CharField(
        label="His PIN", max_length=8, widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    )


class DealForm(StrictForm):
    """Who is dealt in with how much, where the button is, and what is posted besides the blinds.

    It is filled in as the hand usually is, so that Deal alone will do. Its clean value `deal` is the Deal.
    """

    button = forms.TypedChoiceField(label="Button", coerce=int)
    key = RequestKeyField()

    def __init__(
        self,
        data: Any = None,
        *,
        session: TableSession,
        taken: Mapping[int, SeatTaken],
        kills: Kills,
        **kwargs: Any,
    ) -> None:
        self.session, self.taken, self.kills = session, taken, kills
        self.suggested = suggested = suggest_deal(session, taken, kills)
        self.sign = session.plaque.sign
        super().__init__(data, room=session.room, **kwargs)
        self._place_button(suggested)
        self.straddles = straddle_seats(self.sign, suggested) if suggested else {}
        for seat, name in self.straddles.items():
            self.fields["straddle"] = forms.BooleanField(label=f"Seat {seat} posts a {name}", required=False)
        for seat, place in taken.items():
            self._add_seat(seat, place)

    def _place_button(self, suggested: Deal | None) -> None:
        """Where the button may lie; a game without one doesn't ask."""
        if not self.sign.sheet.has_button:
            del self.fields["button"]
            return
        seats = range(1, self.sign.seats + 1)
        self.fields["button"].choices = [(seat, f"seat {seat}") for seat in seats]  # type: ignore[attr-defined]  # it has
        self.fields["button"].initial = suggested.places.button if suggested and suggested.places else None

    @property
    def has_posts(self) -> bool:
        """Whether entering players post anything: only where there are blinds."""
        return bool(self.sign.blinds)

    def _add_seat(self, seat: int, place: SeatTaken) -> None:
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
        """What the seat posts for blinds that it missed, as a value of the field."""
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
        return data | {"deal": Deal(places, stacks, None if kill.active else straddle, posts, kill)}

    def _posts(self, seat: int, chosen: str) -> list[tuple[PostKind, int, int]]:
        """What an entering player posts: the big blind live, the small one dead (WSOP 154-157)."""
        blinds = self.sign.blinds
        live: list[tuple[PostKind, int, int]] = [("post", seat, max(blinds))] if chosen in ("post", "both") else []
        dead: list[tuple[PostKind, int, int]] = [("dead", seat, min(blinds))] if chosen in ("dead", "both") else []
        return dead + live
