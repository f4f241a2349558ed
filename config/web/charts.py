"""Charts as facts: bars and lines of whole numbers, laid out in Python and drawn by `parts/chart.html` as SVG.

Every chart has a title, a sentence that says what it shows, and its numbers as a table behind it. Values are ints
(minor units, hands, seats); `say` turns one into text for people.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["bars", "stacked", "line"]

WIDTH, HEIGHT = 760, 260
LEFT, RIGHT, TOP, BOTTOM = 64, 8, 12, 28
_PLOT_WIDTH, _PLOT_HEIGHT = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
_GAP = 0.28  # of a slot, between the bars of two labels
_LABEL_WIDTH = 46  # units that one label under the axis takes at least, 9 a letter


@dataclass(frozen=True, slots=True)
class Series:
    """One row of numbers, one per label of the chart; None is a number that nobody knows and is not drawn."""

    name: str
    values: Sequence[int | None]


@dataclass(frozen=True, slots=True)
class Chart:
    """The content of a chart. `kind`: bars beside each other, bars on each other, or lines. At most three series."""

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
    steps = round_steps(*_range(chart))
    plot = _Plot(chart, steps[0], steps[-1])
    ticks = [(plot.y(step), chart.say(step)) for step in steps]
    bars = _side_by_side(plot) if chart.kind == "bars" else _stacked(plot) if chart.kind == "stacked" else []
    lines = _lines(plot) if chart.kind == "line" else []
    return Drawing(ticks, _labels(chart), bars, lines, plot.y(0))


@dataclass(frozen=True, slots=True)
class _Plot:
    """A chart on its axis, from the value `low` at the bottom to `high` at the top."""

    chart: Chart
    low: int
    high: int

    def y(self, value: int) -> int:
        return TOP + round(_PLOT_HEIGHT * (self.high - value) / (self.high - self.low))

    def bar(self, number: int, label: str, box: tuple[float, float], span: tuple[int, int]) -> Bar:
        """The bar of series `number` in `box` (left edge, width), from the first to the second value of `span`."""
        top, bottom = sorted(self.y(value) for value in span)
        left, right = round(box[0]), round(box[0] + box[1])
        text = self.said(number, label, span[1] - span[0])
        return Bar(number, left, top, max(1, right - left - 1), max(1, bottom - top), text)

    def said(self, number: int, label: str, value: int | None) -> str:
        return f"{label}: {self.chart.series[number - 1].name} {_text(value, self.chart.say)}"


def _range(chart: Chart) -> tuple[int, int]:
    """The lowest and highest value that the axis must reach, zero always among them."""
    columns = [
        [value for value in column if value is not None]
        for column in zip(*(row.values for row in chart.series), strict=True)
    ]
    if chart.kind == "stacked":
        columns = [
            [sum(value for value in column if value > 0), sum(value for value in column if value < 0)]
            for column in columns
        ]
    known = [0, *(value for column in columns for value in column)]
    return min(known), max(known)


def round_steps(low: int, high: int) -> list[int]:
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
    asked = max(_LABEL_WIDTH, 9 * max(map(len, chart.labels), default=0))
    every = max(1, -(-asked // max(1, int(width))))
    return [(round(lefts[i] + width / 2), chart.labels[i]) for i in range(0, len(chart.labels), every)]


def _side_by_side(plot: _Plot) -> list[Bar]:
    chart = plot.chart
    slot, lefts = _slots(chart)
    width = slot * (1 - _GAP) / max(1, len(chart.series))
    return [
        plot.bar(number, label, (left + slot * _GAP / 2 + width * (number - 1), width), (0, value))
        for number, row in enumerate(chart.series, start=1)
        for label, left, value in zip(chart.labels, lefts, row.values, strict=True)
        if value
    ]


def _stacked(plot: _Plot) -> list[Bar]:
    chart = plot.chart
    slot, lefts = _slots(chart)
    bars = []
    for index, (label, left) in enumerate(zip(chart.labels, lefts, strict=True)):
        box = (left + slot * _GAP / 2, slot * (1 - _GAP))
        level = {True: 0, False: 0}  # what is above zero stands on what is above, the rest hangs
        for number, row in enumerate(chart.series, start=1):
            if value := row.values[index]:
                start = level[value > 0]
                level[value > 0] = start + value
                bars.append(plot.bar(number, label, box, (start, start + value)))
    return bars


def _lines(plot: _Plot) -> list[Line]:
    chart = plot.chart
    slot, lefts = _slots(chart)
    lines = []
    for number, row in enumerate(chart.series, start=1):
        spots = [
            (round(left + slot / 2), None if value is None else plot.y(value), plot.said(number, label, value))
            for label, left, value in zip(chart.labels, lefts, row.values, strict=True)
        ]
        points = [(x, y, text) for x, y, text in spots if y is not None]
        lines.append(Line(number, _path([(x, y) for x, y, _ in spots]), points))
    return lines


def _path(spots: Sequence[tuple[int, int | None]]) -> str:
    """The path through the known points; an unknown one breaks it."""
    path, pen = "", "M"
    for x, y in spots:
        if y is not None:
            path += f"{pen}{x} {y}"
        pen = "M" if y is None else "L"
    return path


def _text(value: int | None, say: Callable[[int], str]) -> str:
    return "–" if value is None else say(value)
