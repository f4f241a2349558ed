"""Files that spreadsheets open: rows of CSV, and text that none of them takes for a formula."""

import csv
import io
from collections.abc import Iterable, Sequence

from django.http import StreamingHttpResponse

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠")


def text_cell(text: str) -> str:
    """`text` so that no spreadsheet takes it for a formula (ASVS 1.2.10)."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def csv_file(lines: Iterable[str], name: str) -> StreamingHttpResponse:
    """The answer with a CSV file of that name, sent line by line."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8", headers=headers)


def csv_row(cells: Sequence[str]) -> str:
    """A line of CSV as RFC 4180 wants it. The caller has passed texts of people through `text_cell`."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue()
