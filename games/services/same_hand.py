"""The same hand twice: a file that was sent again, or a page filled in again, is asked about before it is booked.

Two hands are equal where the same players in the same seats, with the button in the same place, did the same things in
the same order with the same cards, as far as these are known. Stacks, takings and the clock make no other hand: whoever
sends a hand again may have "corrected" those. The hand just before is compared in any case. With one from earlier in
the session it takes a named card as well: everybody folding to the big blind happens once a round, the same cards do
not.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef
from django.db.models.functions import JSONObject

from config.errors import DomainError
from games.files import actions_of
from games.models import Hand, HandSeat
from players.models import Sitting
from rules.cards.card import UNKNOWN
from rules.phh.reader import read_hands
from rules.play.hand import Hand as Played
from tables.models import TableSession

SAME_HAND_AGAIN = "same_hand_again"
"""The question whether a hand was really played again exactly as one before it."""
_LOOKED_AT = 20
"""So many hands dealt to as many players are compared, the latest first; each is a file to be read."""


def ask_about_same_hand(session: TableSession, played: Played, sittings: Sequence[Sitting]) -> None:
    """Ask (`same_hand_again`) about a hand that is recorded already; `sittings` are by position.

    A session that is imported is not asked about: a file's hands are each recorded once by its bytes.
    """
    if session.source == TableSession.Source.IMPORT:
        return
    for before in _candidates(session, played):
        if _is_same(before, played, sittings):
            raise DomainError(
                SAME_HAND_AGAIN,
                f"This is hand {before.number} again: the same players, cards and actions. Look at hand "
                f"{before.number}; if it was really played twice, say so.",
                allowed={"hand": before.pk, "number": before.number, "confirm": SAME_HAND_AGAIN},
            )


def _candidates(session: TableSession, played: Played) -> Iterator[Any]:
    """The recorded hands that may be the same one, each with who played it (`dealt_to`, by position); the hand just
    before comes first."""
    hands = Hand.objects.filter(session=session, tier=Hand.Tier.FULL, superseded_by=None).order_by("-number")
    seats = HandSeat.objects.filter(hand=OuterRef("pk")).order_by("position")
    told = seats.values(told=JSONObject(seat="seat", player="player_id"))
    alike = hands.filter(players_dealt=played.players).annotate(dealt_to=ArraySubquery(told))
    if not _names_a_card(played):
        alike = alike.filter(number=session.hands_recorded)
    yield from alike[:_LOOKED_AT]


def _is_same(before: Any, played: Played, sittings: Sequence[Sitting]) -> bool:
    """Whether a recorded hand is this one."""
    seats = [(each["seat"], each["player"]) for each in before.dealt_to]
    if seats != [(sitting.seat, sitting.player_id) for sitting in sittings]:
        return False
    if (before.places or {}).get("button", played.setup.button) != played.setup.button:
        return False
    return list(actions_of(next(iter(read_hands(before.phh))))) == list(played.actions)


def _names_a_card(played: Played) -> bool:
    """Whether any card of the hand is known."""
    return any(card != UNKNOWN for action in played.actions for card in action.cards)
