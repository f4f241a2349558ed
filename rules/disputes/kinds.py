"""The register of disputes: every kind by its code, in the groups in which a page shows them."""

from collections.abc import Mapping
from typing import Final

from rules.disputes.cards import CARDS
from rules.disputes.floor import CHIPS, CONDUCT, PAYING
from rules.disputes.kind import REVERSALS, Kind
from rules.disputes.play import BETTING

__all__ = ["GROUPS", "KINDS", "LIKELY", "REVERSALS", "Kind"]

GROUPS: Final[Mapping[str, tuple[Kind, ...]]] = {
    "Betting": BETTING,
    "Cards": CARDS,
    "Pot, rake and record": PAYING,
    "Chips and seats": CHIPS,
    "Conduct": CONDUCT,
}

KINDS: Final[Mapping[str, Kind]] = {kind.code: kind for kinds in GROUPS.values() for kind in kinds}

LIKELY: Final[Mapping[str, tuple[str, ...]]] = {
    "open": ("STRING_BET", "OUT_OF_TURN", "VERBAL", "UNDERBET_OVERBET", "EXPOSED_CARD", "MISDEAL", "DEAD_HAND"),
    "recorded": ("MISAWARDED_POT", "MISREAD_HAND", "WRONG_RAKE", "EARLY_MUCK", "RECORD_ERROR", "FOULED_DECK"),
    "table": ("SEATING", "CONDUCT", "GOING_SOUTH", "SHORT_BUY", "BUTTON_BLIND", "TIME_CHARGE"),
}
"""The usual kinds, by where the case is opened: in a hand, about a recorded one, or at the table."""
