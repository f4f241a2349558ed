"""The dealer's part while a hand is entered: cards that matter are asked for, all others are dealt unknown."""

from collections.abc import Sequence

from rules.cards.card import UNKNOWN
from rules.play.actions import Action, deal_board, deal_hole
from rules.play.hand import Hand
from rules.play.legal import Betting, Dealing, Due
from rules.play.turns import may_act_first
from rules.table.seats import Position


def asked_for(hand: Hand) -> Due | None:
    """The cards without which nobody knows how the hand goes on; None where none are due.

    That is the board, unless a street of it was left unknown before, and in stud the up cards, which say who opens the
    street (001:L193-212). Whatever else is due is dealt unasked.
    """
    due = _due(hand)
    if due is None or (due.position is None and UNKNOWN in hand.board):
        return None
    return due if due.position is None or _shows_who_opens(hand) else None


def _due(hand: Hand) -> Due | None:
    legal = hand.legal_actions()
    return legal.due if isinstance(legal, Dealing) else None


def cards_asked(hand: Hand, due: Due) -> int:
    """The number of cards due that are asked for: of a player's only those that lie face up."""
    return due.cards if due.position is None else hand.sheet.streets[hand.street].up


def may_open(hand: Hand) -> tuple[int, ...]:
    """The seats of which one opens the street, where up cards that nobody named leave that open; else none."""
    players = range(hand.players) if isinstance(hand.legal_actions(), Betting) else ()
    seats = tuple(hand.setup.seats[player] for player in players if may_act_first(hand, player))
    return seats if len(seats) > 1 else ()


def deal_unasked(hand: Hand) -> None:
    """Deal everything unknown until cards are asked for, or somebody acts."""
    while (due := _due(hand)) is not None and asked_for(hand) is None:
        hand.apply(_unknown(due))


def deal_without_cards(hand: Hand) -> None:
    """Deal what is asked for unknown: the board, or the up cards of this street that nobody has named."""
    street = hand.street
    while (due := asked_for(hand)) is not None and hand.street == street:
        hand.apply(_unknown(due))


def deal_up_cards(hand: Hand, position: Position, cards: Sequence[int]) -> None:
    """Give the player the up card, and those who are dealt to after them the others that are named.

    Who is dealt to before has a card that nobody named.
    """
    while (due := asked_for(hand)) is not None and due.position not in (None, position):
        hand.apply(_unknown(due))
    left = list(cards)
    while left:
        due = asked_for(hand)
        up = cards_asked(hand, due) if due and due.position is not None else len(left)
        now, left = left[:up], left[up:]
        hidden = due.cards - len(now) if due else 0
        hand.apply(deal_hole(due.position if due and due.position else position, (*[UNKNOWN] * hidden, *now)))


def is_due(hand: Hand, position: Position) -> bool:
    """Whether the player's up card is asked for, now or after those of others."""
    due = asked_for(hand)
    return due is not None and due.position is not None and position - 1 in hand.hole_due


def next_unnamed(hand: Hand, position: Position) -> tuple[int, Action] | None:
    """The first deal to the player in which a card is unknown, with its index among the actions; None where none is."""
    dealt = ((index, action) for index, action in enumerate(hand.actions) if action.verb == "dh")
    return next(((i, each) for i, each in dealt if each.position == position and UNKNOWN in each.cards), None)


def unnamed_board(hand: Hand, street: str = "") -> int | None:
    """The index of the first deal to the board in which a card is unknown, of that `street` where one is said."""
    streets = iter([each.name for each in hand.sheet.streets if each.board])
    dealt = [(index, next(streets, ""), act) for index, act in enumerate(hand.actions) if act.verb == "db"]
    return next((i for i, name, act in dealt if UNKNOWN in act.cards and street in ("", name)), None)


def named(dealt: Sequence[int], cards: Sequence[int]) -> tuple[int, ...]:
    """Dealt cards with the unknown ones named; what is known of them stays where it is, up cards last.

    Where as many are named as were dealt, they are named anew.
    """
    if len(cards) == len(dealt):
        return tuple(cards)
    known = (card for card in dealt if card != UNKNOWN)
    return (*cards, *known)


def _shows_who_opens(hand: Hand) -> bool:
    street = hand.sheet.streets[hand.street]
    return street.up > 0 and not hand.sheet.has_button and not hand.betting_is_over


def _unknown(due: Due) -> Action:
    cards = (UNKNOWN,) * due.cards
    return deal_board(cards) if due.position is None else deal_hole(due.position, cards)
