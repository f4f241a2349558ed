"""Hands of the demo evening, played by simple players through the services of the console."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from random import Random

from config.staff.models import User
from games.models import Hand, HandDraft
from games.replay import hand_of
from games.selectors.deals import suggest_deal
from games.selectors.picker import BOARD
from games.selectors.seats import seats_taken
from games.services.drafts import act, name_cards, start_hand
from games.services.recording import record_hand
from rules.cards.card import UNKNOWN, print_cards
from rules.entry.dealing import cards_asked
from rules.play.hand import Hand as Played
from rules.play.legal import Acting, Betting, Dealing
from tables.models import TableSession

_MOST_STEPS = 200


@dataclass
class Deck:
    """The deck of one hand: the cards that nobody has seen, in the order in which they come up."""

    cards: list[int]

    def draw(self, count: int) -> str:
        """The next cards, as text."""
        return print_cards(tuple(self.cards.pop() for _ in range(count)))


def play(session: TableSession, *, chance: Random, key: str, by: User, at: datetime) -> Hand | None:
    """Deal, play and record one full hand with every card; None where fewer than two have chips."""
    deal = suggest_deal(session, seats_taken(session))
    if deal is None:
        return None
    draft = start_hand(session=session, deal=deal, key=f"{key}:deal", by=by, at=at)
    deck = Deck(chance.sample(range(52), 52))
    for _ in range(_MOST_STEPS):
        played = hand_of(draft)
        if not played.missing():
            break
        service, facts = _next(played, deck, chance)
        draft = service(draft=draft, version=draft.version, by=by, at=at, **facts)
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


def _next(played: Played, deck: Deck, chance: Random) -> tuple[Callable[..., HandDraft], dict[str, str]]:
    """The step that the supervisor enters next, as a service of the console and its words."""
    legal = played.legal_actions()
    if isinstance(legal, Dealing):
        place = BOARD if legal.due.seat is None else str(legal.due.seat)
        return name_cards, {"place": place, "cards": deck.draw(cards_asked(played, legal.due))}
    if isinstance(legal, Acting):
        return act, {"action": _choice(legal, chance)}
    position = next(position for position in legal.may_show if UNKNOWN in played.hole[position - 1])
    unseen = played.hole[position - 1].count(UNKNOWN)
    return name_cards, {"place": str(played.setup.seats[position - 1]), "cards": deck.draw(unseen)}


def _choice(legal: Acting, chance: Random) -> str:
    """A player's word: one that mostly calls small bets, gives way to large ones, and raises now and then."""
    if isinstance(legal, Betting) and legal.must_open:
        return "bring"
    mood = chance.random()
    if not isinstance(legal, Betting):
        return "c"
    if legal.may_raise and mood > 0.86:
        return f"p{legal.position} cbr {legal.raising.least // 100}"
    if legal.may_call and mood < (0.42 if legal.call < 2000 else 0.7):
        return "f"
    return "c"
