"""The evidence that somebody's hands an hour lie below the table's, on the same plaque with as many players.

Each hour of a dealer at a table is held against the median of the other dealers' hours of its kind. Whoever is slower
by a tenth at most is fast enough: then a bet that the next hour lies below that is a fair one or a losing one, whatever
hours are like, and its capital is ever above 1/alpha with probability alpha at most (Waudby-Smith and Ramdas, as in
`rake.bands.betting`).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import log

from rake.assurance.process import log_mean
from rake.pace.reckoning import Cell, median_pace

SLOW = 0.9
"""Nine tenths of the house's pace is fast enough (house): dealers differ."""
_FASTEST = 2.0
"""An hour at more than twice the house's pace counts as twice."""
_STAKES = (0.1, 0.25, 0.5, 0.8)


@dataclass(slots=True)
class PaceEvidence:
    """The hours of one dealer: the hands dealt and due in them, and the capital of the bets."""

    hands: int = 0
    due: float = 0.0
    seconds: int = 0
    highest: float = 0.0
    _capital: list[float] = field(default_factory=lambda: [0.0] * len(_STAKES))

    def take(self, hands: int, due: float, seconds: int) -> None:
        """Settle the bets on one hour."""
        self.hands, self.due, self.seconds = self.hands + hands, self.due + due, self.seconds + seconds
        pace = min(hands / due, _FASTEST)
        self._capital = [
            won + log(1 + stake * (SLOW - pace)) for won, stake in zip(self._capital, _STAKES, strict=True)
        ]
        self.highest = max(self.highest, self.evidence)

    @property
    def evidence(self) -> float:
        """The logarithm of the capital, over all stakes alike."""
        return log_mean(self._capital)

    @property
    def share(self) -> float:
        """The hands that were dealt, of those that the house would have dealt."""
        return self.hands / self.due if self.due else 1.0


def pace_evidence(cells: Iterable[Cell]) -> Mapping[int, PaceEvidence]:
    """The evidence by dealer, of hours in the order in which they were dealt. An hour of whose kind nobody else has
    dealt is left out."""
    kinds: dict[tuple[str, int], list[Cell]] = defaultdict(list)
    ordered = list(cells)
    for cell in ordered:
        kinds[cell.plaque, cell.players].append(cell)
    medians: dict[tuple[str, int, int], Fraction | None] = {}
    found: dict[int, PaceEvidence] = defaultdict(PaceEvidence)
    for cell in ordered:
        key = (cell.plaque, cell.players, cell.dealer)
        if key not in medians:
            others = [other for other in kinds[cell.plaque, cell.players] if other.dealer != cell.dealer]
            medians[key] = median_pace(others) if others else None
        if pace := medians[key]:
            found[cell.dealer].take(cell.hands, float(pace * cell.seconds), cell.seconds)
    return found
