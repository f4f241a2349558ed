"""The game-pace audit: page and file."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from config import replica
from config.amounts import plain_major
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.spreadsheets import csv_file, csv_row, text_cell
from config.web.views import RoomRequest, page, staff
from rake.figures.asking import Asked, asked_by_days
from rake.figures.forms import PERIODS, SheetForm
from rake.figures.periods import Kind
from rake.figures.texts import changed, shown
from rake.figures.units import Unit
from rake.figures.words import period_name
from rake.pace.audit import PaceAudit, pace_audit
from rake.pace.reckoning import FEWEST_HANDS

_KINDS = (Kind.DAY, Kind.WEEK, Kind.MONTH)
_HEADINGS = ("Badge", "Dealer", "Hands", "Hours", "Hands an hour", "House", "Rake of the difference")


@require_GET
@staff(Permission.REPORT_VIEW)
def pace(request: RoomRequest) -> HttpResponse:
    """Every dealer's pace in a period beside the house's on the same plaque with as many players."""
    wanted, error = _asked(request)
    audit = _read(request, wanted)
    context = {
        "asked": wanted,
        "error": error,
        "audit": audit,
        "period": period_name(wanted.period, request.room),
        "periods": [(PERIODS[kind], wanted.query(period=kind.value), kind == wanted.period.kind) for kind in _KINDS],
        "earlier": (period_name(wanted.period.earlier, request.room), wanted.around(wanted.period.earlier)),
        "later": (period_name(wanted.period.later, request.room), wanted.around(wanted.period.later)),
        "query": wanted.query(),
        "dealers_query": wanted.query(chapter="dealers", by="dealer"),
        "lines": [(line, _cells(line.pace, request.room.exponent)) for line in audit.lines],
        "fewest": FEWEST_HANDS,
    }
    return page(request, "rake/pace.html", context, status=422 if error else 200)


@require_GET
@staff(Permission.REPORT_VIEW)
def pace_csv(request: RoomRequest) -> StreamingHttpResponse:
    """The audit as CSV: hours and money as plain numbers, nothing where there is no figure."""
    wanted, error = _asked(request)
    if error:
        raise error
    audit = _read(request, wanted)
    lines = _file_lines(audit, request.room.exponent)
    name = f"pace-{wanted.period.kind}-{wanted.period.first.isoformat()}.csv"
    return csv_file(lines, name)


def _asked(request: RoomRequest) -> tuple[Asked, DomainError | None]:
    """The period that the address asks for, a month where it names none, and why it is not shown."""
    today = request.room.gaming_day(timezone.now())
    return asked_by_days(SheetForm(request.GET), request.room, today, usual=Kind.MONTH, subject="Pace is compared")


def _read(request: RoomRequest, wanted: Asked) -> PaceAudit:
    audit, where = replica.read(lambda: pace_audit(request.room, wanted.period, timezone.now()))
    return replace(audit, read_from=where.words(request.room.zone))


def _cells(pace: Any, exponent: int) -> dict[str, str]:
    facts = {"hands": f"{pace.hands:,}", "hours": shown(_hundredths(pace.seconds), Unit.HOURS, exponent)}
    if not pace.has_figure:
        return facts
    return facts | {
        "pace": shown(pace.tenths_an_hour, Unit.RATE, exponent),
        "due": shown(pace.due_tenths_an_hour, Unit.RATE, exponent),
        "rake": changed(pace.rake, Unit.MONEY, exponent),
    }


def _file_lines(audit: PaceAudit, exponent: int) -> Iterator[str]:
    yield csv_row(_HEADINGS)
    for line in audit.lines:
        pace = line.pace
        told = [str(pace.hands), plain_major(_hundredths(pace.seconds), exponent=2)]
        figures = (
            [
                plain_major(pace.tenths_an_hour, exponent=1),
                plain_major(pace.due_tenths_an_hour, exponent=1),
                plain_major(pace.rake, exponent=exponent),
            ]
            if pace.has_figure
            else ["", "", ""]
        )
        yield csv_row([text_cell(line.dealer.badge_number), text_cell(line.dealer.display_name), *told, *figures])
    if audit.read_from:
        yield csv_row(["", text_cell(audit.read_from)])


def _hundredths(seconds: int) -> int:
    return round(seconds / 36)
