"""A receipt or a slip as a PDF for a printer with paper of 80 mm."""

from django.conf import settings
from fpdf import FPDF

from cage.selectors.papers import Paper
from config.rooms.models import Room
from tables.pdf import printable

_WIDTH, _MARGIN = 80, 4
_LABELS = 24
_LONGEST = 1000
"""Millimetres; long enough for any paper while its height is measured."""


def paper_pdf(paper: Paper, room: Room) -> bytes:
    """One page of 80 mm, as high as what stands on it, with the facts that the page of the receipt shows."""
    height = _drawn(paper, room, _LONGEST).get_y() + _MARGIN
    return bytes(_drawn(paper, room, max(height, _WIDTH)).output())


def _drawn(paper: Paper, room: Room, height: float) -> FPDF:
    page = FPDF(unit="mm", format=(_WIDTH, height))
    page.set_title(printable(paper.title, room))
    page.set_lang(settings.LANGUAGE_CODE)
    page.set_margin(_MARGIN)
    page.set_auto_page_break(False)
    page.add_page()
    _line(page, paper.title, room, size=11, bold=True, align="C")
    for mark in paper.marks:
        _line(page, mark, room, size=11, bold=True, align="C")
    _rule(page)
    for label, words in paper.facts:
        _fact(page, printable(label, room), printable(words, room))
    _rule(page)
    _line(page, paper.total[0], room, size=10)
    _line(page, paper.total[1], room, size=15, bold=True, align="R")
    for words in paper.foot:
        _line(page, words, room, size=8)
    return page


def _line(page: FPDF, words: str, room: Room, *, size: float, bold: bool = False, align: str = "L") -> None:
    page.set_font("Helvetica", "B" if bold else "", size)
    page.multi_cell(0, size * 0.45, printable(words, room), align=align, new_x="LMARGIN", new_y="NEXT")


def _fact(page: FPDF, label: str, words: str) -> None:
    page.set_font("Helvetica", "", 9)
    page.cell(_LABELS, 4.2, label)
    page.set_font("Helvetica", "B", 9)
    page.multi_cell(0, 4.2, words, align="R", new_x="LMARGIN", new_y="NEXT")


def _rule(page: FPDF) -> None:
    page.ln(1.5)
    page.line(_MARGIN, page.get_y(), _WIDTH - _MARGIN, page.get_y())
    page.ln(1.5)
