"""Hands of the demo evening, played by simple players through the services of the console."""

from collections.abc import Mapping
from datetime import datetime
from random import Random

from config.staff.models import User
from games.models import Hand, HandDraft
from games.replay import hand_of
from games.rules.cards import UNKNOWN, print_cards
from games.rules.hand import Hand as Played
from games.rules.legal import Legal
from games.selectors.deals import suggest_deal
from games.selectors.seats import seats_taken
from games.services.drafts import act, name_cards, start_hand
from games.services.recording import record_hand
from tables.models import TableSession

_MOST_STEPS = 200


def play(session: TableSession, *, chance: Random, key: str, by: User, at: datetime) -> Hand | None:
    """Deal, play and record one full hand with every card; None where fewer than two have chips."""
    deal = suggest_deal(session, seats_taken(session))
    if deal is None:
        return None
    draft = start_hand(session=session, deal=deal, key=f"{key}:deal", by=by, at=at)
    deck = chance.sample(range(52), 52)
    played = hand_of(draft)
    holes = {seat: tuple(deck.pop() for _ in range(played.sheet.hole_cards)) for seat in played.setup.seats}
    for _ in range(_MOST_STEPS):
        played = hand_of(draft)
        if not played.missing():
            break
        draft = _step(draft, played, holes, deck, chance, by, at)
    owed = hand_of(draft).settlement()
    return record_hand(
        draft=draft, version=draft.version, rake_taken=owed.rake, promo_taken=owed.promo, key=key, by=by, at=at
    )


def start(session: TableSession, *, key: str, by: User, at: datetime) -> HandDraft | None:
    """Leave a hand on the console in its first round: three players have acted."""
    deal = suggest_deal(session, seats_taken(session))
    if deal is None:
        return None
    draft = start_hand(session=session, deal=deal, key=key, by=by, at=at)
    for word in ("f", "c", "f"):
        draft = act(draft=draft, version=draft.version, action=word, by=by, at=at)
    return draft


def _step(
    draft: HandDraft,
    played: Played,
    holes: Mapping[int, tuple[int, ...]],
    deck: list[int],
    chance: Random,
    by: User,
    at: datetime,
) -> HandDraft:
    legal = played.legal_actions()
    if legal.due is not None:
        cards = print_cards(tuple(deck.pop() for _ in range(legal.due.cards)))
        return name_cards(draft=draft, version=draft.version, place="board", cards=cards, by=by, at=at)
    if legal.position is not None:
        return act(draft=draft, version=draft.version, action=_choice(legal, chance), by=by, at=at)
    seat = next(played.setup.seats[p - 1] for p in legal.may_show if UNKNOWN in played.hole[p - 1])
    cards = print_cards(holes[seat])
    return name_cards(draft=draft, version=draft.version, place=str(seat), cards=cards, by=by, at=at)


def _choice(legal: Legal, chance: Random) -> str:
    """A player's word: he mostly calls small bets, gives way to large ones, and raises now and then."""
    mood = chance.random()
    if legal.may_raise and mood > 0.86:
        return f"p{legal.position} cbr {legal.min_raise_to // 100}"
    if legal.may_call and mood < (0.42 if legal.call < 2000 else 0.7):
        return "f"
    return "c"
