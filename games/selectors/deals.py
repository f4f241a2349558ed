"""Before the cards: who is dealt in with how much, where button and blinds are, what is posted, which kill is on."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import OuterRef, Subquery

from config.staff.models import User
from games.cases import cases
from games.directed import Directed
from games.models import PLAYED, Hand
from games.selectors.directives import button_directed, button_ruled_meanwhile, standing
from games.selectors.kill import kills_of
from games.selectors.kill_fold import Kills
from games.selectors.seats import SeatTaken, players_in, present
from games.selectors.seen import Seen, seen_now
from rules.house.house import House
from rules.house.plaque import Plaque
from rules.table.button import Places, clockwise, dealt_in, first_places, missed_posts, places_after
from rules.table.kill import NO_KILL, KillState
from rules.table.missed_blinds import blinds_of, why_not_coming_in
from rules.table.seats import Seat
from rules.table.setup import PostKind, Setup
from tables.models import PlaqueVersion, TableSession


@dataclass(frozen=True, slots=True)
class Deal:
    """The facts that stand before the first card. Amounts are minor units.

    `places` is None in a game without a button. `stacks` are of the seats that are dealt in. `posts` are what entering
    players post besides the plaque's blinds, as (kind, seat, amount): `post` is live, `dead` goes to the middle (004
    Glossary, DEAD MONEY). `kill` is the one that the hand is played under. `seen` is what the deal was made from, and
    `count_reason` says why its stacks aren't those of the books, `count_second` who confirms that with their own PIN.
    """

    places: Places | None
    stacks: Mapping[Seat, int]
    straddle_seat: Seat | None = None
    posts: tuple[tuple[PostKind, Seat, int], ...] = ()
    kill: KillState[Seat] = NO_KILL
    seen: Seen | None = None
    count_reason: str = ""
    count_second: User | None = None

    def setup(self, plaque: PlaqueVersion) -> Setup:
        """The engine's hand under a plaque and its house rules."""
        return Setup.from_table(
            plaque.plaque,
            plaque.house_rules.house,
            self.places.button if self.places else max(self.stacks),
            self.stacks,
            small_blind_posted=self.places.sb_posted if self.places else True,
            straddle_seat=self.straddle_seat,
            extra=self.posts,
            killer=self.kill.killer,
        )


@dataclass(frozen=True, slots=True)
class Before:
    """The facts that the next hand of a session follows from: button and blinds of the last one that was played (None
    before the first), and all directives that stand."""

    places: Places | None
    directed: Sequence[Directed]

    @staticmethod
    def of(session: TableSession, asked: Mapping[str, Any]) -> "Before":
        """The facts by the answers to `asks_before`; one query more where there is a case about the session."""
        places = places_from_json(asked["places"]) if asked["places"] else None
        return Before(places, standing(session) if asked["is_disputed"] else ())


def asks_before() -> dict[str, Any]:
    """The questions to the row of a session, and so to the database at once, of which `Before` is made."""
    played = Hand.objects.filter(session=OuterRef("pk"), **PLAYED).order_by("-number", "-version")
    return {"places": Subquery(played.values("places")[:1]), "is_disputed": cases().any_about(OuterRef("pk"))}


def suggest_places(
    session: TableSession,
    active: Collection[Seat],
    button: int | None = None,
    before: Before | None = None,
) -> Places | None:
    """The places of button and blinds for the hand that the `active` seats play next.

    None with fewer than two, and in a game without a button. They follow from the hand before (I-16); a `button` that
    the supervisor or a ruling puts elsewhere begins anew, as does the first hand of a session. `before` is what they
    follow from, where it is known.
    """
    if len(set(active)) < 2 or not session.plaque.has_button:
        return None
    house, blinds = session.plaque.house_rules.house, session.posted.sheet.has_button
    before = before or Before(last_places(session), standing(session))
    ruled = button_directed(session, before.directed)
    button = ruled.seat if ruled and button is None else button
    suggested = places_after(before.places, active, house, blinds=blinds) if before.places else None
    if suggested and button in (None, suggested.button):
        return suggested
    button = button or session.button_seat or max(active)
    return first_places(active, Seat(button), house, blinds=blinds)


def next_button(
    session: TableSession, places: Places | None, active: Collection[Seat], *, may_be_ruled: bool
) -> int | None:
    """The seat where the button lies after a hand with these `places`; None where that can't be said.

    It `may_be_ruled` otherwise while the hand is played where there is a case about the session; a tick is over as
    it begins.
    """
    if places is None or len(set(active)) < 2:
        return None
    if may_be_ruled and (seat := button_ruled_meanwhile(session)):
        return seat
    return places_after(places, active, session.plaque.house_rules.house, blinds=places.has_blinds).button


