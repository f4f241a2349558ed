"""A full hand goes into the books: the engine's settlement, seat by seat, once."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction

from config.requests.services import claim
from config.staff.models import User
from games.cases import cases
from games.files import file_of
from games.models import Hand, HandDraft, HandSeat
from games.replay import hand_of
from games.selectors.deals import next_button, places_from_json, places_to_json
from games.selectors.directives import standing
from games.selectors.drafts import adopt
from games.selectors.kill import killer_of, to_keep
from games.selectors.seats import stacks_in_play
from games.services.bookings import (
    check_takings,
    close_hand,
    hand_answered,
)
from games.services.correcting import book_correction, day_before_the_cut_off, day_corrected
from games.services.drafts import is_disputed, lock_draft
from games.services.kill_watch import watch_kills
from games.services.same_hand import SAME_HAND_AGAIN, ask_about_same_hand
from games.services.void_watch import watch_void
from players import four_eyes
from players.counts import NOTHING_FOUND, StackCount
from players.models import PlayerId, Sitting
from players.services.table_money import SeatResult, book_hand
from players.services.waiting_chips import lock_waiting, put_on_stacks
from rules.play import hand as rules
from rules.play.settlement import Settlement
from rules.play.settling import settle_taken
from rules.table.button import Places
from rules.table.seats import Seat
from rules.table.setup import Setup
from rules.text.violation import Refused
from tables.models import HouseRulesVersion, PlaqueVersion, TableSession
from tables.services import lock_session, refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A played hand on its way into the books. `sittings` are by position, `count` is of the stacks at the deal;
    amounts are minor units."""

    session: TableSession
    number: int
    plaque: PlaqueVersion
    house_rules: HouseRulesVersion
    played: rules.Hand
    sittings: Sequence[Sitting]
    places: Places | None
    started_at: datetime
    rake_taken: int
    promo_taken: int
    settlement: Settlement | None = None
    """With those takings, where it is known already."""
    killer_seat: int | None = None
    count: StackCount = NOTHING_FOUND
    supersedes: Hand | None = None
    reason: str = ""
    source_file: str = ""
    confirmed: Collection[str] = ()
    """Codes of questions that were answered with yes."""
    is_disputed: bool = True
    """Whether there may be a case about the session that says something of this hand or the next."""


@transaction.atomic
def record_hand(
    *,
    draft: HandDraft,
    version: int,
    rake_taken: int,
    promo_taken: int = 0,
    confirmed: Collection[str] = (),
    key: str,
    by: User | None,
    at: datetime,
    second: User | None = None,
) -> Hand:
    """Record the hand of a draft: settle it, book it, free the table, ask for its rating. Amounts in minor units.

    What was dropped is a fact and pays the awards; whether it was owed is for the rating. A draft that corrects a
    recorded hand makes its next version and books the difference to everything that the hand has moved; above what one
    person moves alone a day a `second` one confirms, who has shown their own PIN. The same `key` records once and
    answers with the same hand.

    Refusals: `draft_moved_on`, `draft_gone`, the engine's `hand_not_complete` and `showdown_incomplete`,
    `not_chip_multiple`, `takings_above_pot`, what the ledger refuses, and the questions `takings_never_owed` and
    `same_hand_again`, until `confirmed` holds their code.
    """
    body = {"draft": draft.pk, "version": version, "rake": rake_taken, "promo": promo_taken}
    body |= {"second": second.pk} if second else {}
    if earlier := claim(key, "hand", body, by=by, at=at):
        return hand_answered(earlier)
    session = lock_session(draft.session)
    draft = adopt(lock_draft(draft, version, by=by), session)
    entry = Entry(
        session=session,
        number=draft.number,
        plaque=draft.plaque,
        house_rules=draft.house_rules,
        played=_played(draft),
        sittings=_sittings(draft),
        places=places_from_json(draft.places) if draft.places else None,
        started_at=draft.started_at,
        rake_taken=rake_taken,
        promo_taken=promo_taken,
        killer_seat=_killer(draft),
        count=_count(draft),
        supersedes=draft.supersedes,
        reason=draft.reason,
        confirmed=confirmed,
        is_disputed=is_disputed(draft),
    )
    if entry.supersedes is None and SAME_HAND_AGAIN not in confirmed:
        ask_about_same_hand(session, entry.played, entry.sittings)
    draft.delete()
    return enter(entry, key=key, by=by, at=at, second=second)


def enter(entry: Entry, *, key: str, by: User | None, at: datetime, second: User | None = None) -> Hand:
    """Settle, write, book and close one hand. The caller is in a transaction and has claimed `key` and the session."""
    settlement = settled(entry)
    hand = hand_row(entry, settlement, key=key, by=by, at=at)
    hand.save(force_insert=True)
    HandSeat.objects.bulk_create(seat_rows(hand, entry, settlement))
    waiting = lock_waiting(entry.session)  # after the gaming day, which the rows above hold, as all accounts are
    if entry.supersedes:
        book_correction(hand, four_eyes.CORRECTION, second=second, key=key, by=by, at=at)
    else:
        _book(hand, entry, settlement, by, at)
    if entry.is_disputed:
        cases().hold_awards(hand=hand, by=by, at=at)
    if entry.supersedes:
        watch_kills(hand, at=at)
    watch_void(hand, at=at)
    verb = "hand.superseded" if entry.supersedes else "hand.recorded"
    closed = close_hand(hand, entry.session, verb=verb, by=by, at=at, **_next(hand, entry))
    put_on_stacks(entry.session, waiting, by=by, at=at)
    return closed


