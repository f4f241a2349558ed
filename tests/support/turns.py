"""The legal actions of a hand, where a test knows which situation the hand is in."""

from typing import TypeVar

from rules.play.hand import Hand
from rules.play.legal import Betting, Completing, Dealing, Drawing, Due, Legal

S = TypeVar("S", bound=Legal)


def betting(hand: Hand) -> Betting:
    """The acts of the player who is to act with chips."""
    return _in(Betting, hand)


def drawing(hand: Hand) -> Drawing:
    """The cards that the player in turn may change."""
    return _in(Drawing, hand)


def completing(hand: Hand) -> Completing:
    """The acts of the player who completes a hand of Hold'em Blackjack."""
    return _in(Completing, hand)


def due(hand: Hand) -> Due:
    """The cards that the dealer owes."""
    return _in(Dealing, hand).due


def _in(situation: type[S], hand: Hand) -> S:
    legal = hand.legal_actions()
    assert isinstance(legal, situation), legal
    return legal
