"""The tray of a table: counted by two, given to a table, and what a closed table's felt still holds."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from cage import services
from cage.forms.transit import ImprestForm, SettleFeltForm, TrayForm
from cage.models import TrayCount
from cage.selectors.denominations import Values, values_of
from cage.selectors.transit import open_slips_of
from cage.selectors.trays import counts_of, first_counts, likely_part, open_session_at, tray_signer
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from players.models import Account, AccountKind
from tables.models import Table, TableSession


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.TRAY_COUNT, read=Permission.FLOOR_VIEW)
def tray(request: RoomRequest, table_id: int) -> HttpResponse:
    """The count sheet of a tray, which tells nobody what must be there, and the counts before."""
    table, now = _table(request, table_id), timezone.now()
    form = _sheet(request, table, bound=request.method == "POST")
    if form.is_valid():
        facts: dict[str, Any] = {"key": form.cleaned_data["key"], "by": request.user, "at": now}
        try:
            part = TrayCount.Part(form.cleaned_data["part"])
            facts |= {"counted": form.counted(), "second": form.second(at=now)}
            count = services.count_tray(table=table, part=part, dealer=form.dealer(by=request.user, at=now), **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = "Entered. Count the tray again." if count.is_first else "The count is entered, and signed by both."
            return done(request, reverse("tray", args=[table.pk]), said)
    return _show(request, table, form=form)


@require_POST
@staff(Permission.DRAWER_FUND)
def set_tray(request: RoomRequest, table_id: int) -> HttpResponse:
    """Give a table a tray, change what it should hold, or take it away."""
    table = _table(request, table_id)
    form = ImprestForm(request.POST, room=request.room, auto_id="imprest_%s")
    if form.is_valid():
        imprest = form.cleaned_data["imprest"]
        try:
            services.set_tray(table=table, imprest=imprest, by=request.user, at=timezone.now())
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = f"{table} has a tray." if imprest else f"{table} has no tray."
            return done(request, reverse("tray", args=[table.pk]), said)
    return _show(request, table, imprest_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.TABLE_OPEN, read=Permission.HAND_VIEW)
def settle_felt(request: RoomRequest, session_id: int) -> HttpResponse:
    """The chips that the felt of a closed table holds or lacks, and what it means to book it."""
    sessions = TableSession.objects.select_related("room", "table")
    session = get_object_or_404(sessions, pk=session_id, room=request.room, source=TableSession.Source.FLOOR)
    form = SettleFeltForm(sent(request), room=request.room)
    if form.is_valid():
        data, now = form.cleaned_data, timezone.now()
        facts: dict[str, Any] = {"reason": data["close_reason"], "key": data["key"], "by": request.user, "at": now}
        try:
            services.settle_felt(session=session, second=form.second(at=now), **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(
                request,
                reverse("felt_settle", args=[session.pk]),
                gettext("The felt of %(table)s is settled.") % {"table": session.table},
            )
    felt = Account.objects.filter(session=session, kind=AccountKind.FELT).values_list("balance", flat=True).first()
    context = {"session": session, "form": form, "felt": felt or 0}
    return page(request, "cage/felt_settle.html", context, status=422 if form.is_bound else 200)


def _sheet(request: RoomRequest, table: Table, *, bound: bool) -> TrayForm:
    values = Values(values_of(request.room).chips, ())
    part = likely_part(table, open_session_at(table))
    data = request.POST if bound else None
    who: dict[str, Any] = {
        "signing": tray_signer(table),
        "is_verifier": request.user.may(Permission.TABLE_OPEN, request.room),
    }
    return TrayForm(data, room=request.room, values=values, initial={"part": part}, auto_id="count_%s", **who)


def _show(request: RoomRequest, table: Table, **forms: StrictForm) -> HttpResponse:
    context: dict[str, Any] = {
        "table": table,
        "form": forms.get("form") or _sheet(request, table, bound=False),
        "imprest_form": ImprestForm(room=request.room, initial={"imprest": table.tray_imprest}, auto_id="imprest_%s"),
        "counts": counts_of(table),
        "again": first_counts(table, open_session_at(table)),
        "open": open_slips_of(table),
    }
    status = 422 if any(form.is_bound for form in forms.values()) else 200
    return page(request, "cage/tray.html", context | forms, status=status)


def _table(request: RoomRequest, table_id: int) -> Table:
    return get_object_or_404(Table.objects.select_related("room"), pk=table_id, room=request.room)
