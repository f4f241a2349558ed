"""The time of a table: what everybody owes for it, collected in one tap or seat by seat, waived, or voided."""

from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.text import how_many
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from players.forms.time_charges import CollectTimeForm, VoidTimeForm, WaiveTimeForm
from players.models import Sitting, TimeCharge
from players.selectors.time_due import SeatDue, away_since, time_due_at
from players.selectors.time_paid import PaidTime, paid_at
from players.services.time_charges import collect_time, waive_time
from players.services.time_voids import void_time
from tables.models import TableSession


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.TABLE_OPEN, read=Permission.FLOOR_VIEW)
def time(request: RoomRequest, session_id: int) -> HttpResponse:
    """Everybody who owes time at the table; collect it from all of them, or from one."""
    session, now = _session(request, session_id), timezone.now()
    form = CollectTimeForm(sent(request), room=request.room)
    if form.is_valid():
        data = form.cleaned_data
        sittings = [_sitting(session, data["sitting"])] if data["sitting"] else None
        try:
            paid = collect_time(session=session, sittings=sittings, key=data["key"], by=request.user, at=now)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("table", args=[session.table_id]), _collected(session, paid, now))
    return _show(request, session, form, now)


@require_POST
@staff(Permission.TABLE_OPEN)
def waive(request: RoomRequest, session_id: int) -> HttpResponse:
    """Let one player off what they owe for time, with a reason."""
    session, now = _session(request, session_id), timezone.now()
    form = WaiveTimeForm(request.POST, room=request.room)
    if form.is_valid():
        data = form.cleaned_data
        sitting = _sitting(session, data["sitting"])
        try:
            facts: dict[str, Any] = {"reason": data["reason"], "key": data["key"], "second": form.second(at=now)}
            waive_time(sitting=sitting, by=request.user, at=now, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(
                request,
                reverse("time", args=[session.pk]),
                gettext("The time of %(player)s is waived.") % {"player": sitting.player},
            )
    return _show(request, session, form, now)


@require_POST
@staff(Permission.TABLE_OPEN)
def void(request: RoomRequest, session_id: int) -> HttpResponse:
    """Take back what one seat paid for time by mistake, with what was wrong."""
    session, now = _session(request, session_id), timezone.now()
    form = VoidTimeForm(request.POST, room=request.room)
    if form.is_valid():
        data = form.cleaned_data
        charges = TimeCharge.objects.select_related("sitting__player", "sitting__session__room")
        charge = get_object_or_404(charges, pk=data["charge"], sitting__session=session)
        try:
            facts: dict[str, Any] = {"reason": data["reason"], "key": data["key"], "second": form.second(at=now)}
            void_time(charge=charge, by=request.user, at=now, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = gettext("The time of %(player)s is voided: it is due again.") % {"player": charge.sitting.player}
            return done(request, reverse("time", args=[session.pk]), said)
    return _show(request, session, form, now)


def _collected(session: TableSession, paid: list[TimeCharge], at: datetime) -> str:
    """Say what was collected, and who still owes because the stack was too small."""
    money = session.room.money
    players = how_many(len({row.player_id for row in paid}), "player")
    said = f"{money(sum(row.amount for row in paid))} for time is collected from {players}."
    left = ", ".join(f"{due.sitting.player} {money(due.amount)}" for due in time_due_at(session, at))
    return f"{said} Still due: {left}." if left else said


def _show(request: RoomRequest, session: TableSession, form: StrictForm, at: datetime) -> HttpResponse:
    due = time_due_at(session, at)
    away = away_since(due)
    context = {
        "session": session,
        "form": form,
        "collect_form": CollectTimeForm(room=request.room),
        "total": sum(each.amount for each in due),
        "lines": [(each, *_forms(request, each, form), away.get(each.sitting.pk)) for each in due],
        "paid": [(each, _void_form(request, each, form)) for each in paid_at(session)],
    }
    return page(request, "players/time.html", context, status=422 if form.errors else 200)


def _forms(request: RoomRequest, due: SeatDue, sent_in: StrictForm) -> tuple[CollectTimeForm, WaiveTimeForm]:
    """The two forms of one seat: fresh, but for the waiver of it that was refused, which keeps what was typed."""
    pk = due.sitting.pk
    asked: dict[str, Any] = {"room": request.room, "initial": {"sitting": pk}}
    collecting = CollectTimeForm(auto_id=f"collect{pk}_%s", **asked)
    if isinstance(sent_in, WaiveTimeForm) and sent_in.errors and sent_in["sitting"].value() == str(pk):
        return collecting, sent_in
    return collecting, WaiveTimeForm(auto_id=f"waive{pk}_%s", **asked)


def _void_form(request: RoomRequest, paid: PaidTime, sent_in: StrictForm) -> VoidTimeForm:
    """The form that voids one payment: fresh, but for the one that was refused."""
    pk = paid.first.pk
    if isinstance(sent_in, VoidTimeForm) and sent_in.errors and sent_in["charge"].value() == str(pk):
        return sent_in
    return VoidTimeForm(auto_id=f"void{pk}_%s", room=request.room, initial={"charge": pk})


def _sitting(session: TableSession, pk: int) -> Sitting:
    sitting = get_object_or_404(Sitting.objects.select_related("player"), pk=pk, session=session)
    sitting.session = session
    return sitting


def _session(request: RoomRequest, session_id: int) -> TableSession:
    sessions = TableSession.objects.select_related("room", "table", "plaque__house_rules")
    return get_object_or_404(sessions, pk=session_id, room=request.room, source=TableSession.Source.FLOOR)
