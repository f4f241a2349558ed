"""The sample of a day as CSV: a line for each table and fee, the room's last."""

from collections.abc import Iterator

from config.amounts import plain_major
from config.rooms.models import Room
from config.web.spreadsheets import csv_row, text_cell
from rake.sampling.reports import Owed, Sample, SamplingReport

HEADINGS = (
    "Gaming day", "Table", "Hands", "Without a pot", "Asked", "Told", "Missing", "By choice", "Fee", "Taken",
    "Owed about", "Owed at least", "Owed at most", "Taken by choice", "Owed by choice",
)  # fmt: skip


def csv_lines(report: SamplingReport) -> Iterator[str]:
    """The report as CSV (RFC 4180); amounts are plain major units, empty where nothing is known."""
    yield csv_row(HEADINGS)
    for sample in (*report.tables, report.total):
        yield from _lines(report, sample)


def _lines(report: SamplingReport, sample: Sample) -> Iterator[str]:
    counts = (sample.hands, sample.sampled, sample.asked, sample.told, sample.missing, sample.by_choice)
    for owed, chosen in zip(sample.owed, sample.chosen, strict=True):
        apart = [_amount(amount, report.room) for amount in (chosen.taken, chosen.owed)]
        texts = [*map(str, counts), owed.fee, *_amounts(owed, report.room), *apart]
        yield csv_row([report.gaming_day.isoformat(), text_cell(sample.name), *texts])


def _amounts(owed: Owed, room: Room) -> list[str]:
    return [_amount(amount, room) for amount in (owed.taken, owed.about, owed.least, owed.most)]


def _amount(amount: int | None, room: Room) -> str:
    return "" if amount is None else plain_major(amount, exponent=room.exponent)
