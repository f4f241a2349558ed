"""The logs of currency of a gaming day: transactions by patron, and chips without a known origin."""

from collections.abc import Callable, Iterator
from datetime import date

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_safe

from cage.forms.other_cash import LogForm
from cage.selectors import logs
from config.rooms.models import Room
from config.staff.roles import Permission
from config.web.spreadsheets import csv_file
from config.web.views import RoomRequest, page, staff


@require_safe
@staff(Permission.REPORT_VIEW)
def transaction_log(request: RoomRequest) -> HttpResponse:
    """The patrons whose cash of a day the room logs, each transaction; who described patrons; and the slips of locked
    days that were voided on it."""
    day, form = _day(request)
    patrons, told = logs.transaction_log(request.room, day), logs.describers(request.room, day)
    context = {"day": day, "form": form, "patrons": patrons, "describers": told}
    return page(request, "cage/log.html", context | {"later_voids": logs.later_voids(request.room, day)})


@require_safe
@staff(Permission.REPORT_VIEW)
def transaction_log_csv(request: RoomRequest) -> HttpResponseBase:
    """The same as a file."""
    return _file(request, logs.log_csv, "transactions")


@require_safe
@staff(Permission.REPORT_VIEW)
def presented_chips(request: RoomRequest) -> HttpResponse:
    """The chips without a known origin of a day, by patron, cashier and value."""
    day, form = _day(request)
    return page(
        request, "cage/presented_chips.html",
        {"day": day, "form": form, "found": logs.presented_chips(request.room, day)},
    )  # fmt: skip


@require_safe
@staff(Permission.REPORT_VIEW)
def presented_chips_csv(request: RoomRequest) -> HttpResponseBase:
    """The same as a file."""
    return _file(request, logs.presented_csv, "chips-presented")


def _file(request: RoomRequest, lines: Callable[[Room, date], Iterator[str]], name: str) -> HttpResponseBase:
    day, _ = _day(request)
    return csv_file(lines(request.room, day), f"{name}-{day.isoformat()}.csv")


def _day(request: RoomRequest) -> tuple[date, LogForm]:
    """The gaming day that was asked for, or today."""
    today = request.room.gaming_day(timezone.now())
    form = LogForm(request.GET if "day" in request.GET else None, room=request.room, initial={"day": today})
    return (form.cleaned_data["day"] if form.is_bound and form.is_valid() else today), form
