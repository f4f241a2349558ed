"""The pages of revenue: the monthly return and its file, the transfers behind a sum, and the definitions."""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from config import replica
from config.errors import DomainError
from config.staff.reauthentication import reauthenticated
from config.staff.roles import Permission
from config.web.spreadsheets import csv_file
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from players.selectors.ledger_rows import told, with_words
from rake.figures.periods import Period
from rake.looking import note_looks, warned
from rake.revenue import exports, services
from rake.revenue.definitions import terms_of, versions_of
from rake.revenue.forms import BehindForm, ReturnForm, VersionForm
from rake.revenue.moved import sign_of, sums_by_day, transfers_of
from rake.revenue.returns import MonthlyReturn, monthly_return, usual_month
from rake.revenue.sums import BY_CODE
from rake.revenue_models import RevenueVersion

PAGE = 50


@require_safe
@staff(Permission.REPORT_VIEW)
def revenue(request: RoomRequest) -> HttpResponse:
    """The return of a month by a definition: the total, each named sum, each gaming day, and what it lacks."""
    form = ReturnForm(request.GET, room=request.room)
    is_read = form.is_valid()
    if not is_read:
        form.cleaned_data = {}
    shown = _return(request, form)
    if first := warned(request, first=shown.month.first, last=shown.month.last):
        return first
    note_looks(request, first=shown.month.first, last=shown.month.last)
    definitions = [(code, versions[-1].title) for code, versions in versions_of(request.room).items()]
    context = {
        "shown": shown,
        "form": form,
        "error": None if is_read else DomainError("choice_unknown", "Choose a month, such as 2026-11."),
        "definitions": definitions,
        "heads": [(each, shown.parts[each.code]) for each in shown.sums],
        "lines": [(line, [(each, line.parts.get(each.code)) for each in shown.sums]) for line in shown.lines],
        "month": _named(shown.month),
        "earlier": _named(shown.month.earlier),
        "later": _named(shown.month.later),
    }
    return page(request, "rake/revenue.html", context, status=200 if is_read else 422)


@require_safe
@staff(Permission.REPORT_VIEW)
def revenue_csv(request: RoomRequest) -> HttpResponseBase:
    """The return as CSV."""
    form = ReturnForm(request.GET, room=request.room)
    if not form.is_valid():
        raise DomainError("choice_unknown", "Choose a month, such as 2026-11.")
    shown = _return(request, form)
    if first := warned(request, first=shown.month.first, last=shown.month.last):
        return first
    note_looks(request, first=shown.month.first, last=shown.month.last)
    return csv_file(exports.csv_lines(shown), f"{shown.code}-{shown.month.first:%Y-%m}.csv")


@require_safe
@staff(Permission.LEDGER_VIEW)
def behind(request: RoomRequest, code: str) -> HttpResponse:
    """The transfers that a named sum of a gaming day, or of a month, adds up; newest first, page by page."""
    each = BY_CODE.get(code)
    form = BehindForm(request.GET, room=request.room)
    if each is None or not form.is_valid():
        raise Http404("no such sum")
    first, last = form.days(request.room.gaming_day(timezone.now()))
    if warning := warned(request, first=first, last=last):
        return warning
    note_looks(request, first=first, last=last)
    found = with_words(transfers_of(request.room, each, first, last)).order_by("-chain_number")
    if before := form.cleaned_data.get("before"):
        found = found.filter(chain_number__lt=before)
    rows = list(found[: PAGE + 1])
    sums = sums_by_day(request.room, first, last)
    context = {
        "sum": each,
        "first": first,
        "last": last,
        "amount": sum(day[code] for day in sums.values()),
        "rows": [(row, sign_of(each, row.transfer) * row.transfer.amount) for row in told(rows[:PAGE])],
        "older": rows[PAGE - 1].chain_number if len(rows) > PAGE else None,
        "query": f"day={first}" if first == last else f"month={first:%Y-%m}",
        "month": f"{first:%Y-%m}",
    }
    return page(request, "rake/revenue_sum.html", context)


@require_safe
@staff(Permission.REPORT_VIEW)
def definitions(request: RoomRequest) -> HttpResponse:
    """Every definition of revenue with the formula of its newest version, and every named sum."""
    rows = [(versions[-1], terms_of(versions[-1])) for versions in versions_of(request.room).values()]
    return page(request, "rake/revenue_definitions.html", {"rows": rows, "sums": BY_CODE.values()})


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.HOUSE_RULES_POST)
def add_definition(request: RoomRequest) -> HttpResponse:
    """A definition of the room's own."""
    initial = VersionForm.initial_for(None, request.room.gaming_day(timezone.now()))
    form = VersionForm(sent(request), room=request.room, initial=initial)
    return _post(request, form, []) if form.is_valid() else _definition_page(request, form, [])


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.HOUSE_RULES_POST, read=Permission.REPORT_VIEW)
def definition(request: RoomRequest, code: str) -> HttpResponse:
    """The versions of a definition, and a new one to make of it."""
    versions = list(versions_of(request.room).get(code, ()))
    if not versions:
        raise Http404("no such definition")
    initial = VersionForm.initial_for(versions[-1], request.room.gaming_day(timezone.now()))
    form = VersionForm(sent(request), room=request.room, initial=initial)
    return _post(request, form, versions) if form.is_valid() else _definition_page(request, form, versions)


@reauthenticated
def _post(request: RoomRequest, form: VersionForm, versions: list[RevenueVersion]) -> HttpResponse:
    """Keep the version: whoever does so has just shown the PIN."""
    code = versions[-1].code if versions else ""
    at = timezone.now()
    given: dict[str, Any] = form.facts() | {"by": request.user, "at": at}
    try:
        version = services.post_revenue_version(room=request.room, code=code, second=form.second(at=at), **given)
    except DomainError as error:
        show_refusal(form, error)
        return _definition_page(request, form, versions)
    return done(
        request,
        reverse("revenue_definition", args=[version.code]),
        gettext("%(version)s, is on record.") % {"version": version},
    )


def _definition_page(request: RoomRequest, form: VersionForm, versions: list[RevenueVersion]) -> HttpResponse:
    shown = [(version, terms_of(version)) for version in reversed(versions)]
    context = {"versions": shown, "newest": versions[-1] if versions else None, "version_form": form}
    return page(request, "rake/revenue_definition.html", context, status=422 if form.is_bound else 200)


def _return(request: RoomRequest, form: ReturnForm) -> MonthlyReturn:
    today = request.room.gaming_day(timezone.now())
    month, code = form.chosen(usual_month(request.room, today))
    shown, where = replica.read(lambda: monthly_return(request.room, code, month, today))
    if shown is None:
        raise Http404("no such definition")
    return replace(shown, read_from=where.words(request.room.zone))


def _named(month: Period) -> dict[str, str]:
    return {"name": f"{month.first:%B %Y}", "value": f"{month.first:%Y-%m}"}
