"""The hand tick: a hand by its number, the rake and the promo taken; in seconds, for every hand at every table."""

from collections.abc import Collection, Iterable
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from config.compiled import Blank, compiled
from config.errors import DomainError
from config.requests.late import mark_late
from config.requests.services import claim
from config.staff.models import User
from games.asked import asker
from games.models import Hand
from games.selectors.deals import Before, asks_before, next_button, places_to_json, suggest_places
from games.selectors.kill import kill_due, to_keep
from games.selectors.seats import players_in, present, seats_in_play
from games.services.bookings import (
    check_takings,
    close_hand,
    hand_answered,
    refuse_opening_hand,
    refuse_session_of_a_file,
)
from games.services.correcting import day_before_the_cut_off
from games.services.meanwhile import ask_whether_the_same
from players.services.table_money import book_tick
from rules.table.button import Places
from rules.table.kill import KillState
from rules.table.kill_words import kill_sentence
from rules.table.seats import Seat
from rules.text.rulebook import RULES
from tables.models import PlaqueVersion, TableSession
from tables.services import asked_between_hands, hold_between_hands


@transaction.atomic
def record_tick(
    *,
    session: TableSession,
    rake_taken: int,
    promo_taken: int = 0,
    pot: int | None = None,
    winners: Iterable[int] | None = None,
    has_low: bool | None = None,
    killer_seat: int | None = None,
    confirmed: Collection[str] = (),
    entered_at: datetime | None = None,
    seen_number: int | None = None,
    key: str,
    by: User | None,
    at: datetime,
) -> Hand:
    """Count one hand at a table and book what was dropped: felt to rake box and promo box. Amounts in minor units.

    `pot` is the called money and `winners` the seats that took part of it; under a plaque with a kill both are asked
    for, because the next hand's stakes follow from them (004 Glossary, KILL). Several winners split high and low,
    unless `has_low` is False. `killer_seat` is the seat whose kill the hand was played under, as the caller knows it,
    0 for none; unsaid, it is what the hands before ask for. Without a pot the hand is counted but not rated.
    `confirmed` holds the codes of questions that were answered with yes. The same `key` records once and answers with
    the same hand. `entered_at` is when a tablet without a line took it: it is marked, names the gaming day that the
    hand belongs to where that has been cut off since, and decides nothing. A `seen_number`, the hand's as the page
    showed it, is asked about where another has used it (`hand_meanwhile`).

    Refusals: `hand_open`, `table_closed`, `imported`, `too_few_players` (to open the game), `kill_needs_pot`,
    `winner_not_seated`, `wrong_kill_limits`, `wrong_killer`, `not_chip_multiple`, `takings_above_pot`, what the ledger
    refuses, and the questions `takings_never_owed` and `hand_meanwhile`.
    """
    seats = sorted(set(winners)) if winners is not None else None
    body = {"session": session.pk, "rake": rake_taken, "promo": promo_taken, "pot": pot, "winners": seats}
    body |= {"has_low": has_low, "killer": killer_seat} if (has_low, killer_seat) != (None, None) else {}
    if earlier := claim(key, "tick", body, by=by, at=at):
        return hand_answered(earlier)
    session, asked = hold_between_hands(session=session, by=by, at=at, ask=_asked)
    refuse_session_of_a_file(session)
    ask_whether_the_same(session, seen_number, confirmed, by=by, at=at, entered_at=entered_at)
    before = Before.of(session, asked)
    taken = seats_in_play(session, before.directed)
    takings: dict[str, Any] = {"rake_taken": rake_taken, "promo_taken": promo_taken, "pot": pot}
    check_takings(session=session, plaque=session.posted, confirmed=confirmed, **takings)
    check_result(session.plaque, pot=pot, winners=seats, seated=taken)
    there = present(taken)
    refuse_opening_hand(session, len(there))
    kill = kill_due(session, session.plaque, players_in(taken, there), directed=before.directed)
    if entered_at is None:  # a tablet without a line shows no kill that began meanwhile: that of the hands before holds
        _refuse_other_kill(session, kill, killer_seat)
    places = suggest_places(session, there, before=before)
    asker().before_quick_hand(session, asked, at=at)
    hand = _create_tick(
        session, places, **takings, winners=seats, has_low=has_low, killer_seat=kill.killer, request_key=key,
        recorded_by=by, recorded_at=at, belongs_to_day=_day_named(session, entered_at, at),
    )  # fmt: skip
    mark_late(hand, room=hand.room, entered_at=entered_at, opened_at=session.opened_at, key=key, by=by, at=at)
    book_tick(session=session, hand_id=hand.pk, rake=rake_taken, promo=promo_taken, key=key, by=by, at=at)
    button_seat = next_button(session, places, there, may_be_ruled=False)
    kept = to_keep(hand, session, players_in(taken, taken), before.directed)
    return close_hand(hand, session, verb="hand.ticked", by=by, at=at, button_seat=button_seat, kill_after=kept)


@compiled
def _asked(session: Blank, table: Blank, at: Blank) -> QuerySet[Any, dict[str, Any]]:
    """All that a quick hand asks of its session's row."""
    return asked_between_hands(session, table, at, **asks_before(), **asker().asks())


def check_result(plaque: PlaqueVersion, *, pot: int | None, winners: list[int] | None, seated: Collection[int]) -> None:
    """Refuse a tick that leaves a kill in doubt (`kill_needs_pot`) and winners at empty seats (`winner_not_seated`)."""
    kill = plaque.plaque.kill
    if kill is not None and (pot is None or not winners):
        rule = RULES["kill_qualify_required"]
        raise DomainError(
            "kill_needs_pot",
            "A kill may start here: enter the pot and tap the seats that won it.",
            rule=rule.sentence,
            citation=rule.cite(plaque.house_rules.house.name),
            allowed={"qualifies_at": kill.qualifies_at},
            field="pot" if pot is None else "winners",
        )
    strangers = set(winners or ()) - set(seated)
    if strangers:
        seat = min(strangers)
        raise DomainError("winner_not_seated", f"Nobody sits in seat {seat}: tap the seat that won.", field="winners")


def _refuse_other_kill(session: TableSession, kill: KillState[Seat], stated: int | None) -> None:
    """Refuse a tick that was played under another kill than the hands before ask for; unstated is never wrong."""
    if stated is None or (stated or None) == kill.killer:
        return
    code = "wrong_killer" if stated and kill.active else "wrong_kill_limits"
    rule, plaque = RULES[code], session.plaque
    raise DomainError(
        code,
        f"{kill_sentence(plaque.plaque, kill, session.room.money)} Look at the table again, then tick the hand.",
        rule=rule.sentence,
        citation=rule.cite(plaque.house_rules.house.name),
        allowed={"killer_seat": kill.killer or 0},
        field="killer_seat",
    )


def _day_named(session: TableSession, entered_at: datetime | None, at: datetime) -> date | None:
    """The gaming day on which a tablet without a line took the hand, where it was cut off before the hand arrived; no
    earlier than the table was opened, as its mark is."""
    if entered_at is None:
        return None
    return day_before_the_cut_off(session.room, max(entered_at, session.opened_at), at)


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
        places=places_to_json(places),
        **facts,
    )
