"""The plaque as a one-page PDF: the sign that stands on the table."""

import unicodedata
from collections.abc import Sequence
from typing import cast

from django.conf import settings
from fpdf import FPDF

from config.language import said
from config.rooms.models import Room
from tables.models import PlaqueVersion
from tables.plaque_lines import PlaqueLine, plaque_lines

_SHORT, _LONG = 148, 210
"""A5 in millimetres; a sign lies on its long side."""
_MARGIN = 14
_WIDTH = _LONG - 2 * _MARGIN
_LABELS = 40
_TOP, _BOTTOM = 44, _SHORT - 34
"""The place where the lines of the sign begin and end, millimetres from the upper edge."""
_LARGEST, _SMALLEST = 16.0, 7.0
"""Sizes of the lines in points: the largest that leaves all of them on the page."""
_TYPOGRAPHY = str.maketrans({"–": "-", "—": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "…": "..."})
_STROKES = str.maketrans("ŁłĐđĦħıŒœ", "LlDdHhiOo")
"""Letters that are no Latin-1 and don't come apart into a letter and an accent."""


def sign_pdf(version: PlaqueVersion, room: Room) -> bytes:
    """One A5 page in landscape with everything that the rulebooks put on the sign (004:L48, L78; R1 to R3)."""
    page = FPDF(orientation="landscape", unit="mm", format=(_SHORT, _LONG))
    page.set_title(f"{version.table.name}: {version.short_name}")
    page.set_lang(settings.LANGUAGE_CODE)
    page.set_margin(_MARGIN)
    page.set_auto_page_break(False)
    page.add_page()
    _heading(page, version)
    lines = plaque_lines(version.plaque, room, version.house_rules.house)
    _lines(page, [PlaqueLine(said(line.label), printable(line.text, room)) for line in lines])
    _foot(page, version, room)
    return bytes(page.output())


def _heading(page: FPDF, version: PlaqueVersion) -> None:
    name, game = _plain(version.short_name), _plain(version.plaque.sheet.name)
    page.set_y(_MARGIN - 2)
    page.set_font("Helvetica", "B", _fitting(page, name, 44))
    page.cell(0, 16, name, align="C", new_x="LMARGIN", new_y="NEXT")
    page.set_font("Helvetica", "", _fitting(page, game, 20))
    page.cell(0, 10, game, align="C", new_x="LMARGIN", new_y="NEXT")


def _fitting(page: FPDF, text: str, size: float) -> float:
    """The largest font size up to `size` points at which `text` fits on one line."""
    page.set_font("Helvetica", "B", size)
    return min(size, size * _WIDTH / max(1.0, page.get_string_width(text)))


def _lines(page: FPDF, lines: Sequence[PlaqueLine]) -> None:
    size = _LARGEST
    while size > _SMALLEST and _height(page, lines, size) > _BOTTOM - _TOP:
        size -= 0.5
    page.line(_MARGIN, _TOP - 2, _LONG - _MARGIN, _TOP - 2)
    page.set_y(_TOP)
    for line in lines:
        page.set_font("Helvetica", "", size)
        page.cell(_LABELS, _pitch(size), line.label)
        page.set_font("Helvetica", "B", size)
        page.multi_cell(0, _pitch(size), line.text, align="L", new_x="LMARGIN", new_y="NEXT")
    page.line(_MARGIN, _BOTTOM + 2, _LONG - _MARGIN, _BOTTOM + 2)


def _height(page: FPDF, lines: Sequence[PlaqueLine], size: float) -> float:
    """Return how high the lines stand at that size, the long ones wrapped."""
    page.set_font("Helvetica", "B", size)
    room_for_text = _WIDTH - _LABELS
    heights = [page.multi_cell(room_for_text, _pitch(size), line.text, dry_run=True, output="HEIGHT") for line in lines]
    return sum(cast("list[float]", heights))


def _pitch(size: float) -> float:
    """Millimetres from one line to the next at so many points."""
    return size * 0.52


def _foot(page: FPDF, version: PlaqueVersion, room: Room) -> None:
    page.set_y(_BOTTOM + 4)
    if version.plaque.helpline:
        helpline = _plain(version.plaque.helpline)
        page.set_font("Helvetica", "B", _fitting(page, helpline, 13))
        page.cell(0, 8, helpline, align="C", new_x="LMARGIN", new_y="NEXT")
    since = version.effective_at.astimezone(room.zone)
    small = (
        f"{version.table.name} - {room.name} - {version.house_rules.house.title}, version {version.house_rules.number}"
        f" - plaque {version.number}, posted {since:%d %b %Y %H:%M}"
    )
    words = _plain(small)
    page.set_font("Helvetica", "", _fitting(page, words, 9))
    page.cell(0, 6, words, align="C")


def printable(text: str, room: Room) -> str:
    """`text` in the language of the moment for the PDF's built-in fonts; a currency sign that they lack becomes the
    currency's code."""
    text = said(text)
    if _plain(room.currency_symbol) != room.currency_symbol:
        text = text.replace(room.currency_symbol, f"{room.currency} ")
    return _plain(text)


def _plain(text: str) -> str:
    """`text` in Latin letters: accents that the built-in fonts lack are dropped, other letters become `?`."""
    text = text.translate(_TYPOGRAPHY).translate(_STROKES)
    letters = (letter if _has(letter) else unicodedata.normalize("NFKD", letter)[0] for letter in text)
    return "".join(letters).encode("latin-1", "replace").decode("latin-1")


def _has(letter: str) -> bool:
    return ord(letter) < 256
