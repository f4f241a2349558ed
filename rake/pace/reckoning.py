"""The arithmetic of the game-pace audit, on plain cells: no database.

A cell is an hour of one dealer at one table. Cells of one plaque with as many players are alike; their median pace,
each weighing as much as it lasted, is the house's. A dealer's difference is the hands that the house would have dealt
in the dealer's own hours, less those that the dealer dealt, each at the rake that such a hand brings the house.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

FEWEST_HANDS = 200
"""A dealer with fewer hands has no figure: by chance alone it would be far off (casinorankings.com; FIGURES R-6)."""
HOUR = 3600


@dataclass(frozen=True, slots=True)
class Cell:
    """An hour of one dealer at one table: what was played there, and with how many players on average."""

    dealer: int
    plaque: str
    players: int
    hands: int
    seconds: int
    rake: int


@dataclass(frozen=True, slots=True)
class Alike:
    """The house's pace on one plaque with so many players: hands a second, and the rake of a hand, minor units."""

    pace: Fraction
    rake: Fraction


@dataclass(slots=True)
class DealerPace:
    """The pace of one dealer beside the house's: hands, seconds, and what the house would have dealt in them."""

    dealer: int
    hands: int = 0
    seconds: int = 0
    due: Fraction = field(default_factory=Fraction)
    worth: Fraction = field(default_factory=Fraction)

    @property
    def has_figure(self) -> bool:
        """Whether there are hands enough to say anything."""
        return self.hands >= FEWEST_HANDS

    @property
    def tenths_an_hour(self) -> int:
        """Hands an hour, in tenths."""
        return round(Fraction(self.hands * HOUR * 10, self.seconds))

    @property
    def due_tenths_an_hour(self) -> int:
        """The house's hands in such hours, in tenths an hour."""
        return round(self.due * HOUR * 10 / self.seconds)

    @property
    def rake(self) -> int:
        """The rake of the hands between the two, minor units: above nothing where the house is faster."""
        return round(self.worth)


def alike(cells: Iterable[Cell]) -> Mapping[tuple[str, int], Alike]:
    """The house's pace by plaque and number of players."""
    groups: dict[tuple[str, int], list[Cell]] = defaultdict(list)
    for cell in cells:
        groups[cell.plaque, cell.players].append(cell)
    return {key: Alike(median_pace(group), _rake_of_a_hand(group)) for key, group in groups.items()}


def median_pace(cells: Sequence[Cell]) -> Fraction:
    """The pace, in hands a second, that half of the time of the cells is played at or below; where two share the
    middle, the mean of both."""
    ordered = sorted((Fraction(cell.hands, cell.seconds), cell.seconds) for cell in cells)
    half, passed = Fraction(sum(seconds for _, seconds in ordered), 2), 0
    for number, (pace, seconds) in enumerate(ordered):
        passed += seconds
        if passed == half:
            return (pace + ordered[number + 1][0]) / 2
        if passed > half:
            return pace
    raise ValueError("no cells")


def paces(cells: Sequence[Cell]) -> list[DealerPace]:
    """Each dealer's pace beside the house's, where most is between them first; those without a figure last."""
    house = alike(cells)
    found: dict[int, DealerPace] = {}
    for cell in cells:
        dealer, same = found.setdefault(cell.dealer, DealerPace(cell.dealer)), house[cell.plaque, cell.players]
        due = same.pace * cell.seconds
        dealer.hands += cell.hands
        dealer.seconds += cell.seconds
        dealer.due += due
        dealer.worth += (due - cell.hands) * same.rake
    return sorted(found.values(), key=lambda each: (not each.has_figure, -each.worth, each.dealer))


def _rake_of_a_hand(cells: Iterable[Cell]) -> Fraction:
    hands = rake = 0
    for cell in cells:
        hands, rake = hands + cell.hands, rake + cell.rake
    return Fraction(rake, hands) if hands else Fraction(0)
