"""The rake report as files: CSV, streamed, and a workbook. The same lines and sums as the page."""

import csv
import io
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import xlsxwriter

from config.amounts import plain_major
from rake.selectors import FIGURES, Figures, Line, Report

COUNTS = ("hands", "ticks", "full_hands", "rated", "unrated")
AMOUNTS = tuple(name for name in FIGURES if name not in COUNTS)
TITLES = {
    "hands": "Hands",
    "ticks": "Ticks",
    "full_hands": "Full hands",
    "rated": "Rated",
    "unrated": "Not rated yet",
    "pot": "Pots",
    "rake_taken": "Rake taken",
    "rake_owed": "Rake owed",
    "rake_variance": "Rake variance",
    "promo_taken": "Promo taken",
    "promo_owed": "Promo owed",
    "promo_variance": "Promo variance",
}
HEADINGS = ("Gaming day", "Table", "Game", "Plaque", "Hour", *(TITLES[name] for name in COUNTS + AMOUNTS))
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\0", "＝", "＋", "－", "＠")


def text_cell(text: str) -> str:
    """`text` so that no spreadsheet takes it for a formula (ASVS 1.2.10)."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def csv_lines(report: Report) -> Iterator[str]:
    """The report as CSV (RFC 4180), line by line; amounts are plain major units, the last line is the total."""
    for row in [HEADINGS, *(_texts(report, line) for line in report.lines), _total_texts(report)]:
        yield _csv_row(row)


def workbook(report: Report) -> bytes:
    """The report as an XLSX workbook: one sheet of lines with the total, written in constant memory."""
    file = io.BytesIO()
    book = xlsxwriter.Workbook(file, {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    sheet = book.add_worksheet(f"Rake {report.gaming_day.isoformat()}")
    heading = book.add_format({"bold": True, "bottom": 1, "text_wrap": True})
    decimals = "." + "0" * report.room.exponent if report.room.exponent else ""
    amount, total = book.add_format({"num_format": f"#,##0{decimals}"}), book.add_format({"bold": True, "top": 1})
    total_amount = book.add_format({"bold": True, "top": 1, "num_format": f"#,##0{decimals}"})
    sheet.freeze_panes(1, 5)
    sheet.set_column(0, 4, 14)
    sheet.set_column(5, len(HEADINGS) - 1, 11)
    sheet.write_row(0, 0, HEADINGS, heading)
    for row, line in enumerate(report.lines, start=1):
        sheet.write_row(row, 0, _labels(report, line))
        _write_figures(sheet, row, _numbers(line.figures, report), (None, amount))
    last = len(report.lines) + 1
    sheet.write_row(last, 0, ("Total", "", "", "", ""), total)
    _write_figures(sheet, last, _numbers(report.total, report), (total, total_amount))
    book.close()
    return file.getvalue()


def _numbers(figures: Figures, report: Report) -> tuple[list[int], list[Decimal]]:
    """The counts, and the amounts in major units."""
    scale = Decimal(10) ** report.room.exponent
    amounts = [Decimal(getattr(figures, name)) / scale for name in AMOUNTS]
    return [getattr(figures, name) for name in COUNTS], amounts


def _write_figures(sheet: Any, row: int, numbers: tuple[list[int], list[Decimal]], formats: tuple[Any, Any]) -> None:
    counts, amounts = numbers
    sheet.write_row(row, 5, counts, formats[0])
    sheet.write_row(row, 5 + len(counts), amounts, formats[1])


def _labels(report: Report, line: Line) -> tuple[str, ...]:
    return (report.gaming_day.isoformat(), line.table, line.game, line.plaque, f"{line.hour:%H:%M}")


def _texts(report: Report, line: Line) -> tuple[str, ...]:
    return (*map(text_cell, _labels(report, line)), *_figure_texts(line.figures, report))


def _total_texts(report: Report) -> tuple[str, ...]:
    return ("Total", "", "", "", "", *_figure_texts(report.total, report))


def _figure_texts(figures: Figures, report: Report) -> tuple[str, ...]:
    counts = (str(getattr(figures, name)) for name in COUNTS)
    amounts = (plain_major(getattr(figures, name), exponent=report.room.exponent) for name in AMOUNTS)
    return (*counts, *amounts)


def _csv_row(cells: tuple[str, ...]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue()
