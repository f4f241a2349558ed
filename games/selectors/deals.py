"""Before the cards: who is dealt in with how much, where button and blinds are, and what is posted."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from games.models import Hand
from games.rules.button import Places, first_places, next_places
from games.rules.plaque import Plaque
from games.rules.setup import PostKind, Setup, clockwise
from games.selectors.seats import SeatTaken
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class Deal:
    """What stands before the first card. Amounts are minor units.

    `stacks` are of the seats that are dealt in. `posts` are what entering players post besides the plaque's blinds,
    as (kind, seat, amount): `post` is live, `dead` goes to the middle (004 Glossary, DEAD MONEY).
    """

    places: Places
    stacks: Mapping[int, int]
    straddle_seat: int | None = None
    posts: tuple[tuple[PostKind, int, int], ...] = ()

    def setup(self, session: TableSession) -> Setup:
        """The engine's hand under the plaque and the house rules in force at the session."""
        return Setup.from_table(
            session.plaque.sign,
            session.plaque.house_rules.rules,
            self.places.button,
            self.stacks,
            small_blind_posted=self.places.sb_posted,
            straddle_seat=self.straddle_seat,
            extra=self.posts,
        )


def suggest_places(session: TableSession, active: Collection[int], button: int | None = None) -> Places | None:
    """Where button and blinds are for the hand that the `active` seats play next; None with fewer than two.

    They follow from the hand before (I-16); a `button` that the supervisor puts elsewhere begins anew, as does the
    first hand of a session.
    """
    if len(set(active)) < 2:
        return None
    house = session.plaque.house_rules.rules
    before = last_places(session)
    suggested = next_places(before, active, house) if before else None
    if suggested and button in (None, suggested.button):
        return suggested
    return first_places(active, button or session.button_seat or max(active), house)


def next_button(session: TableSession, places: Places | None, active: Collection[int]) -> int | None:
    """Where the button lies after a hand with these `places`; None where that can't be said."""
    if places is None or len(set(active)) < 2:
        return None
    return next_places(places, active, session.plaque.house_rules.rules).button


def suggest_deal(session: TableSession, taken: Mapping[int, SeatTaken]) -> Deal | None:
    """The deal as it usually is: everyone seated with chips, the button moved on; None where nobody can play."""
    stacks = {seat: place.stack for seat, place in taken.items() if place.stack > 0}
    places = suggest_places(session, stacks)
    return Deal(places, stacks) if places else None


def straddle_seats(plaque: Plaque, deal: Deal) -> dict[int, str]:
    """The seats that may straddle under the plaque, with the name of the straddle (WSOP 161)."""
    if plaque.straddle == "button" and deal.places.button in deal.stacks:
        return {deal.places.button: "button straddle"}
    order = clockwise(deal.stacks, deal.places.bb)
    if plaque.straddle == "utg" and len(order) > 2:
        return {order[0]: "straddle"}
    return {}


def last_places(session: TableSession) -> Places | None:
    """Button and blinds of the session's last recorded hand; None before the first."""
    last = Hand.objects.filter(session=session, number=session.hands_recorded).order_by("-version").first()
    return places_from_json(last.places) if last and last.places else None


def places_to_json(places: Places) -> dict[str, Any]:
    """Button and blinds as a row keeps them."""
    return asdict(places)


def places_from_json(data: Mapping[str, Any]) -> Places:
    """What `places_to_json` wrote."""
    return Places(**data)
