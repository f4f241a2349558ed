"""Sheets as files: CSV, a workbook, and pages of PDF. The codes, numbers and lacks of the page, and nothing else."""

import io
from collections.abc import Iterator
from datetime import UTC, datetime, time
from decimal import Decimal
from typing import Any

import xlsxwriter
from fpdf import FPDF
from fpdf.fonts import FontFace

from config.days.selectors import first_day
from config.web.spreadsheets import csv_row, text_cell
from rake.figures.asking import Asked
from rake.figures.definitions import Figure
from rake.figures.parts import NAMES
from rake.figures.sheets import Row, Sheet, splits
from rake.figures.texts import plain, shown
from rake.figures.units import PER_ONE, Unit, decimals
from rake.figures.words import period_name
from tables.models import TableSession
from tables.pdf import printable

TOTAL, BEFORE, LACKING, READ_FROM = "Total", "Before", "Missing", "Read from"


def csv_lines(sheet: Sheet) -> Iterator[str]:
    """The sheet as CSV (RFC 4180): the figures' codes, a line for each part, the total, that of the period before,
    a line for each thing that is missing, and where there is a replica, one on where it was read."""
    exponent = sheet.scope.room.exponent
    yield csv_row([NAMES[sheet.by], *(figure.code for figure in sheet.figures)])
    for name, row in [*((row.part.name, row) for row in sheet.rows), (TOTAL, sheet.total), (BEFORE, sheet.before)]:
        cells = (plain(value, figure.unit, exponent) for figure, value in _pairs(sheet, row))
        yield csv_row([text_cell(name), *cells])
    for lack in sheet.lacks:
        yield csv_row([LACKING, text_cell(lack.sentence)])
    if sheet.read_from:
        yield csv_row([READ_FROM, text_cell(sheet.read_from)])


def workbook(sheet: Sheet) -> bytes:
    """The sheet as an XLSX workbook: lines with filters and a frozen head, the definitions, and what it rests on."""
    file = io.BytesIO()
    book = xlsxwriter.Workbook(file, {"strings_to_formulas": False, "strings_to_urls": False})
    book.set_properties({"created": sheet.read_at.astimezone(UTC).replace(tzinfo=None)})
    _lines_sheet(book, sheet)
    _definitions_sheet(book, sheet)
    _about_sheet(book, sheet)
    book.close()
    return file.getvalue()


def sheet_as_json(asked: Asked, sheet: Sheet) -> dict[str, Any]:
    """The sheet as the API gives it: whole numbers of each figure's smallest parts, null where nobody knows them."""
    period = sheet.scope.period
    return {
        "chapter": asked.chapter.value,
        "period": period.kind.value,
        "first_day": period.first.isoformat(),
        "last_day": period.last.isoformat(),
        "by": sheet.by.value,
        "source": str(sheet.scope.origin),
        "currency": sheet.scope.room.currency,
        "read_at": sheet.read_at.isoformat(),
        "is_complete": sheet.is_complete,
        "missing": [lack.sentence for lack in sheet.lacks],
        "total": _row_as_json(sheet, sheet.total),
        "before": _row_as_json(sheet, sheet.before),
        "rows": [_row_as_json(sheet, row) for row in sheet.rows],
    }


def _row_as_json(sheet: Sheet, row: Row) -> dict[str, Any]:
    values = {figure.code: value for figure, value in _pairs(sheet, row)}
    return {"key": row.part.key, "name": row.part.name, "values": values}


def definition_as_json(figure: Figure) -> dict[str, Any]:
    """The definition of a figure as the API gives it."""
    return {
        "code": figure.code,
        "title": figure.title,
        "chapter": figure.chapter.value,
        "formula": figure.formula_in_words,
        "unit": figure.unit.value,
        "scale": PER_ONE[figure.unit],
        "means": figure.means,
        "rests_on": figure.rests_on,
        "by": sorted(by.value for by in splits(figure)),
    }


def _pairs(sheet: Sheet, row: Row) -> Iterator[tuple[Figure, int | None]]:
    return zip(sheet.figures, row.values, strict=True)


def _lines_sheet(book: Any, sheet: Sheet) -> None:
    page = book.add_worksheet("Figures")
    last = len(sheet.rows) + 1
    page.freeze_panes(1, 1)
    page.set_landscape()
    page.fit_to_pages(1, 0)
    page.repeat_rows(0)
    page.set_column(0, 0, 28)
    page.set_column(1, len(sheet.figures), 13)
    head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True})
    page.write_row(0, 0, [NAMES[sheet.by], *(figure.title for figure in sheet.figures)], head)
    formats = {unit: _number_format(unit, sheet.scope.room.exponent) for unit in Unit}
    plain_cells = {unit: book.add_format({"num_format": number}) for unit, number in formats.items()}
    sums = {unit: book.add_format({"num_format": number, "bold": True, "top": 1}) for unit, number in formats.items()}
    day = book.add_format({"num_format": "yyyy-mm-dd", "align": "left"})
    for number, row in enumerate(sheet.rows, start=1):
        if row.part.day:
            page.write_datetime(number, 0, datetime.combine(row.part.day, time()), day)
        else:
            page.write_string(number, 0, text_cell(row.part.name))
        _write(page, number, sheet, row, plain_cells)
    if sheet.rows:
        page.autofilter(0, 0, last - 1, len(sheet.figures))
    for number, (name, row) in enumerate([(TOTAL, sheet.total), (BEFORE, sheet.before)], start=last):
        page.write_string(number, 0, name, book.add_format({"bold": True}))
        _write(page, number, sheet, row, sums)


