"""Ladders as facts: amounts that rise with another amount, drawn by `parts/ladder.html` on two axes that are to scale.

Every ladder has a title, a sentence that says what it shows, and its rungs as a table behind it. Amounts are minor
units; `say` turns one into text for people.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from config.web.charts import round_steps

Point = tuple[int, int]
WIDTH, HEIGHT = 380, 240
"""Smaller than other charts: it stands beside a form."""
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 12, 28
_ACROSS, _UP = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM


@dataclass(frozen=True, slots=True)
class Stairs:
    """One line: its points (across, up) from left to right; flat up to the next one, or straight to it."""

    name: str
    points: Sequence[Point]
    is_flat: bool = True


@dataclass(frozen=True, slots=True)
class LadderChart:
    """The content of a ladder. At most three lines; `until` is the end of the axis across."""

    title: str
    sentence: str
    lines: Sequence[Stairs]
    until: int
    say: Callable[[int], str] = field(default=lambda value: f"{value:,}")
    label_name: str = "From"

    @property
    def rows(self) -> list[tuple[str, list[str]]]:
        """The ladder as a table: every place at which some line has a point, and what each line is from there on."""
        places = sorted({across for line in self.lines for across, _ in line.points})
        return [(self.say(place), [self.say(_at(line, place)) for line in self.lines]) for place in places]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A ladder laid out: ticks as (y, text) and (x, text), and a path for each line with its number, from 1."""

    ticks: list[tuple[int, str]]
    labels: list[tuple[int, str]]
    paths: list[tuple[int, str]]
    base: int


def draw(chart: LadderChart) -> Drawing:
    """Lay the ladder out, both axes from zero."""
    high = round_steps(0, max(up for line in chart.lines for _, up in line.points))
    across = [step for step in round_steps(0, chart.until) if step * 20 <= chart.until * 19]  # a later one is cut off

    def x(value: int) -> int:
        """The place across."""
        return LEFT + round(_ACROSS * value / chart.until)

    def y(value: int) -> int:
        """The place up, from the top."""
        return TOP + round(_UP * (high[-1] - value) / high[-1])

    paths = [(number, _path([(x(a), y(b)) for a, b in line.points], x(chart.until), line.is_flat))
             for number, line in enumerate(chart.lines, start=1)]  # fmt: skip
    ticks = [(y(step), chart.say(step)) for step in high]
    return Drawing(ticks, [(x(step), chart.say(step)) for step in across], paths, y(0))


def _path(points: Sequence[Point], end: int, is_flat: bool) -> str:
    (x, y), *others = points
    path = f"M{x} {y}" + "".join(f"H{x}V{y}" if is_flat else f"L{x} {y}" for x, y in others)
    return f"{path}H{end}"


def _at(line: Stairs, place: int) -> int:
    """The value of a line at a place: that of its last point up to there."""
    return [up for across, up in line.points if across <= place][-1]
