"""A hand from a file or a feed: the same rules, the same books, the same refusals as a hand from the console."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import transaction

from config.amounts import MOST
from config.clocks import comes_twice
from config.errors import DomainError, Malformed
from config.requests.services import claim
from config.staff.models import User
from games.files import named_takings, stated_takings
from games.models import Hand
from games.selectors.kill import kill_due, killer_of
from games.selectors.seats import players_in, seats_taken
from games.services.bookings import (
    check_stacks,
    hand_answered,
    refuse_by_kill,
    refuse_opening_hand,
)
from games.services.recording import Entry, enter
from games.services.same_hand import SAME_HAND_AGAIN, ask_about_same_hand
from players.counts import NOTHING_FOUND, StackCount
from players.models import Player, Sitting
from players.services import find_guests, state_stacks
from rules.house.plaque import Plaque
from rules.phh.irregularities import actions_of
from rules.phh.reader import read_hands
from rules.phh.setup import require_button_behind, to_setup
from rules.phh.values import PhhHand, Unreadable
from rules.play.hand import Hand as Played
from rules.play.settlement import Settlement
from rules.play.settling import settle_taken
from rules.table.button import Places, first_places
from rules.table.posts_of_plaque import why_not_other_posts
from rules.table.seats import NO_SEAT, Seat
from rules.table.setup import Setup
from rules.text.violation import Refused, violation
from tables.models import TableSession
from tables.services import claim_hand, refusal

_YEARS = range(1800, 2200)
"""Years in which a hand can have been played."""


@transaction.atomic
def record_phh(
    *,
    session: TableSession,
    phh_text: str,
    key: str,
    by: User | None,
    at: datetime,
    rake_taken: int | None = None,
    promo_taken: int | None = None,
    count_reason: str = "",
    confirmed: Collection[str] = (),
    source_file: str = "",
) -> Hand:
    """Record one hand that a PHH document states, under the plaque and the house rules in force at the session.

    What was taken is what the caller says (minor units), else what the file says (`_rake`, `_drop`, or its finishing
    stacks), else what the schedule owes. At a table of the floor the players must be those who sit there; in an
    imported session they become guests of the file's venue, with the stacks that it states. Stacks at the floor that
    aren't those of the books were counted, for this `count_reason` (the code of a `CountReason`, or own words). The
    same `key` records once; `confirmed` holds the codes of questions that were answered with yes.

    Refusals: `phh_unreadable` (malformed), `plaque_differs`, `player_not_seated`, `table_short` (stacks that nobody
    brought to the table), `count_reason_missing`, `count_above_ticks`, `finishing_stacks_differ`, and as `start_hand`
    and `record_hand`, and the questions `takings_never_owed` and `same_hand_again`.
    """
    body = {"session": session.pk, "phh": phh_text, "rake": rake_taken, "promo": promo_taken}
    body |= {"count_reason": count_reason} if count_reason else {}
    if earlier := claim(key, "hand", body, by=by, at=at):
        return hand_answered(earlier)
    session = claim_hand(session=session, by=by, at=at)
    phh = _read(phh_text, session)
    fact = Fact(rake_taken, promo_taken, source_file, count_reason, confirmed=confirmed)
    return _record(phh, session, fact, key=key, by=by, at=at)


@transaction.atomic
def import_hand(
    *,
    session: TableSession,
    phh: PhhHand,
    digest: str,
    key: str,
    by: User | None,
    at: datetime,
    source_file: str,
    count_reason: str = "",
) -> Hand:
    """Record a hand of a file that was read already, as `record_phh` does; `digest` names the text that it stood in.

    What was taken is what the file says by name (`_rake`, `_drop`), else what the schedule of the session's plaque
    owes: finishing stacks that lack more than that are refused, not explained. `count_reason` as in `record_phh`.
    """
    body = asked_body(session, phh, digest)
    body |= {"count_reason": count_reason} if count_reason else {}
    if earlier := claim(key, "hand", body, by=by, at=at):
        return hand_answered(earlier)
    session = claim_hand(session=session, by=by, at=at)
    check_currency(phh, session)
    fact = fact_of(source_file, count_reason)
    return _record(phh, session, fact, key=key, by=by, at=at)


def asked_body(session: TableSession, phh: PhhHand, digest: str) -> dict[str, Any]:
    """The body of the request that a hand of a file is recorded by."""
    return {"session": session.pk, "file": digest, "hand": phh.source.key}


@dataclass(frozen=True, slots=True)
class Fact:
    """The facts known of a hand beside its file: the takings in minor units, why its stacks aren't those of the books,
    whether missing chips tell the takings, and which questions were answered with yes."""

    rake_taken: int | None
    promo_taken: int | None
    source_file: str
    count_reason: str = ""
    infer: bool = True
    confirmed: Collection[str] = ()


def fact_of(source_file: str, count_reason: str = "") -> Fact:
    """The facts of a hand of a file: its takings are those that it names, or what is owed."""
    return Fact(None, None, source_file, count_reason, infer=False)


def _record(phh: PhhHand, session: TableSession, fact: Fact, *, key: str, by: User | None, at: datetime) -> Hand:
    """Play the hand by its file, hold it to what the file says of its end, and enter it for those who played it."""
    reckoned = reckon(phh, session, fact)
    count = NOTHING_FOUND
    if session.source == TableSession.Source.IMPORT:
        sittings = _seat_guests(session, phh, reckoned, key=key, by=by, at=at)
    else:
        sittings, count = _seated(session, phh, reckoned.played, fact, by=by, at=at)
    return enter(entry_of(phh, session, reckoned, sittings, fact, at=at, count=count), key=key, by=by, at=at)


@dataclass(frozen=True, slots=True)
class Reckoned:
    """A hand of a file as the rules play it: its setup, the play, the settlement with rake and promo (minor units)."""

    setup: Setup
    played: Played
    settlement: Settlement
    rake: int
    promo: int


def reckon(phh: PhhHand, session: TableSession, fact: Fact) -> Reckoned:
    """Play the hand by its file under the session's plaque and hold it to what the file says of its end; nothing is
    written, and for an imported session nothing asked. Refuses as `record_phh`, but for what the seats refuse."""
    try:
        setup = _setup(phh, session)
        _check_kill(session, setup)
        _check_posts(session, phh, setup)
        played = Played.replay(setup, actions_of(phh), session.room.money)
        rake, promo = _takings(phh, played, fact)
        settlement = settle_taken(played, rake=rake, promo=promo)
    except Refused as refused:
        raise refusal(refused.violation) from refused
    except Unreadable as problem:
        raise _unreadable(problem) from problem
    _check_size(setup, settlement)
    _check_finish(phh, settlement, session)
    return Reckoned(setup, played, settlement, rake, promo)


def entry_of(
    phh: PhhHand,
    session: TableSession,
    reckoned: Reckoned,
    sittings: Mapping[int, Sitting],
    fact: Fact,
    *,
    at: datetime,
    count: StackCount = NOTHING_FOUND,
) -> Entry:
    """The hand on its way into the books as the next of its session, for those who sat in its seats."""
    setup = reckoned.setup
    return Entry(
        session=session,
        number=session.hands_recorded + 1,
        plaque=session.plaque,
        house_rules=session.plaque.house_rules,
        played=reckoned.played,
        settlement=reckoned.settlement,
        sittings=[sittings[seat] for seat in setup.seats],
        places=_places(setup),
        started_at=_started_at(phh, session) or at,
        rake_taken=reckoned.rake,
        promo_taken=reckoned.promo,
        killer_seat=killer_of(setup),
        count=count,
        source_file=fact.source_file,
        confirmed=fact.confirmed,
        is_disputed=session.source == TableSession.Source.FLOOR,
    )


def _read(text: str, session: TableSession) -> PhhHand:
    try:
        hands = list(read_hands(text))
    except Unreadable as problem:
        raise _unreadable(problem) from problem
    if len(hands) != 1:
        raise Malformed("phh_unreadable", f"One hand is recorded at a time; here are {len(hands)}.", field="phh")
    check_currency(hands[0], session)
    return hands[0]


def check_currency(phh: PhhHand, session: TableSession) -> None:
    """Refuse (`currency_differs`) amounts in another currency's decimals than the room's."""
    if phh.exponent != session.room.exponent:
        message = f"This room counts in {session.room.currency}, the file does not."
        raise Malformed("currency_differs", message, field="phh")


def _unreadable(problem: Unreadable) -> Malformed:
    return Malformed("phh_unreadable", f"The hand can't be read: {problem}.", field="phh")


def _setup(phh: PhhHand, session: TableSession) -> Setup:
    """The hand under the session's own plaque and house; the unknown stack of a seated player is what the books say."""
    stated = to_setup(phh, session.plaque.house_rules.house)
    if stated.late and None in stated.late.paid:
        message = "The file doesn't say what each player had put in before its first street: add it as _paid."
        raise Refused(violation("contributions_unknown", message, house=stated.house.name))
    killed = _is_killed(stated, session.posted)
    _check_plaque(stated, session, killed=killed)
    stacks = stated.stacks
    if session.source == TableSession.Source.FLOOR and None in stacks:
        booked = seats_taken(session)
        stacks = tuple(
            booked[seat].stack if stack is None and seat in booked else stack
            for seat, stack in zip(stated.seats, stacks, strict=True)
        )
    posts = stated.house.answers.kill_blind == "winner_posts"
    unposted = killed and posts and killer_of(replace(stated, killed=True)) == NO_SEAT
    return replace(stated, plaque=session.posted, stacks=stacks, killed=killed, kill_unposted=unposted)


