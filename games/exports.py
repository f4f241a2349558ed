"""The hands of an imported file that stayed out, as CSV."""

from collections.abc import Iterator

from config.web.spreadsheets import csv_row, text_cell
from games.models import FileImport

HEADINGS = ("File", "Hand", "Line", "Reason", "Rule", "Source", "Code")


def refused_lines(file_import: FileImport) -> Iterator[str]:
    """A line for each hand that stayed out, in the order of the file (RFC 4180)."""
    yield csv_row(HEADINGS)
    for row in file_import.refused_hands.iterator():
        texts = (row.reason, row.rule, row.citation, row.code)
        yield csv_row((text_cell(file_import.name), text_cell(row.hand), str(row.line), *map(text_cell, texts)))
