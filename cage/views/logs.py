"""The logs of currency of a gaming day: transactions by patron, and chips without a known origin."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from cage import services
from cage.forms.other_cash import LinkedDayForm, LogForm
from cage.models import LinkedDay
from cage.selectors import logs
from cage.selectors.linked_days import answered_days, unanswered_days
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.roles import Permission
from config.web.spreadsheets import csv_file
from config.web.views import RoomRequest, done, page, show_refusal, staff


@require_safe
@staff(Permission.REPORT_VIEW)
def transaction_log(request: RoomRequest) -> HttpResponse:
    """The patrons whose cash of a day the room logs, each transaction; who described patrons; the slips of locked days
    that were voided on it; and the days that links of records have brought together."""
    return _log(request, {})


@require_POST
@staff(Permission.DRAWER_FUND)
def answer_linked(request: RoomRequest, alarm_id: int) -> HttpResponse:
    """Say what was done about the cash of two records of one person."""
    alert = get_object_or_404(LinkedDay, pk=alarm_id, room=request.room)
    form = _linked_form(request, alert, request.POST)
    if form.is_valid():
        facts = {"reason": form.cleaned_data["reason"], "by": request.user, "at": timezone.now()}
        try:
            services.answer_linked_day(alert=alert, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("transaction_log"), gettext("The day has its answer."))
    return _log(request, {alert.pk: form})


def _log(request: RoomRequest, refused: Mapping[int, LinkedDayForm]) -> HttpResponse:
    day, form = _day(request)
    patrons, told = logs.transaction_log(request.room, day), logs.describers(request.room, day)
    linked = [(each, refused.get(each.pk) or _linked_form(request, each)) for each in unanswered_days(request.room)]
    context: dict[str, Any] = {"day": day, "form": form, "patrons": patrons, "describers": told, "linked": linked}
    context |= {"answered": answered_days(request.room), "later_voids": logs.later_voids(request.room, day)}
    return page(request, "cage/log.html", context, status=422 if refused else 200)


def _linked_form(request: RoomRequest, alert: LinkedDay, data: Any = None) -> LinkedDayForm:
    return LinkedDayForm(data, room=request.room, auto_id=f"linked_{alert.pk}_%s")


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
