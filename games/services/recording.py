"""A full hand goes into the books: the engine's settlement, seat by seat, once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from config.requests.services import claim
from config.staff.models import User
from games.disputes.services.holding import hold_awards
from games.files import file_of
from games.models import Hand, HandDraft, HandSeat
from games.replay import hand_of
from games.rules import hand as rules
from games.rules.button import Places
from games.rules.settlement import Settlement
from games.rules.setup import Setup
from games.rules.violation import Refused
from games.selectors.deals import next_button, places_from_json, places_to_json
from games.selectors.kill import killer_of
from games.selectors.seats import seats_taken
from games.services.bookings import (
    NOTHING_FOUND,
    StackCount,
    check_takings,
    close_hand,
    hand_answered,
    reverse_hand,
)
from games.services.drafts import lock_draft
from games.services.kill_watch import watch_kills
from games.settling import settle_taken
from players.models import Sitting
from players.table_money import SeatResult, book_hand
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
    killer_seat: int | None = None
    count: StackCount = NOTHING_FOUND
    supersedes: Hand | None = None
    reason: str = ""
    source_file: str = ""


@transaction.atomic
def record_hand(
    *,
    draft: HandDraft,
    version: int,
    rake_taken: int,
    promo_taken: int = 0,
    key: str,
    by: User | None,
    at: datetime,
) -> Hand:
    """Record the hand of a draft: settle it, book it, free the table, ask for its rating. Amounts in minor units.

    What was dropped is a fact and pays the awards; whether it was owed is for the rating. A draft that corrects a
    recorded hand makes its next version, and the money of the version before goes back first. The same `key` records
    once and answers with the same hand.

    Refusals: `draft_moved_on`, `draft_gone`, the engine's `hand_not_complete` and `showdown_incomplete`,
    `not_chip_multiple`, `takings_above_pot`, and what the ledger refuses.
    """
    body = {"draft": draft.pk, "version": version, "rake": rake_taken, "promo": promo_taken}
    if earlier := claim(key, "hand", body, by=by, at=at):
        return hand_answered(earlier)
    session = lock_session(draft.session)
    draft = lock_draft(draft, version)
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
        count=StackCount({int(seat): found for seat, found in draft.found.items()}, draft.count_reason),
        supersedes=draft.supersedes,
        reason=draft.reason,
    )
    draft.delete()
    return enter(entry, key=key, by=by, at=at)


def enter(entry: Entry, *, key: str, by: User | None, at: datetime) -> Hand:
    """Settle, write, book and close one hand. The caller is in a transaction and has claimed `key` and the session."""
    settlement = _settle(entry)
    hand = _create_hand(entry, settlement, key, by, at)
    HandSeat.objects.bulk_create(_seats(hand, entry, settlement))
    if entry.supersedes:
        reverse_hand(entry.supersedes, key=f"{key}:back", by=by, at=at, reason=entry.reason)
    book_hand(
        session=entry.session,
        hand_id=hand.pk,
        results=_results(entry, settlement),
        rake=entry.rake_taken,
        promo=entry.promo_taken,
        key=key,
        by=by,
        at=at,
        count_reason=entry.count.reason,
    )
    hold_awards(hand=hand, by=by, at=at)
    button_seat = _next_button(entry)
    verb = "hand.superseded" if entry.supersedes else "hand.recorded"
    if entry.supersedes:
        watch_kills(hand, at=at)
    return close_hand(hand, entry.session, verb=verb, key=key, by=by, at=at, button_seat=button_seat)


def _killer(draft: HandDraft) -> int | None:
    """The seat whose kill the hand is played under; None where no kill is on."""
    return killer_of(Setup.from_json(draft.setup))


def _played(draft: HandDraft) -> rules.Hand:
    try:
        return hand_of(draft)
    except Refused as refused:
        raise refusal(refused.violation) from refused


def _settle(entry: Entry) -> Settlement:
    """The settlement with what was taken. Refuses takings that can't be, and a hand that can't be settled."""
    try:
        owed = entry.played.settlement()
        check_takings(
            session=entry.session, rake_taken=entry.rake_taken, promo_taken=entry.promo_taken, pot=owed.called_pot
        )
        return settle_taken(entry.played, rake=entry.rake_taken, promo=entry.promo_taken)
    except Refused as refused:
        raise refusal(refused.violation) from refused


def _create_hand(entry: Entry, settlement: Settlement, key: str, by: User | None, at: datetime) -> Hand:
    session, before = entry.session, entry.supersedes
    return Hand.objects.create(
        room=session.room,
        session=session,
        number=entry.number,
        version=before.version + 1 if before else 1,
        supersedes=before,
        tier=Hand.Tier.FULL,
        plaque=entry.plaque,
        house_rules=entry.house_rules,
        gaming_day=session.room.gaming_day(at),
        started_at=entry.started_at,
        recorded_at=at,
        recorded_by=by,
        reason=entry.reason,
        request_key=key,
        source_file=entry.source_file,
        **_outcome(entry, settlement),
    )


def _outcome(entry: Entry, settlement: Settlement) -> dict[str, Any]:
    """What came of the hand, as the row keeps it."""
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


def _seats(hand: Hand, entry: Entry, settlement: Settlement) -> list[HandSeat]:
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


def _results(entry: Entry, settlement: Settlement) -> list[SeatResult]:
    """What each seat put in and took out, and what counting its stack at the deal found before."""
    return [
        SeatResult(sitting, put_in, took_out, found=entry.count.found.get(seat, 0))
        for sitting, seat, put_in, took_out in zip(
            entry.sittings, settlement.seats, settlement.put_in, settlement.won, strict=True
        )
    ]


def _sittings(draft: HandDraft) -> list[Sitting]:
    """Who played, by position."""
    known = Sitting.objects.select_related("player", "session__room").in_bulk(draft.sittings)
    return [known[pk] for pk in draft.sittings]


def _next_button(entry: Entry) -> int | None:
    """Where the button goes for the next hand; the next hand of a file says that itself."""
    if entry.session.source == TableSession.Source.IMPORT:
        return None
    active = [seat for seat, taken in seats_taken(entry.session).items() if taken.stack > 0]
    return next_button(entry.session, entry.places, active)
