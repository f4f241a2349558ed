"""The statistics of disputes as CSV: the same lines as the page."""

import csv
import io
from collections.abc import Iterator

from config.amounts import plain_major
from config.rooms.models import Room
from games.disputes.selectors.statistics import Figures, Statistics

HEADINGS = (
    "Grouped by", "Name", "Cases", "Waiting", "Appealed", "Late", "Moved", "Median seconds to ruling",
    "90th percentile seconds to ruling",
)  # fmt: skip
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠")


def csv_lines(counted: Statistics, room: Room) -> Iterator[str]:
    """The statistics line by line (RFC 4180); amounts are plain major units, an unknown time is empty."""
    yield _row(HEADINGS)
    for title, figures in counted.lines():
        yield _row(_texts(title, figures, room))


def text_cell(text: str) -> str:
    """`text` so that no spreadsheet takes it for a formula (ASVS 1.2.10)."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def _texts(title: str, figures: Figures, room: Room) -> tuple[str, ...]:
    counts = (figures.cases, figures.waiting, figures.appealed, figures.late)
    times = (figures.median_seconds, figures.p90_seconds)
    return (
        title,
        text_cell(figures.name),
        *map(str, counts),
        plain_major(figures.moved, exponent=room.exponent),
        *("" if seconds is None else str(seconds) for seconds in times),
    )


def _row(texts: tuple[str, ...]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(texts)
    return line.getvalue()
