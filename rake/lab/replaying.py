"""Full hands played again by the engine under another house: what its rules make of the same actions."""

from __future__ import annotations

from rake.lab.past import PastHand
from rules.house.house import House
from rules.phh.irregularities import actions_of
from rules.phh.reader import read_hands
from rules.phh.setup import stated_house, to_setup
from rules.phh.values import Unreadable
from rules.play.hand import Hand
from rules.play.settlement import pots_of
from rules.play.whatif import Fork, what_if
from rules.text.violation import Refused


def replayed(hand: PastHand, file: str, house: House) -> PastHand | None:
    """The hand with the pots, the flop and the antes that its actions come to under the rules of `house`.

    None where an action isn't legal there, or the hand isn't over by them; a void hand stays as it is.
    """
    if not any(hand.pots):
        return hand
    try:
        outcome = what_if(_played(file), Fork(house=house))
    except (Refused, Unreadable):
        return None
    played = outcome.hand
    if played is None or outcome.violation or outcome.left_out or not played.is_complete:
        return None
    pots = tuple(pot.amount for pot in pots_of(played)[0])
    return hand._replace(pots=pots, players=played.players, flop=played.has_flop(), ante=played.setup.has_ante)


def _played(file: str) -> Hand:
    """The engine's hand of a file."""
    phh = next(iter(read_hands(file)))
    stated = stated_house(phh)
    return Hand.replay(to_setup(phh, stated) if stated else to_setup(phh), actions_of(phh))
