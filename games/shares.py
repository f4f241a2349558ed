"""The owners of the chips that a hand moves: players, and the boxes of the house that its takings go to."""

from collections import Counter

from players.models import AccountKind

Owner = int | AccountKind
"""A player, by id, or a box of the house."""
Shares = Counter[Owner]
"""The share of each owner in a hand, minor units; below zero where the hand took it."""

BOXES = (AccountKind.RAKE_BOX, AccountKind.PROMO_BOX)
