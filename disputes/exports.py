"""The statistics of disputes as CSV: the same lines as the page."""

from collections.abc import Iterator

from config.amounts import plain_major
from config.rooms.models import Room
from config.web.spreadsheets import csv_row, text_cell
from disputes.selectors.statistics import Figures, Statistics

HEADINGS = (
    "Grouped by", "Name", "Cases", "Waiting", "Appealed", "Late", "Moved", "Median seconds to ruling",
    "90th percentile seconds to ruling",
)  # fmt: skip


def csv_lines(counted: Statistics, room: Room) -> Iterator[str]:
    """The statistics line by line (RFC 4180); amounts are plain major units, an unknown time is empty."""
    yield csv_row(HEADINGS)
    for title, figures in counted.lines():
        yield csv_row(_texts(title, figures, room))


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