def _is_killed(stated: Setup, plaque: Plaque) -> bool:
    """Whether the hand was played at the limits of the plaque's kill; a file may say so by its limits alone."""
    limits = stated.plaque.small_bet, stated.plaque.big_bet
    under_kill = limits == (plaque.killed.small_bet, plaque.killed.big_bet) != (plaque.small_bet, plaque.big_bet)
    return stated.killed or (plaque.kill is not None and under_kill)


def _check_kill(session: TableSession, setup: Setup) -> None:
    """Refuse another kill than the hands before ask for (`wrong_kill_limits`, `wrong_killer`, `kill_owed`).

    Files don't have the hands between theirs: in an imported session a hand says itself under which kill it was.
    """
    if session.source == TableSession.Source.FLOOR:
        due = kill_due(session, session.plaque, players_in(seats_taken(session), setup.seats))
        refuse_by_kill(setup, due, session.room)


def _check_posts(session: TableSession, phh: PhhHand, setup: Setup) -> None:
    """Refuse other posts than those of the plaque, where one stands: on the table, or in the file."""
    require_button_behind(phh, setup)
    is_stated = session.source == TableSession.Source.FLOOR or "_plaque" in phh.extras
    if is_stated and (refused := why_not_other_posts(setup, session.room.money)):
        raise Refused(refused)


