"""The register of rules: every code that a refusal or a settlement names, with its sentence and its sources."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from rules.text.rule import BOOKS, Rule
from rules.text.rules_of_play import BETTING, CARDS, SETTLING
from rules.text.rules_of_rulings import RULINGS
from rules.text.rules_of_table import BUY_IN, TABLE

__all__ = ["BOOKS", "GROUPS", "RULES", "Rule", "cite"]

GROUPS: Final[Mapping[str, tuple[Rule, ...]]] = {
    "Betting": BETTING,
    "Cards": CARDS,
    "Showdown and settlement": SETTLING,
    "The plaque on the table": TABLE,
    "Chips on the table": BUY_IN,
    "Rulings": RULINGS,
}
"""The rules as the pages about them show them."""

RULES: Final[Mapping[str, Rule]] = {rule.code: rule for rules in GROUPS.values() for rule in rules}
"""Every rule by its code."""


@lru_cache(maxsize=4096)
def cite(code: str, house: str = "", game: str = "") -> str:
    """The place of the rule with this code, as `Rule.cite`; the same few are cited for every hand of a night."""
    return RULES[code].cite(house, game)
