"""Hands as they are half remembered: some of the cards unknown, or known by their rank or their suit alone."""

from rules.cards.card import RANK_KNOWN, SUIT_KNOWN, UNKNOWN
from rules.play.actions import Action
from rules.play.hand import Hand
from tests.unit.rules.strategies import Choose


def forgotten(card: int, how: int) -> int:
    """The card as it may be recorded: whole, its rank, its suit, or nothing."""
    return (card, RANK_KNOWN + (card >> 2), SUIT_KNOWN + (card & 3), UNKNOWN)[how]


def half_remembered(hand: Hand, choose: Choose, *, one_in: int = 2) -> list[Action]:
    """The actions of the hand with one in so many cards forgotten, each everywhere alike."""
    memory = {card: forgotten(card, choose(3) + 1 if not choose(one_in) else 0) for card in range(52)}
    return [action._replace(cards=tuple(memory[card] for card in action.cards)) for action in hand.actions]
