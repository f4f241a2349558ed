"""The drop of a gaming day: the sheet that is printed and signed, what hands recorded beside what was counted, and the
Drop Variance Reports."""

from datetime import date

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from cage.forms.drawers import SettleForm
from cage.selectors.box_counts import given_up_boxes
from cage.selectors.drop import corrected_since, drop_of, open_drop_reports
from cage.selectors.settlers import who_settles
from cage.views.settling import form_of
from config.staff.roles import Permission
from config.web.views import RoomRequest, page, staff


@require_safe
@staff(Permission.MONEY_VIEW)
def sheet(request: RoomRequest, day: date) -> HttpResponse:
    """The drop and count sheet of a gaming day (4 CCR 12385(a)(3)): what was counted, by box."""
    return page(request, "cage/drop_sheet.html", {"drop": drop_of(request.room, day), "today": _today(request)})


@require_safe
@staff(Permission.EXPECTED)
def compare(request: RoomRequest, day: date) -> HttpResponse:
    """Counted boxes beside what full hands, quick hands and charges recorded into them."""
    return page(request, "cage/drop_compare.html", {"drop": drop_of(request.room, day), "today": _today(request)})


@require_safe
@staff(Permission.EXPECTED)
def reports(request: RoomRequest) -> HttpResponse:
    """The Drop Variance Reports that wait for somebody above."""
    return drop_reports_page(request)


def drop_reports_page(request: RoomRequest, sent: dict[int, SettleForm | None] | None = None) -> HttpResponse:
    """The page; each report with a form of its own, that which was sent with what it says."""
    forms, room = sent or {}, request.room
    waiting = open_drop_reports(room)
    since = corrected_since([row.box_variance.pull_id for row in waiting if row.box_variance])
    rows = [
        (
            row,
            forms.get(row.pk) or form_of(request, row),
            since.get(row.box_variance.pull_id if row.box_variance else 0),
            who_settles(row.about),
        )
        for row in waiting
    ]
    context = {"rows": rows, "today": _today(request), "given_up": given_up_boxes(room)}
    return page(request, "cage/drop_reports.html", context, status=422 if forms else 200)


def _today(request: RoomRequest) -> date:
    return request.room.gaming_day(timezone.now())
