"""The hand tick: a hand by its number, the rake and the promo taken; in seconds, for every hand at every table."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction

from config.errors import DomainError
from config.requests.services import claim
from config.staff.models import User
from games.models import Hand
from games.rules.button import Places
from games.rules.rulebook import RULES
from games.selectors.deals import next_button, places_to_json, suggest_places
from games.selectors.seats import seats_taken
from games.services.bookings import check_takings, close_hand, hand_answered
from players.table_money import book_tick
from tables.models import TableSession
from tables.services import claim_hand


@transaction.atomic
def record_tick(
    *,
    session: TableSession,
    rake_taken: int,
    promo_taken: int = 0,
    pot: int | None = None,
    winners: Iterable[int] | None = None,
    key: str,
    by: User | None,
    at: datetime,
) -> Hand:
    """Count one hand at a table and book what was dropped: felt to rake box and promo box. Amounts in minor units.

    `pot` is the called money and `winners` the seats that took part of it; under a plaque with a kill both are asked
    for, because the next hand's stakes follow from them (004 Glossary, KILL). Without a pot the hand is counted but
    not rated. The same `key` records once and answers with the same hand.

    Refusals: `hand_open`, `table_closed`, `kill_needs_pot`, `winner_not_seated`, `not_chip_multiple`,
    `takings_above_pot`, and what the ledger refuses.
    """
    seats = sorted(set(winners)) if winners is not None else None
    body = {"session": session.pk, "rake": rake_taken, "promo": promo_taken, "pot": pot, "winners": seats}
    if earlier := claim(key, "tick", body, by=by, at=at):
        return hand_answered(earlier)
    session = claim_hand(session=session, by=by, at=at)
    taken = set(seats_taken(session))
    check_takings(session=session, rake_taken=rake_taken, promo_taken=promo_taken, pot=pot)
    _check_result(session, pot, seats, taken)
    places = suggest_places(session, taken)
    hand = _create_tick(
        session,
        places,
        rake_taken=rake_taken,
        promo_taken=promo_taken,
        pot=pot,
        winners=seats,
        request_key=key,
        recorded_by=by,
        recorded_at=at,
    )
    book_tick(session=session, hand_id=hand.pk, rake=rake_taken, promo=promo_taken, key=key, by=by, at=at)
    button_seat = next_button(session, places, taken)
    return close_hand(hand, session, verb="hand.ticked", key=key, by=by, at=at, button_seat=button_seat)


def _check_result(session: TableSession, pot: int | None, winners: list[int] | None, taken: set[int]) -> None:
    """Refuse a tick that leaves a kill in doubt, and winners who sit at no seat."""
    kill = session.plaque.sign.kill
    if kill is not None and (pot is None or not winners):
        rule = RULES["kill_qualify_required"]
        raise DomainError(
            "kill_needs_pot",
            "A kill may start here: enter the pot and tap the seats that won it.",
            rule=rule.sentence,
            citation=rule.cite(session.plaque.house_rules.rules.name),
            allowed={"qualifies_at": kill.qualifies_at},
            field="pot" if pot is None else "winners",
        )
    strangers = set(winners or ()) - taken
    if strangers:
        seat = min(strangers)
        raise DomainError("winner_not_seated", f"Nobody sits in seat {seat}: tap the seat that won.", field="winners")


def _create_tick(session: TableSession, places: Places | None, **facts: Any) -> Hand:
    return Hand.objects.create(
        room=session.room,
        session=session,
        number=session.hands_recorded + 1,
        tier=Hand.Tier.TICK,
        plaque=session.plaque,
        house_rules=session.plaque.house_rules,
        gaming_day=session.room.gaming_day(facts["recorded_at"]),
        started_at=facts["recorded_at"],
        places=places and places_to_json(places),
        **facts,
    )