def _check_plaque(stated: Setup, session: TableSession, *, killed: bool) -> None:
    """Refuse a hand of another game or other stakes than the plaque on the table (004 Buy-In; R1)."""
    plaque, other = session.posted, stated.in_force
    plaque = plaque.killed if killed else plaque
    blinds = {post.amount for post in stated.posts if post.kind in ("sb", "bb")}
    facts = (
        ("game", plaque.game, other.game),
        ("structure", plaque.structure, other.structure),
        ("small bet", plaque.small_bet, other.small_bet),
        ("big bet", plaque.big_bet, other.big_bet),
        ("blinds", True, blinds <= set(plaque.blinds)),
    )
    for what, posted, in_file in facts:
        if posted != in_file:
            raise DomainError(
                "plaque_differs",
                f"The {what} of this hand is not that of the plaque ({session.plaque}): record it at its table.",
                rule="A hand is played under the plaque that stands on its table.",
                citation="004:L48",
                field="phh",
            )


def _takings(phh: PhhHand, played: Played, fact: Fact) -> tuple[int, int]:
    owed = played.fees_owed().fees
    rake, promo = stated_takings(phh, owed) if fact.infer else named_takings(phh) or (owed.rake, owed.promo)
    return (
        rake if fact.rake_taken is None else fact.rake_taken,
        promo if fact.promo_taken is None else fact.promo_taken,
    )


def _check_size(setup: Setup, settlement: Settlement) -> None:
    """Refuse amounts larger than any room can hold, as every other door does."""
    if max(*(stack or 0 for stack in setup.stacks), *settlement.put_in) > MOST:
        raise Malformed("amount_too_large", "A stack is larger than any this room can hold.", field="phh")


def _check_finish(phh: PhhHand, settlement: Settlement, session: TableSession) -> None:
    """Refuse a file whose finishing stacks are not what the rules pay."""
    if phh.finishing_stacks is None:
        return
    for seat, stated, ours in zip(settlement.seats, phh.finishing_stacks, settlement.finishing_stacks, strict=True):
        if stated is not None and ours is not None and stated != ours:
            money = session.room.money
            raise DomainError(
                "finishing_stacks_differ",
                f"Seat {seat} ends with {money(ours)} by the rules, and with {money(stated)} in the file.",
                allowed={"seat": seat, "finishing_stack": ours},
                field="phh",
            )


def _seated(
    session: TableSession, phh: PhhHand, played: Played, fact: Fact, *, by: User | None, at: datetime
) -> tuple[Mapping[int, Sitting], StackCount]:
    """The sittings in the seats that the file names, and what its stacks say against the books.

    Refuses an empty seat and another name than the player's, asks about a hand that is recorded already, and refuses
    as `check_stacks`.
    """
    setup = played.setup
    refuse_opening_hand(session, len(setup.seats))
    taken = seats_taken(session)
    for seat, name in zip(setup.seats, phh.players or ("",) * len(setup.seats), strict=True):
        if seat not in taken:
            raise DomainError("player_not_seated", f"Nobody sits in seat {seat}: seat the player first.", field="phh")
        sits = taken[seat].player.display_name
        if name and name.casefold() != sits.casefold():
            raise DomainError("player_not_seated", f"{sits} sits in seat {seat}, not {name}.", field="phh")
    stacks = {seat: stack or 0 for seat, stack in zip(setup.seats, setup.stacks, strict=True)}
    if SAME_HAND_AGAIN not in fact.confirmed:
        ask_about_same_hand(session, played, [taken[seat].sitting for seat in setup.seats])
    count = check_stacks(session, stacks, taken, fact.count_reason, by=by, at=at)
    return {seat: taken[seat].sitting for seat in setup.seats}, count


