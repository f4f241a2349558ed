"""Substantial action: when so much has happened that an irregularity can no longer undo the hand."""

from __future__ import annotations

from collections.abc import Iterable

from rules.house.house import House

CHIPS = frozenset({"bet", "call", "raise"})
ACTIONS = CHIPS | {"check", "fold"}


def is_substantial(actions: Iterable[tuple[int, str]], house: House, *, dealer_still_dealing: bool = False) -> bool:
    """Whether `actions`, (seat, what it did) in order, are substantial by the house rule `substantial_action`.

    `live_004`: three players took any action, or two acted by a bet, call or raise, and the dealer is done dealing
    (004 Glossary, SUBSTANTIAL ACTION). `tda`: three players, or two players with chips put in by one (WSOP 105).
    Raises ValueError for a word that is no action.
    """
    acted, with_chips = set(), set()
    for seat, action in actions:
        if action not in ACTIONS:
            raise ValueError(f"“{action}” is no action: it is one of {', '.join(sorted(ACTIONS))}.")
        acted.add(seat)
        if action in CHIPS:
            with_chips.add(seat)
    if dealer_still_dealing:
        return False
    if house.answers.substantial_action == "tda":
        return len(acted) >= 3 or (len(acted) >= 2 and bool(with_chips))
    return len(acted) >= 3 or len(with_chips) >= 2
