"""A recorded hand that was mis-keyed: it is entered anew as the next version, and both are kept."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.staff.models import User
from games.cases import cases
from games.entered import entered_before
from games.files import played_of
from games.models import Hand, HandDraft
from games.replay import write_action
from games.selectors.deals import Deal, places_from_json
from games.selectors.kill import kill_due
from games.selectors.who_sat import players_at
from games.services.bookings import check_takings, close_hand, hand_answered
from games.services.correcting import book_correction, day_corrected, refuse_held
from games.services.drafts import get_draft
from games.services.kill_watch import watch_kills
from games.services.rewinding import steps_of
from games.services.ticks import check_result
from players import four_eyes
from players.models import PlayerId
from rules.entry.dealing import deal_unasked
from rules.play.hand import Hand as Played
from rules.table.kill import KillState, why_not_other_kill
from rules.table.seats import Seat
from rules.table.setup import Setup
from rules.text.violation import Refused
from tables.models import TableSession
from tables.services import claim_hand, must_be_free, refusal


@transaction.atomic
def reopen_hand(*, hand: Hand, reason: str, key: str, by: User | None, at: datetime) -> HandDraft:
    """Open a recorded full hand again as a draft, with everything that was entered, to be corrected and recorded.

    Where the hands before it, as they now are, ask for another kill than it was played under, it opens at the deal
    with the posts and limits of that kill: what was entered at the wrong ones is entered anew. Nothing is booked until
    it is recorded; then the difference is, and it needs nobody who has left and no chips that somebody no longer has.
    Refusals: `case_holds`, `hand_is_void`, `already_superseded`, `own_entry`, `not_a_full_hand`,
    `reason_missing`, `hand_open`, `table_closed`.
    """
    if earlier := claim(key, "reopen", {"hand": hand.pk, "reason": reason}, by=by, at=at):
        return get_draft((earlier.answer or {})["draft"])
    session = claim_to_change(hand, by=by, at=at)
    hand = newest_version(hand, reason)
    refuse_own_correction(hand, by, at)
    if hand.tier != Hand.Tier.FULL:
        raise DomainError("not_a_full_hand", "A tick is corrected by its amounts, not on the console.")
    played = _under_its_kill(hand, played_of(hand))
    draft = HandDraft.objects.create(
        session=session,
        number=hand.number,
        plaque=hand.plaque,
        house_rules=hand.house_rules,
        setup=played.setup.to_json(),
        places=hand.places,
        sittings=list(hand.seats.order_by("position").values_list("sitting", flat=True)),
        actions=[write_action(action, session.room) for action in played.actions],
        steps=steps_of(played),
        supersedes=hand,
        reason=reason,
        request_key=key,
        started_at=hand.started_at,
        started_by=by,
        touched_at=at,
        touched_by=by,
    )
    record("hand.reopened", hand, room=hand.room, by=by, at=at, reason=reason)
    answered(key, {"draft": draft.pk})
    return draft


@transaction.atomic
def supersede_tick(
    *,
    tick: Hand,
    rake_taken: int,
    promo_taken: int = 0,
    pot: int | None = None,
    winners: Iterable[int] | None = None,
    has_low: bool | None = None,
    confirmed: Collection[str] = (),
    reason: str,
    key: str,
    by: User | None,
    at: datetime,
    second: User | None = None,
) -> Hand:
    """Correct a tick: its next version with the right amounts, and the difference is booked; a `second` person confirms
    more than one moves alone a day.

    The kill that it was played under is what the hands before it, as they now are, ask for; where it changes that of
    later hands, an alarm says so. Refusals:
    `already_superseded`, `own_entry`, `not_a_tick`, `reason_missing`, `hand_open`, `table_closed`, and as
    `record_tick`.
    """
    seats = sorted(set(winners)) if winners is not None else None
    body = {"tick": tick.pk, "rake": rake_taken, "promo": promo_taken, "pot": pot, "winners": seats, "reason": reason}
    body |= {"second": second.pk} if second else {}
    body |= {} if has_low is None else {"has_low": has_low}
    if earlier := claim(key, "supersede_tick", body, by=by, at=at):
        return hand_answered(earlier)
    session = claim_to_change(tick, by=by, at=at)
    tick = newest_version(tick, reason)
    refuse_own_correction(tick, by, at)
    if tick.tier != Hand.Tier.TICK:
        raise DomainError("not_a_tick", "A full hand is corrected on the console.")
    check_takings(
        session=session, plaque=tick.plaque.plaque, rake_taken=rake_taken, promo_taken=promo_taken, pot=pot,
        confirmed=confirmed,
    )  # fmt: skip
    seated = players_at(session, tick.started_at)
    check_result(tick.plaque, pot=pot, winners=seats, seated=seated)
    hand = _next_version(
        tick,
        rake_taken=rake_taken,
        promo_taken=promo_taken,
        pot=pot,
        winners=seats,
        has_low=has_low,
        killer_seat=kill_due(session, tick.plaque, seated, before=tick.number).killer,
        reason=reason,
        request_key=key,
        recorded_by=by,
        recorded_at=at,
    )
    book_correction(hand, four_eyes.TICK_CORRECTION, second=second, key=key, by=by, at=at)
    before = {"rake_taken": tick.rake_taken, "promo_taken": tick.promo_taken, "pot": tick.pot}
    watch_kills(hand, at=at)
    return close_hand(hand, session, verb="hand.superseded", by=by, at=at, before=before)


def claim_to_change(hand: Hand, *, by: User | None, at: datetime) -> TableSession:
    """Claim the session of a recorded hand for its correction or void, as `claim_hand` does; a table that was closed is
    refused in words that say what can be done instead (`table_closed`)."""
    try:
        return claim_hand(session=hand.session, by=by, at=at)
    except DomainError as error:
        raise (closed_since(hand) if error.code == "table_closed" else error) from error


def closed_since(hand: Hand) -> DomainError:
    """The refusal to change a hand of a table that was closed: opened anew it is another session, which knows nothing
    of the hand, and its box and its felt are settled. A ruling moves the chips of those who have left."""
    return DomainError(
        "table_closed",
        f"{hand.session.table} was closed since, its box and its felt are settled: hand {hand.number} is not corrected "
        "or voided any more. Open a dispute on this hand instead: a ruling moves the chips, also of those who have "
        "left. “Hand keyed wrongly” does at any time, by two people; what went wrong at the table itself stands from "
        "the next deal on.",
    )


def changeable_hand(hand: Hand) -> Hand:
    """Refuse what neither a correction nor a void could end, before anybody types why; returns the hand as it counts.

    Refusals: `hand_open`, `table_closed`, `already_superseded`, `hand_is_void`, `case_holds`.
    """
    if not hand.session.is_open:
        raise closed_since(hand)
    must_be_free(hand.session)
    return newest_version(hand, "asked before it is begun")


def _under_its_kill(hand: Hand, played: Played) -> Played:
    """The hand as it was played, or dealt anew under the kill that the hands before it ask for."""
    seated = {Seat(seat): PlayerId(player) for seat, player in hand.seats.values_list("seat", "player")}
    kill = kill_due(hand.session, hand.plaque, seated, before=hand.number)
    if why_not_other_kill(played.setup, kill) is None:
        return played
    try:
        dealt = Played(_deal_again(hand, played.setup, kill).setup(hand.plaque), played.money)
    except Refused as refused:
        raise refusal(refused.violation) from refused
    deal_unasked(dealt)
    return dealt


def _deal_again(hand: Hand, setup: Setup, kill: KillState[Seat]) -> Deal:
    """The deal of a recorded hand under another kill: who was dealt in, button, blinds and what was made up stay.

    Nobody in the blinds makes up another one: what lies dead there is a killer's own blind, which the deal posts anew.
    """
    stacks = {seat: stack or 0 for seat, stack in zip(setup.seats, setup.stacks, strict=True)}
    places = places_from_json(hand.places) if hand.places else None
    blinds = (places.sb, places.bb) if places else ()
    posts = [(post.kind, setup.seat(post.position), post.amount) for post in setup.posts]
    made_up = tuple(post for post in posts if post[0] in ("post", "dead") and post[1] not in blinds)
    return Deal(places, stacks, posts=made_up, kill=kill)


def newest_version(hand: Hand, reason: str) -> Hand:
    """The hand, if it may be corrected. Refuses a version that is not the newest, and a missing reason."""
    if not is_reason(reason):
        raise DomainError("reason_missing", "A correction needs a reason: say what was wrong.", field="reason")
    newest = Hand.objects.filter(session=hand.session, number=hand.number).order_by("-version")
    hand_now = newest.select_related("session__table", "room", "plaque", "house_rules").get(superseded_by=None)
    if hand_now.pk != hand.pk:
        raise DomainError("already_superseded", "This hand was corrected already: open its newest version.")
    if hand_now.is_void:
        raise DomainError("hand_is_void", "This hand is void: it is not corrected any more. Enter the next one.")
    refuse_held(hand_now)
    return hand_now


def refuse_own_correction(hand: Hand, by: User | None, at: datetime) -> None:
    """Refuse (`own_entry`) who entered a hand on an earlier gaming day and corrects it with nobody else's approval,
    whoever has corrected it since.

    Another supervisor approves it by a ruling on a case about the record as it stands, or by confirming one.
    """
    if by is None or not entered_before(hand, by, at):
        return
    if not cases().approves_correction(hand, by):
        raise DomainError(
            "own_entry",
            "You entered this hand on an earlier day: another supervisor corrects it, or rules on a case about it.",
            rule="Who entered a hand does not correct it alone after the shift.",
            citation="house, four eyes",
        )


def _next_version(tick: Hand, **facts: Any) -> Hand:
    return Hand.objects.create(
        room=tick.room,
        session=tick.session,
        number=tick.number,
        version=tick.version + 1,
        supersedes=tick,
        tier=Hand.Tier.TICK,
        plaque=tick.plaque,
        house_rules=tick.house_rules,
        gaming_day=tick.room.gaming_day(facts["recorded_at"]),
        belongs_to_day=day_corrected(tick),
        started_at=tick.started_at,
        places=tick.places,
        **facts,
    )
