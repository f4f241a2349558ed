"""The plaque as a one-page PDF: the sign that stands on the table."""

from fpdf import FPDF

from config.rooms.models import Room
from tables.models import PlaqueVersion
from tables.selectors import sign_lines

_MARGIN = 14
_TYPOGRAPHY = str.maketrans({"–": "-", "—": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "…": "..."})


def sign_pdf(version: PlaqueVersion, room: Room) -> bytes:
    """One A5 page in landscape with everything that the rulebooks put on the sign (004:L48, L78; R1 to R3)."""
    page = FPDF(orientation="landscape", unit="mm", format=(148, 210))  # A5 in millimetres
    page.set_title(f"{version.table.name}: {version.short_name}")
    page.set_margin(_MARGIN)
    page.set_auto_page_break(False)
    page.add_page()
    _heading(page, version, room)
    for line in sign_lines(version.sign, room):
        _line(page, line.label, line.text)
    _foot(page, version, room)
    return bytes(page.output())


def _heading(page: FPDF, version: PlaqueVersion, room: Room) -> None:
    page.set_font("Helvetica", "B", 34)
    page.cell(0, 15, _printable(version.short_name), new_x="LMARGIN", new_y="NEXT")
    page.set_font("Helvetica", "", 15)
    page.cell(0, 9, _printable(f"{version.sign.sheet.name} - {version.table.name} - {room.name}"), new_x="LMARGIN", new_y="NEXT")
    page.ln(3)


def _line(page: FPDF, label: str, text: str) -> None:
    page.set_font("Helvetica", "", 13)
    page.cell(38, 8.4, label)
    page.set_font("Helvetica", "B", 13)
    page.multi_cell(0, 8.4, _printable(text), new_x="LMARGIN", new_y="NEXT")


def _foot(page: FPDF, version: PlaqueVersion, room: Room) -> None:
    page.set_y(-24)
    page.set_font("Helvetica", "", 10)
    if version.sign.helpline:
        page.cell(0, 6, _printable(version.sign.helpline), new_x="LMARGIN", new_y="NEXT")
    since = version.effective_at.astimezone(room.zone)
    words = f"{version.house_rules.rules.title} - plaque {version.number}, in force from {since:%d %b %Y %H:%M}"
    page.cell(0, 6, _printable(words))


def _printable(text: str) -> str:
    """`text` in the letters that the PDF's built-in fonts have; others are shown as a question mark."""
    return text.translate(_TYPOGRAPHY).encode("latin-1", "replace").decode("latin-1")
