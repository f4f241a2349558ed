"""Charts as facts: bars and lines of whole numbers, laid out in Python and drawn by `parts/chart.html` as SVG.

Every chart has a title, a sentence that says what it shows, and its numbers as a table behind it. Values are ints
(minor units, hands, seats); `say` turns one into text for people.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

Kind = Literal["bars", "stacked", "line"]

WIDTH, HEIGHT = 760, 260
LEFT, RIGHT, TOP, BOTTOM = 64, 8, 12, 28
_PLOT_WIDTH, _PLOT_HEIGHT = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
_GAP = 0.28  # of a slot, between the bars of two labels
_LABEL_WIDTH = 46  # units that one label under the axis takes


@dataclass(frozen=True, slots=True)
class Series:
    """One row of numbers, one per label of the chart; None is a number that nobody knows and is not drawn."""

    name: str
    values: Sequence[int | None]


@dataclass(frozen=True, slots=True)
class Chart:
    """What a chart shows. `kind`: bars beside each other, bars on each other, or lines. At most three series."""

    title: str
    sentence: str
    labels: Sequence[str]
    series: Sequence[Series]
    kind: Kind = "bars"
    say: Callable[[int], str] = field(default=lambda value: f"{value:,}")
    label_name: str = "Hour"

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(value for row in self.series for value in row.values)

    @property
    def rows(self) -> list[tuple[str, list[str]]]:
        """The chart as a table: a label and the text of each series' value, a dash where it is unknown."""
        columns = [[_text(value, self.say) for value in row.values] for row in self.series]
        return [(label, [column[index] for column in columns]) for index, label in enumerate(self.labels)]


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar with its place, the number of its series (from 1) and what it says."""

    series: int
    x: int
    y: int
    width: int
    height: int
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its series (from 1), its path, and its points as (x, y, text)."""

    series: int
    path: str
    points: list[tuple[int, int, str]]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart laid out: ticks as (y, text), labels as (x, text), bars and lines."""

    ticks: list[tuple[int, str]]
    labels: list[tuple[int, str]]
    bars: list[Bar]
    lines: list[Line]
    base: int


def draw(chart: Chart) -> Drawing:
    """Lay the chart out; values below zero hang under the axis."""
    steps = _steps(*_range(chart))
    scale = _Scale(steps[0], steps[-1])
    lines = _lines(chart, scale) if chart.kind == "line" else []
    bars = {"bars": _side_by_side, "stacked": _stacked}[chart.kind](chart, scale) if chart.kind != "line" else []
    ticks = [(scale.y(step), chart.say(step)) for step in steps]
    return Drawing(ticks, _labels(chart), bars, lines, scale.y(0))


@dataclass(frozen=True, slots=True)
class _Scale:
    low: int
    high: int

    def y(self, value: int) -> int:
        return TOP + round(_PLOT_HEIGHT * (self.high - value) / (self.high - self.low))


def _range(chart: Chart) -> tuple[int, int]:
    """The lowest and highest value that the axis must reach, zero always among them."""
    columns = zip(*(row.values for row in chart.series), strict=True)
    if chart.kind == "stacked":
        known = [sum(value or 0 for value in column) for column in columns]
    else:
        known = [value for column in columns for value in column if value is not None]
    return min([0, *known]), max([0, *known])


def _steps(low: int, high: int) -> list[int]:
    """Three to seven round values, an even distance apart, that hold `low` and `high`."""
    least = max(1, -(-(high - low) // 5))
    power = 10 ** (len(str(least)) - 1)
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)
    first, last = low // step, max(-(-high // step), low // step + 1)
    return [number * step for number in range(first, last + 1)]


def _slots(chart: Chart) -> tuple[float, list[float]]:
    """The width of one label's slot, and the left edge of each."""
    width = _PLOT_WIDTH / max(1, len(chart.labels))
    return width, [LEFT + width * index for index in range(len(chart.labels))]


def _labels(chart: Chart) -> list[tuple[int, str]]:
    """The labels that fit under the axis: every one, every second, every third..."""
    width, lefts = _slots(chart)
    every = max(1, -(-_LABEL_WIDTH // max(1, int(width))))
    return [(round(lefts[i] + width / 2), chart.labels[i]) for i in range(0, len(chart.labels), every)]


def _side_by_side(chart: Chart, scale: _Scale) -> list[Bar]:
    slot, lefts = _slots(chart)
    width = slot * (1 - _GAP) / max(1, len(chart.series))
    return [
        _bar(chart, scale, number, label, left + slot * _GAP / 2 + width * (number - 1), width, (0, value))
        for number, row in enumerate(chart.series, start=1)
        for label, left, value in zip(chart.labels, lefts, row.values, strict=True)
        if value
    ]


def _stacked(chart: Chart, scale: _Scale) -> list[Bar]:
    slot, lefts = _slots(chart)
    bars = []
    for index, (label, left) in enumerate(zip(chart.labels, lefts, strict=True)):
        level = 0
        for number, row in enumerate(chart.series, start=1):
            value = row.values[index] or 0
            if value:
                span = (level, level + value)
                bars.append(_bar(chart, scale, number, label, left + slot * _GAP / 2, slot * (1 - _GAP), span))
            level += value
    return bars


def _bar(
    chart: Chart, scale: _Scale, number: int, label: str, left: float, width: float, span: tuple[int, int]
) -> Bar:
    """The bar of series `number` from the first to the second value of `span`."""
    ends = sorted(scale.y(value) for value in span)
    text = f"{label}: {chart.series[number - 1].name} {chart.say(span[1] - span[0])}"
    x = round(left)
    return Bar(number, x, ends[0], max(1, round(left + width) - x - 1), max(1, ends[1] - ends[0]), text)


def _lines(chart: Chart, scale: _Scale) -> list[Line]:
    slot, lefts = _slots(chart)
    lines = []
    for number, row in enumerate(chart.series, start=1):
        spots = [
            (round(left + slot / 2), None if value is None else scale.y(value), _said(chart, number, label, value))
            for label, left, value in zip(chart.labels, lefts, row.values, strict=True)
        ]
        points = [(x, y, text) for x, y, text in spots if y is not None]
        lines.append(Line(number, _path([(x, y) for x, y, _ in spots]), points))
    return lines


def _path(spots: Sequence[tuple[int, int | None]]) -> str:
    """The path through the known points; an unknown one breaks it."""
    known = [(x, y) for x, y in spots if y is not None]
    start = f"M{known[0][0]} {known[0][1]}" if known else ""
    return start + "".join(
        f"{'L' if before[1] is not None else 'M'}{x} {y}"
        for before, (x, y) in pairwise(spots)
        if y is not None and (x, y) != known[0]
    )


def _said(chart: Chart, number: int, label: str, value: int | None) -> str:
    return f"{label}: {chart.series[number - 1].name} {_text(value, chart.say)}"


def _text(value: int | None, say: Callable[[int], str]) -> str:
    return "–" if value is None else say(value)
