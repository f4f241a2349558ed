"""The first button of a session: drawn for with a card each, drawn by chance, or named by who watched the draw."""

import random
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.staff.models import User
from games.selectors.seats import present, seats_taken
from rules.cards.card import print_cards
from rules.house.house import House
from rules.table.button import first_button
from rules.table.seats import Seat
from tables.models import TableSession
from tables.services.sessions import lock_session, must_be_open, place_button

_chance: Callable[[Sequence[Seat]], Seat] = random.SystemRandom().choice


@transaction.atomic
def draw_button(
    *,
    session: TableSession,
    seat: Seat | None = None,
    cards: Mapping[Seat, int] | None = None,
    key: str,
    by: User | None,
    at: datetime,
    choose: Callable[[Sequence[Seat]], Seat] = _chance,
) -> int:
    """Put the button where it was drawn, before the first hand; returns the seat. Who draws are the players there.

    `seat` is the seat that won the draw where somebody says so. Else it is drawn as the house does (house rule
    `button_draw`): by the `cards`, one to each seat, or by chance (`choose`). The same `key` draws once.

    Refusals: `table_closed`, `hand_open`, `no_button` (the game has none), `button_moves_on` after the first hand,
    `too_few_players`, `seat_empty`, and `draw_incomplete` where somebody has no card.
    """
    dealt = {str(place): print_cards([card]) for place, card in sorted((cards or {}).items())}
    if earlier := claim(key, "button", {"session": session.pk, "seat": seat, "cards": dealt}, by=by, at=at):
        return int((earlier.answer or {})["seat"])
    session = lock_session(session)
    _refuse_draw(session)
    seats = tuple(present(seats_taken(session)))
    house = session.plaque.house_rules.house
    won = _named(seat, seats) if seat is not None else _drawn(seats, cards, house, choose)
    place_button(session=session, seat=won)
    after = {"seat": won, "cards": dealt, "named": seat is not None, "rule": house.cite("button_draw")}
    record("button.drawn", session, room=session.room, by=by, at=at, after=after)
    answered(key, {"seat": won})
    return won


def _refuse_draw(session: TableSession) -> None:
    must_be_open(session)
    if session.hand_open:
        raise DomainError("hand_open", "A hand is being entered here: record or abandon it first.")
    if not session.plaque.has_button:
        raise DomainError("no_button", f"{session.posted.sheet.name} is played without a button: just deal.")
    if session.hands_recorded:
        message = "The button moves on by itself after the first hand: put it elsewhere on the deal."
        raise DomainError("button_moves_on", message)


def _named(seat: Seat, seats: Sequence[Seat]) -> Seat:
    if seat not in seats:
        raise DomainError("seat_empty", f"Nobody sits in seat {seat}: name one that has a player.", field="seat")
    return seat


def _drawn(
    seats: Sequence[Seat], cards: Mapping[Seat, int] | None, house: House, choose: Callable[[Sequence[Seat]], Seat]
) -> int:
    if len(seats) < 2:
        raise DomainError("too_few_players", "A hand needs two players: seat another one, then draw.")
    try:
        return first_button(seats, house, choose=choose, cards=cards)
    except ValueError as error:
        rule = house.explain("button_draw")
        cited = house.cite("button_draw")
        raise DomainError("draw_incomplete", str(error), rule=rule.sentence, citation=cited, field="cards") from error
