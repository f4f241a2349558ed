"""Bands as facts: for each label what something is about, how sure that is, and what it is held against; drawn by
`parts/band.html`.

Every chart has a title, a sentence that says what it shows, and its numbers as a table behind it. Values are ints
(minor units); `say` turns one into text for people.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from config.web.charts import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, round_steps

_ACROSS, _UP = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
_WIDEST = 40
"""The most units that a band is wide."""


@dataclass(frozen=True, slots=True)
class Band:
    """One band: from `least` to `most`, about in between; `held` is what it is held against."""

    label: str
    least: int
    about: int
    most: int
    held: int

    @property
    def is_outside(self) -> bool:
        """Whether what it is held against lies outside of it."""
        return not self.least <= self.held <= self.most


@dataclass(frozen=True, slots=True)
class BandChart:
    """The content of a chart of bands: `about_name` is what the bands are of, `held_name` what they are held
    against."""

    title: str
    sentence: str
    bands: Sequence[Band]
    about_name: str
    held_name: str
    label_name: str
    say: Callable[[int], str] = field(default=lambda value: f"{value:,}")

    @property
    def rows(self) -> list[tuple[str, list[str]]]:
        """The chart as a table: a label, and its least, about, most and what they are held against."""
        return [
            (each.label, [self.say(value) for value in (each.least, each.about, each.most, each.held)])
            for each in self.bands
        ]


@dataclass(frozen=True, slots=True)
class Drawn:
    """One band with its places: the bar from `top` on, the dot of what it is about, the line it is held against."""

    left: int
    width: int
    top: int
    height: int
    dot: int
    line: int
    text: str
    is_outside: bool

    @property
    def middle(self) -> int:
        """The middle of the bar."""
        return self.left + self.width // 2

    @property
    def stroke(self) -> str:
        """The path of the line, somewhat wider than the bar."""
        return f"M{self.left - 6} {self.line}H{self.left + self.width + 6}"


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart of bands laid out: ticks as (y, text), labels as (x, text), and the bands."""

    ticks: list[tuple[int, str]]
    labels: list[tuple[int, str]]
    bands: list[Drawn]
    base: int


def draw(chart: BandChart) -> Drawing:
    """Lay the chart out, on an axis that holds every value and zero."""
    values = [value for each in chart.bands for value in (each.least, each.most, each.held)]
    steps = round_steps(min(0, *values), max(0, *values))
    slot = _ACROSS / len(chart.bands)
    width = round(min(_WIDEST, slot / 2))

    def y(value: int) -> int:
        """The place up, from the top."""
        return TOP + round(_UP * (steps[-1] - value) / (steps[-1] - steps[0]))

    middles = [round(LEFT + slot * (number + 0.5)) for number in range(len(chart.bands))]
    bands = [
        Drawn(
            left=middle - width // 2,
            width=width,
            top=y(each.most),
            height=max(1, y(each.least) - y(each.most)),
            dot=y(each.about),
            line=y(each.held),
            text=f"{each.label}: {chart.about_name} {chart.say(each.least)} to {chart.say(each.most)}, "
            f"about {chart.say(each.about)}; {chart.held_name} {chart.say(each.held)}",
            is_outside=each.is_outside,
        )
        for middle, each in zip(middles, chart.bands, strict=True)
    ]
    labels = list(zip(middles, (each.label for each in chart.bands), strict=True))
    return Drawing([(y(step), chart.say(step)) for step in steps], labels, bands, y(0))