def _seat_guests(
    session: TableSession, phh: PhhHand, reckoned: Reckoned, *, key: str, by: User | None, at: datetime
) -> Mapping[int, Sitting]:
    """The file's players as guests in their seats, with their stacks."""
    called = called_by_seat(phh, session, reckoned.setup)
    guests = find_guests(room=session.room, names=called.values(), source=source_of(phh), by=by, at=at)
    brought = brought_by_seat(reckoned)
    stacks: dict[int, tuple[Player, int]] = {seat: (guests[name], brought[seat]) for seat, name in called.items()}
    return state_stacks(session=session, stacks=stacks, key=stacks_key(key), by=by, at=at)


def stacks_key(key: str) -> str:
    """The request key under which the stacks of the hand with this one are stated."""
    return f"{key}:stacks"


def source_of(phh: PhhHand) -> str:
    """The site or file whose guests the players of the hand are."""
    return phh.venue or phh.event or "hand files"


def called_by_seat(phh: PhhHand, session: TableSession, setup: Setup) -> dict[int, str]:
    """The names that the players of the hand go by, by seat in the order of the hand. Refuses a seat that the table
    doesn't have (`seat_unknown`)."""
    if max(setup.seats) > session.table.seats:
        message = f"{session.table} has {session.table.seats} seats; the file uses seat {max(setup.seats)}."
        raise DomainError("seat_unknown", message, allowed={"seats": session.table.seats}, field="phh")
    names = phh.players or ("",) * len(setup.seats)
    return {seat: guest_name(name, seat) for seat, name in zip(setup.seats, names, strict=True)}


def brought_by_seat(reckoned: Reckoned) -> dict[int, int]:
    """The stacks at the deal by seat, minor units; an unknown one is what was put in."""
    setup, put_in = reckoned.setup, reckoned.settlement.put_in
    each = zip(setup.seats, setup.stacks, put_in, strict=True)
    return {seat: paid if stack is None else stack for seat, stack, paid in each}


def guest_name(name: str, seat: int) -> str:
    """The name of a player of a file; a player without a name is called by the seat."""
    return name or f"Seat {seat}"


def _places(setup: Setup) -> Places | None:
    """Button and blinds of the hand; None in a game without a button, and where no big blind was posted.

    A kill may stand in the place of its poster's own blind, which is then the one that the others left.
    """
    blinds = (post for post in reversed(setup.posts) if post.kind in ("sb", "bb"))
    posted: dict[str, int] = {post.kind: setup.seat(post.position) for post in blinds}
    if not setup.plaque.sheet.has_button:
        return first_places(setup.seats, setup.button, setup.house, blinds=False) if setup.has_button else None
    if "kill" in (post.kind for post in setup.posts):
        posted = _with_killed_blind(setup, posted)
    if "bb" not in posted:
        return None
    sb = posted.get("sb", setup.button)
    return Places(
        setup.button,
        Seat(sb),
        Seat(posted["bb"]),
        sb_posted="sb" in posted,
        dead_button=setup.button not in setup.seats,
    )


def _with_killed_blind(setup: Setup, posted: Mapping[str, int]) -> dict[str, int]:
    """The blinds with the one that the killer posted the kill for: left of the button the small one, then the big."""
    killer = next(setup.seat(post.position) for post in setup.posts if post.kind == "kill")
    heads_up = len(setup.seats) == 2
    small, big = (setup.seats[1], setup.seats[0]) if heads_up else setup.seats[:2]
    if "bb" not in posted and killer in (small, big):
        return {**posted, "bb": killer}
    return {**posted, "sb": killer} if "sb" not in posted and killer == small else dict(posted)


def _started_at(phh: PhhHand, session: TableSession) -> datetime | None:
    """The instant that the file states, in its own time zone or the room's; None where it states no whole one.

    Of a time that the clocks show twice it is the second, if the file abbreviates its zone as that one does.
    """
    if phh.year is None or phh.month is None or phh.day is None or phh.year not in _YEARS:
        return None
    try:
        zone = ZoneInfo(phh.time_zone) if phh.time_zone else session.room.zone
        first = datetime.combine(date(phh.year, phh.month, phh.day), phh.time or time(), zone)
        second = first.replace(fold=1)
        return second if comes_twice(first) and phh.time_zone_abbreviation == second.tzname() else first
    except (ValueError, OverflowError, OSError, ZoneInfoNotFoundError):  # OSError: a zone that is a folder of zones
        return None
