"""Every question that the rulebooks answer differently, by name."""

from collections.abc import Mapping
from typing import Final

from rules.house.knob import Knob, KnobValue, Value
from rules.house.knobs_of_house import BUY_IN, FEE, FLOOR, KILL
from rules.house.knobs_of_play import BETTING, BUTTON_AND_BLINDS, SHOWDOWN, STUD_AND_DRAW

__all__ = ["GROUPS", "KNOBS", "Knob", "KnobValue", "Value"]

GROUPS: Final[Mapping[str, tuple[Knob, ...]]] = {
    "Button and blinds": BUTTON_AND_BLINDS,
    "Betting": BETTING,
    "Stud and draw": STUD_AND_DRAW,
    "Showdown": SHOWDOWN,
    "Rake and time": FEE,
    "Kill": KILL,
    "Chips on the table": BUY_IN,
    "Rulings": FLOOR,
}
"""The knobs as a settings page shows them."""

KNOBS: Final[Mapping[str, Knob]] = {knob.name: knob for knobs in GROUPS.values() for knob in knobs}
"""Every knob by name."""
