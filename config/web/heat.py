"""Heat maps as facts: whole numbers in rows and columns, stronger in color where they are larger; `parts/heat.html`.

Every map has a title, a sentence that says what it shows, and its numbers as a table behind it; the steps are told
apart by how strong their color is, and each cell says its number.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

STEPS = 5
WIDTH, LEFT, TOP, CELL_HEIGHT = 760, 44, 4, 26
_LABELS = 22
"""Units that the labels of the columns take, under the cells."""
_LABEL_WIDTH, _WIDEST = 40, 56


@dataclass(frozen=True, slots=True)
class HeatMap:
    """The content of a heat map: a cell for each row and column; None is a number that nobody knows, and no cell."""

    title: str
    sentence: str
    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[int | None]]
    say: Callable[[int], str] = field(default=lambda value: f"{value:,}")

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(value for row in self.cells for value in row)

    @property
    def largest(self) -> int:
        """The largest number, or 0."""
        return max((value or 0 for row in self.cells for value in row), default=0)

    @property
    def table(self) -> list[tuple[str, list[str]]]:
        """The map as a table: a row's name and the texts of its numbers, a dash where one is unknown."""
        return [
            (name, ["–" if value is None else self.say(value) for value in row])
            for name, row in zip(self.rows, self.cells, strict=True)
        ]

    def step(self, value: int) -> int:
        """The strength of a number’s color: 0 for nothing and less, up to `STEPS` for the largest, in even steps."""
        return 0 if value <= 0 else -(-value * STEPS // self.largest)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell with its place, the strength of its color, and what it says."""

    x: int
    y: int
    width: int
    step: int
    text: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A heat map laid out: names of rows as (y, text), of columns as (x, text), and cells."""

    height: int
    cell_height: int
    label_y: int
    rows: list[tuple[int, str]]
    columns: list[tuple[int, str]]
    cells: list[Cell]


def draw(heat: HeatMap) -> Drawing:
    """Lay the map out; as many columns are named as have room."""
    width = min(_WIDEST, (WIDTH - LEFT) / max(1, len(heat.columns)))
    every = max(1, -(-_LABEL_WIDTH // max(1, int(width))))
    lefts = [round(LEFT + width * number) for number in range(len(heat.columns) + 1)]
    tops = [TOP + CELL_HEIGHT * number for number in range(len(heat.rows))]
    cells = [
        Cell(left, top, right - left - 2, heat.step(value), f"{row} {column}: {heat.say(value)}")
        for row, top, values in zip(heat.rows, tops, heat.cells, strict=True)
        for column, (left, right), value in zip(heat.columns, pairwise(lefts), values, strict=True)
        if value is not None
    ]
    bottom = TOP + CELL_HEIGHT * len(heat.rows)
    return Drawing(
        height=bottom + _LABELS,
        cell_height=CELL_HEIGHT - 2,
        label_y=bottom + 16,
        rows=[(top + CELL_HEIGHT // 2, name[:3]) for name, top in zip(heat.rows, tops, strict=True)],
        columns=[(lefts[n], heat.columns[n]) for n in range(0, len(heat.columns), every)],
        cells=cells,
    )