def suggest_deal(session: TableSession, taken: Mapping[Seat, SeatTaken], kills: Kills | None = None) -> Deal | None:
    """The deal as it usually is: everyone there with chips, the button moved on; None where nobody can play.

    Who owes a kill while another one is on waits (WSOP 194), and so does who owes blinds or came in between the button
    and the big blind; elsewhere they post them (WSOP 154-157), where a kill stands for the live one. `kills` are those
    of the session, where known already.
    """
    kills = kills if kills is not None else kills_of(session, session.posted)
    stacks = {seat: place.stack for seat, place in present(taken).items() if place.stack > 0}
    kill = kill_of_deal(session, taken, stacks, kills)
    stacks = {seat: stack for seat, stack in stacks.items() if seat not in kill.owing}
    if len(stacks) < 2:
        return None
    places = suggest_places(session, stacks)
    waiting = _waiting(taken, stacks, places, session.plaque.house_rules.house)
    if waiting and len(stacks) - len(waiting) >= 2:
        stacks = {seat: stack for seat, stack in stacks.items() if seat not in waiting}
        places, kill = suggest_places(session, stacks), kill_of_deal(session, taken, stacks, kills)
    owed = _posts_owed(session.posted, taken, stacks, places)
    posts = tuple(post for post in owed if post[:2] != ("post", kill.killer))
    return Deal(places, stacks, posts=posts, kill=kill, seen=seen_now(session, taken))


def _waiting(
    taken: Mapping[Seat, SeatTaken], stacks: Collection[Seat], places: Places | None, house: House
) -> set[int]:
    """The seats that owe a blind and can't make it up now, or that the button has to pass first."""
    if places is None:
        return set()
    owing = (seat for seat in stacks if taken[seat].missed)
    unable = {seat for seat in owing if why_not_coming_in(seat, places, house, posts=True)}
    return unable | set(stacks) - set(dealt_in(places, stacks))


def _posts_owed(
    plaque: Plaque, taken: Mapping[Seat, SeatTaken], stacks: Collection[Seat], places: Places | None
) -> tuple[tuple[PostKind, Seat, int], ...]:
    """The posts of the players who owe blinds, as (kind, seat, amount); who is the big blind now owes no more, and two
    alone post nothing else than the blinds."""
    if len(stacks) == 2:
        return ()
    blinds = blinds_of(plaque)
    owing = {seat: missed for seat in stacks if (missed := taken[seat].missed) and places and seat != places.bb}
    posts = ((kind, seat, amount) for seat, missed in owing.items() for kind, amount in missed_posts(missed, blinds))
    return tuple(post for post in posts if post[2])


def kill_of_deal(
    session: TableSession, taken: Mapping[Seat, SeatTaken], stacks: Collection[Seat], kills: Kills | None = None
) -> KillState[Seat]:
    """The kill of the hand into which these seats are dealt."""
    plaque, house = session.posted, session.plaque.house_rules.house
    kills = kills if kills is not None else kills_of(session, plaque)
    return kills.due(plaque, house, players_in(taken, stacks))


def straddle_seats(plaque: Plaque, deal: Deal) -> dict[Seat, str]:
    """The seats that may straddle under the plaque, with the name of the straddle; none in a kill (WSOP 161, 194)."""
    if deal.kill.active or deal.places is None:
        return {}
    if plaque.straddle == "button" and deal.places.button in deal.stacks:
        return {deal.places.button: "button straddle"}
    order = clockwise(deal.stacks, deal.places.bb)
    if plaque.straddle == "utg" and len(order) > 2:
        return {order[0]: "straddle"}
    return {}


def last_places(session: TableSession) -> Places | None:
    """Button and blinds of the session's last hand that was played; None before the first.

    After a misdeal button and blinds are where they were (004:L330, WSOP 104).
    """
    played = Hand.objects.filter(session=session, **PLAYED)
    last = played.order_by("-number", "-version").first()
    return places_from_json(last.places) if last and last.places else None


def places_to_json(places: Places | None) -> dict[str, Any] | None:
    """Button and blinds as a row keeps them."""
    return asdict(places) if places else None


def places_from_json(data: Mapping[str, Any]) -> Places:
    """Read what `places_to_json` wrote."""
    return Places(**data)
