"""Every question that the rulebooks answer differently, by name."""

from collections.abc import Mapping
from typing import Final

from rules.house.house_rule import HouseRule, PossibleAnswer, Value
from rules.house.house_rules_around_play import BUY_IN, FEE, FLOOR, KILL
from rules.house.house_rules_of_play import BETTING, BUTTON_AND_BLINDS, SHOWDOWN, STUD_AND_DRAW

__all__ = ["GROUPS", "HOUSE_RULES", "HouseRule", "PossibleAnswer", "Value"]

GROUPS: Final[Mapping[str, tuple[HouseRule, ...]]] = {
    "Button and blinds": BUTTON_AND_BLINDS,
    "Betting": BETTING,
    "Stud and draw": STUD_AND_DRAW,
    "Showdown": SHOWDOWN,
    "Rake and time": FEE,
    "Kill": KILL,
    "Chips on the table": BUY_IN,
    "Rulings": FLOOR,
}
"""The house rules as a settings page shows them."""

HOUSE_RULES: Final[Mapping[str, HouseRule]] = {
    house_rule.name: house_rule for house_rules in GROUPS.values() for house_rule in house_rules
}
"""Every house rule by name."""
