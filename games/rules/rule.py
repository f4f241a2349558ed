"""What a rule is: one sentence in our own words, and where it stands.

A citation reads `002:L163-165 · WSOP 171`: lines of one of the five rulebooks (000 Solaire, 001 Columbus,
002 and 003 the two online card rooms, 004 Live!), then what fills their silence: WSOP is the 2024 WSOP Live
Action Rules by rule number, RRoP is Robert's Rules of Poker by section and number.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

BOOKS: Mapping[str, str] = {
    "000": "solaire",
    "001": "columbus",
    "002": "cardroom_a",
    "003": "cardroom_b",
    "004": "live",
}
"""The house that wrote each rulebook."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its code, its sentence, where each rulebook says it, and the outside source."""

    code: str
    sentence: str
    books: tuple[str, ...] = ()
    outside: str = ""
    _by_house: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_house", {BOOKS[line[:3]]: line for line in self.books})

    def cite(self, house: str = "") -> str:
        """The house's own lines where its rulebook has the rule, else all the books that do; then outside sources."""
        own = self._by_house.get(house)
        return " · ".join(filter(None, [*([own] if own else self.books), self.outside]))
