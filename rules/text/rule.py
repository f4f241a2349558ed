"""A rule: one sentence in our own words, and where it stands.

A citation reads `002:L163-165 · WSOP 171`: lines of one of the five rulebooks (000 Solaire, 001 Columbus,
002 and 003 the two online card rooms, 004 Live!), then what fills their silence: WSOP is the 2024 WSOP Live
Action Rules by rule number, RRoP is Robert's Rules of Poker by section and number.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.text.lines import of_game, outside_of_game

HOUSE_PRACTICE = "house"
"""The source of what no book says of a game."""

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
    """One rule: its code, its sentence, where each rulebook says it, and the outside source.

    The lines of a rulebook are those of all games that the rule holds in. A rule that `tells_games_apart` (which games
    there are, or have a kill) is cited whole in every game; of others a game is told only what speaks of it.
    """

    code: str
    sentence: str
    books: tuple[str, ...] = ()
    outside: str = ""
    tells_games_apart: bool = False
    _by_house: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_house", {BOOKS[line[:3]]: line for line in self.books})

    def cite(self, house: str = "", game: str = "") -> str:
        """The house's own lines where its rulebook has the rule, else all the books that do; then outside sources.

        Of a game (a sheet's key) only what speaks of it or of all games, where the house's book has nothing on it what
        the other books say; house practice where none does.
        """
        spoken_of = "" if self.tells_games_apart else game
        own = of_game(self._by_house.get(house, ""), spoken_of)
        lines = [own] if own else [of_game(line, spoken_of) for line in self.books]
        return " · ".join(filter(None, [*lines, outside_of_game(self.outside, spoken_of)])) or HOUSE_PRACTICE
