"""The rake report as files: CSV, streamed, and a workbook. The same lines and sums as the page."""

import io
from collections.abc import Iterator, Sequence
from datetime import UTC
from decimal import Decimal
from typing import Any

import xlsxwriter

from config.amounts import plain_major
from config.audit.chain_state import day_head
from config.rooms.models import Room
from config.web.spreadsheets import csv_row, text_cell
from rake.selectors import Figures, Line, Report
from rake.time_taken import time_taken
from rake.words import AMOUNTS, COUNTS, MEANINGS, TITLES
from tables.models import TableSession

HEADINGS = ("Gaming day", "Table", "Game", "Plaque", "Hour", *(TITLES[name] for name in COUNTS + AMOUNTS))
_LABELS = 5
"""The number of columns before the figures."""


def csv_lines(report: Report) -> Iterator[str]:
    """The report as CSV (RFC 4180), line by line; amounts are plain major units, the last line is the total, and where
    there is a replica, one more says where it was read."""
    for row in [HEADINGS, *(_texts(report, line) for line in report.lines), _total_texts(report)]:
        yield csv_row(row)
    if report.read_from:
        yield csv_row(["Read from", text_cell(report.read_from)])


def workbook(report: Report) -> bytes:
    """The report as an XLSX workbook: a sheet of lines with the total, and one that says what it rests on."""
    file = io.BytesIO()
    book = xlsxwriter.Workbook(file, {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    if report.stamp:  # else the file would say when it was asked for, and be another one each time
        book.set_properties({"created": report.stamp.built_at.astimezone(UTC).replace(tzinfo=None)})
    _lines_sheet(book, report)
    _about_sheet(book, report)
    book.close()
    return file.getvalue()


def _lines_sheet(book: Any, report: Report) -> None:
    decimals = "." + "0" * report.room.exponent if report.room.exponent else ""
    money = {"num_format": f"#,##0{decimals}"}
    last = {"bold": True, "top": 1}
    plain, plain_last = (None, book.add_format(money)), (book.add_format(last), book.add_format(last | money))
    sheet = book.add_worksheet(f"Rake {report.gaming_day.isoformat()}")
    sheet.freeze_panes(1, _LABELS)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(0)
    sheet.set_column(0, _LABELS - 1, 14)
    sheet.set_column(_LABELS, len(HEADINGS) - 1, 11)
    sheet.write_row(0, 0, HEADINGS, book.add_format({"bold": True, "bottom": 1, "text_wrap": True}))
    for row, line in enumerate(report.lines, start=1):
        sheet.write_row(row, 0, _labels(report, line))
        _write_figures(sheet, row, line.figures, plain, report.room.exponent)
    total = len(report.lines) + 1
    sheet.write_row(total, 0, ("Total", *[""] * (_LABELS - 1)), plain_last[0])
    _write_figures(sheet, total, report.total, plain_last, report.room.exponent)


def _about_sheet(book: Any, report: Report) -> None:
    """Say what the report is of, when it was built and on how many hands, and what each figure means."""
    sheet = book.add_worksheet("About")
    sheet.set_column(0, 0, 18)
    sheet.set_column(1, 1, 90)
    facts = [*_about(report), ("", ""), *((TITLES[name], MEANINGS[name]) for name in COUNTS + AMOUNTS)]
    for row, fact in enumerate(facts):
        sheet.write_row(row, 0, fact)


def _about(report: Report) -> Iterator[tuple[str, str]]:
    room, stamp = report.room, report.stamp
    yield "Room", room.name
    yield "Gaming day", report.gaming_day.isoformat()
    yield "Hands", str(report.source)
    yield "Currency", room.currency
    if report.read_from:
        yield "Read from", report.read_from
    if head := day_head(room, report.gaming_day):
        yield (
            "Head of the chain",
            f"{head.short}, anchor {head.anchor.number} of {head.anchor.at:%Y-%m-%d %H:%M:%S} UTC",
        )
    if report.source == TableSession.Source.FLOOR and (time := time_taken(room, report.gaming_day)):
        yield TITLES["time_collected"], plain_major(time.amount, exponent=room.exponent)
    if stamp is None:
        yield "Built", "not yet"
        return
    yield "Built", f"{stamp.built_at.astimezone(room.zone):%Y-%m-%d %H:%M:%S} {room.zone.key}"
    yield "From hands", str(stamp.hands)
    yield "Without a pot", f"{stamp.without_pot}, counted but not rated"
    yield "Complete", "yes" if report.is_complete else f"no: {report.new_hands} since, {stamp.unrated} not rated"


def _write_figures(sheet: Any, row: int, figures: Figures, formats: Sequence[Any], exponent: int) -> None:
    """The counts and the amounts, these in major units, each in its format."""
    scale = Decimal(10) ** exponent
    sheet.write_row(row, _LABELS, [getattr(figures, name) for name in COUNTS], formats[0])
    for column, name in enumerate(AMOUNTS, start=_LABELS + len(COUNTS)):
        if (amount := figures.shown(name)) is not None:
            sheet.write_number(row, column, Decimal(amount) / scale, formats[1])


def _labels(report: Report, line: Line) -> tuple[str, ...]:
    return (report.gaming_day.isoformat(), line.table, line.game, line.plaque, line.hour_name)


def _texts(report: Report, line: Line) -> tuple[str, ...]:
    return (*map(text_cell, _labels(report, line)), *_figure_texts(line.figures, report))


def _total_texts(report: Report) -> tuple[str, ...]:
    return ("Total", *[""] * (_LABELS - 1), *_figure_texts(report.total, report))


def _figure_texts(figures: Figures, report: Report) -> tuple[str, ...]:
    counts = (str(getattr(figures, name)) for name in COUNTS)
    return (*counts, *(_amount_text(figures.shown(name), report.room) for name in AMOUNTS))


def _amount_text(amount: int | None, room: Room) -> str:
    """Plain major units; empty where the figure doesn't apply."""
    return "" if amount is None else plain_major(amount, exponent=room.exponent)