def _book(hand: Hand, entry: Entry, settlement: Settlement, by: User | None, at: datetime) -> None:
    """The money of a hand's first version."""
    book_hand(
        session=entry.session,
        hand_id=hand.pk,
        results=results_of(entry, settlement),
        rake=entry.rake_taken,
        promo=entry.promo_taken,
        key=hand.request_key,
        by=by,
        at=at,
        count=entry.count,
    )


def _killer(draft: HandDraft) -> int | None:
    """The seat whose kill the hand is played under; None where no kill is on."""
    return killer_of(Setup.from_json(draft.setup))


def _count(draft: HandDraft) -> StackCount:
    """The chips found when the stacks were counted for the deal."""
    found = {int(seat): found for seat, found in draft.found.items()}
    return StackCount(found, draft.count_reason, draft.counted_by, draft.count_second)


def _played(draft: HandDraft) -> rules.Hand:
    try:
        return hand_of(draft)
    except Refused as refused:
        raise refusal(refused.violation) from refused


def settled(entry: Entry) -> Settlement:
    """The settlement with what was taken. Refuses takings that can't be, and a hand that can't be settled."""
    try:
        pot = (entry.settlement or entry.played.fees_owed()).called_pot
        takings = {"rake_taken": entry.rake_taken, "promo_taken": entry.promo_taken, "pot": pot}
        check_takings(session=entry.session, plaque=entry.plaque.plaque, confirmed=entry.confirmed, **takings)
        return entry.settlement or settle_taken(entry.played, rake=entry.rake_taken, promo=entry.promo_taken)
    except Refused as refused:
        raise refusal(refused.violation) from refused


def hand_row(entry: Entry, settlement: Settlement, *, key: str, by: User | None, at: datetime) -> Hand:
    """The row of the hand, which isn't saved yet."""
    session, before = entry.session, entry.supersedes
    return Hand(
        room=session.room,
        session=session,
        number=entry.number,
        version=before.version + 1 if before else 1,
        supersedes=before,
        tier=Hand.Tier.FULL,
        plaque=entry.plaque,
        house_rules=entry.house_rules,
        gaming_day=session.room.gaming_day(at),
        belongs_to_day=_day_named(entry, at),
        started_at=entry.started_at,
        recorded_at=at,
        recorded_by=by,
        reason=entry.reason,
        request_key=key,
        source_file=entry.source_file,
        **_outcome(entry, settlement),
    )


def _day_named(entry: Entry, at: datetime) -> date | None:
    """The other gaming day that the hand names; the play of a file is of no day of the room."""
    if entry.supersedes or entry.session.source == TableSession.Source.IMPORT:
        return day_corrected(entry.supersedes)
    return day_before_the_cut_off(entry.session.room, entry.started_at, at)


def _outcome(entry: Entry, settlement: Settlement) -> dict[str, Any]:
    """The outcome of the hand, as the row keeps it."""
    won = zip(settlement.seats, settlement.won, strict=True)
    return {
        "places": places_to_json(entry.places),
        "players_dealt": entry.played.players,
        "flop_dealt": settlement.flop_dealt,
        "called_pots": [pot.amount for pot in settlement.pots],
        "pot": settlement.called_pot,
        "winners": sorted(seat for seat, amount in won if amount),
        "rake_taken": entry.rake_taken,
        "promo_taken": entry.promo_taken,
        "killer_seat": entry.killer_seat,
        "void_cause": entry.played.voided,
        "phh": file_of(
            entry.played,
            settlement,
            session=entry.session,
            number=entry.number,
            names=[sitting.player.display_name for sitting in entry.sittings],
            started_at=entry.started_at,
        ),
        "settlement": settlement.to_json(),
    }


def seat_rows(hand: Hand, entry: Entry, settlement: Settlement) -> list[HandSeat]:
    """The seats of a hand as its rows keep them, by position."""
    return [
        HandSeat(
            hand=hand,
            position=position,
            seat=settlement.seats[position - 1],
            player=sitting.player,
            sitting=sitting,
            starting_stack=entry.played.setup.stacks[position - 1],
            put_in=settlement.put_in[position - 1],
            took_out=settlement.won[position - 1],
        )
        for position, sitting in enumerate(entry.sittings, start=1)
    ]


def results_of(entry: Entry, settlement: Settlement) -> list[SeatResult]:
    """The chips that each seat put in and took out."""
    played = zip(entry.sittings, settlement.put_in, settlement.won, strict=True)
    return [SeatResult(sitting, put_in, took_out) for sitting, put_in, took_out in played]


def _sittings(draft: HandDraft) -> list[Sitting]:
    """The sittings that played, by position."""
    known = Sitting.objects.select_related("player", "session__room").in_bulk(draft.sittings)
    return [known[pk] for pk in draft.sittings]


def _next(hand: Hand, entry: Entry) -> dict[str, Any]:
    """The button and the kill that the hand leaves to the next one; those of a correction are asked of all hands, and
    the next hand of a file says them itself."""
    if entry.supersedes or entry.session.source == TableSession.Source.IMPORT:
        return {}
    dealt_in = zip(entry.played.setup.seats, entry.sittings, strict=True)
    players = {seat: PlayerId(sitting.player_id) for seat, sitting in dealt_in}
    directed = standing(entry.session) if entry.is_disputed else ()
    return {"button_seat": _next_button(entry), "kill_after": to_keep(hand, entry.session, players, directed)}


def _next_button(entry: Entry) -> int | None:
    """The seat that the button goes to for the next hand; after a void one it stays."""
    if entry.played.voided:
        return None
    active = [Seat(seat) for seat, stack in stacks_in_play(entry.session).items() if stack > 0]
    return next_button(entry.session, entry.places, active, may_be_ruled=entry.is_disputed)