def _write(page: Any, number: int, sheet: Sheet, row: Row, formats: dict[Unit, Any]) -> None:
    for column, (figure, value) in enumerate(_pairs(sheet, row), start=1):
        if value is not None:
            scale = Decimal(10) ** decimals(figure.unit, sheet.scope.room.exponent)
            page.write_number(number, column, Decimal(value) / scale, formats[figure.unit])


def _number_format(unit: Unit, exponent: int) -> str:
    digits = decimals(unit, exponent)
    return f"#,##0{'.' + '0' * digits if digits else ''}"


def _definitions_sheet(book: Any, sheet: Sheet) -> None:
    page = book.add_worksheet("Definitions")
    head = book.add_format({"bold": True, "bottom": 1})
    page.freeze_panes(1, 0)
    page.set_column(0, 1, 24)
    page.set_column(2, 5, 48)
    page.write_row(0, 0, ["Code", "Figure", "Formula", "Unit", "Rests on", "Meaning"], head)
    for number, each in enumerate(sheet.figures, start=1):
        facts = (each.code, each.title, each.formula_in_words, each.unit_in_words, each.rests_on, each.means)
        page.write_row(number, 0, facts)


def _about_sheet(book: Any, sheet: Sheet) -> None:
    page = book.add_worksheet("About")
    page.set_column(0, 0, 18)
    page.set_column(1, 1, 90)
    for number, fact in enumerate(about(sheet)):
        page.write_row(number, 0, fact)


def about(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The facts of the sheet: its period, when it was read, on how many records, and what it lacks."""
    room = sheet.scope.room
    yield "Room", room.name
    yield "Period", period_name(sheet.scope.period, room)
    yield "Compared with", compared_with(sheet)
    yield "Split by", NAMES[sheet.by]
    yield "Play", str(sheet.scope.origin)
    yield "Currency", room.currency
    yield "Read", f"{sheet.read_at.astimezone(room.zone):%Y-%m-%d %H:%M:%S} {room.zone.key}"
    if sheet.read_from:
        yield READ_FROM, sheet.read_from
    for source, records in sheet.total.records.items():
        yield f"Records: {source.value}", f"{records:,}"
    yield "Complete", "yes" if sheet.is_complete else "no"
    for lack in sheet.lacks:
        yield LACKING, lack.sentence


def compared_with(sheet: Sheet) -> str:
    """The period that the sheet is compared with, in words; where the room’s books began in it or later, since when."""
    before = sheet.scope.before
    named, first = period_name(before.period, before.room), first_day(before.room)
    if before.is_before_the_books:
        return f"{named} (no books then)"
    if before.origin == TableSession.Source.FLOOR and first and before.period.first < first:
        return f"{named} (books since {first.day} {first:%B})"
    return named


def pdf(sheet: Sheet, title: str) -> bytes:
    """The sheet on pages of A4 in landscape: the lines with their total, then what it rests on and each definition."""
    page = FPDF(orientation="landscape", unit="mm", format="A4")
    room = sheet.scope.room
    page.set_title(printable(title, room))
    page.set_lang("en")
    page.set_creation_date(sheet.read_at)
    page.set_margin(12)
    page.add_page()
    page.set_font("Helvetica", "B", 15)
    page.cell(0, 9, printable(title, room), new_x="LMARGIN", new_y="NEXT")
    page.set_font("Helvetica", "", 9)
    page.cell(
        0, 6, printable(f"{room.name}, {period_name(sheet.scope.period, room)}", room), new_x="LMARGIN", new_y="NEXT"
    )
    _table(page, sheet)
    page.ln(4)
    page.set_font("Helvetica", "", 8)
    for name, text in about(sheet):
        page.multi_cell(0, 4.4, printable(f"{name}: {text}", room), new_x="LMARGIN", new_y="NEXT")
    page.ln(2)
    for each in sheet.figures:
        words = f"{each.title} ({each.code}) = {each.formula_in_words}. {each.means} Rests on {each.rests_on}."
        page.multi_cell(0, 4.4, printable(words, room), new_x="LMARGIN", new_y="NEXT")
    return bytes(page.output())


def _table(page: FPDF, sheet: Sheet) -> None:
    room = sheet.scope.room
    page.set_font("Helvetica", "", 7)
    widths = (34, *([max(13, (273 - 34) / len(sheet.figures))] * len(sheet.figures)))
    aligns = ("LEFT", *(["RIGHT"] * len(sheet.figures)))
    with page.table(
        col_widths=widths, text_align=aligns, headings_style=FontFace(emphasis="BOLD"), line_height=4.6,
        borders_layout="HORIZONTAL_LINES",
    ) as table:  # fmt: skip
        table.row([NAMES[sheet.by], *(printable(figure.title, room) for figure in sheet.figures)])
        for row in sheet.rows:
            table.row(_pdf_cells(sheet, row.part.name, row))
        table.row(_pdf_cells(sheet, TOTAL, sheet.total))
        table.row(_pdf_cells(sheet, BEFORE, sheet.before))


def _pdf_cells(sheet: Sheet, name: str, row: Row) -> list[str]:
    room = sheet.scope.room
    cells = (shown(value, figure.unit, room.exponent) for figure, value in _pairs(sheet, row))
    return [printable(cell, room) for cell in (name, *cells)]
