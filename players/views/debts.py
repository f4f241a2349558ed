"""A debt to a case: collected at the table, or written off. The cage takes what is paid at its window."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from config.errors import DomainError
from config.staff.roles import Permission
from config.staff.second import second_person
from config.web.views import RoomRequest, done, page, refusal_of, sent, show_refusal, staff
from players.forms.debts import CollectForm, How, ReturnForm, WriteOffForm
from players.models import DebtEntry
from players.selectors.debts import DebtRow, debt_row
from players.services.debt_returns import OF_CHIPS, refuse_returned, return_collected, why_two_return
from players.services.debts import collect_debt, write_off_debt


@require_safe
@staff(Permission.PLAYER_VIEW)
def debt(request: RoomRequest, debt_id: int) -> HttpResponse:
    """Show what is owed and by whom, and every step by which it grew less."""
    return _show(request, row_or_404(request, debt_id))


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.DISPUTE_RULE)
def collect(request: RoomRequest, debt_id: int) -> HttpResponse:
    """A supervisor takes chips for it, on the table between hands or off it."""
    row = row_or_404(request, debt_id)
    form = CollectForm(sent(request), room=request.room, initial={"amount": row.owed, "how": How.SEAT.value})
    return take(request, row, form, collect_debt)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.DISPUTE_APPEAL)
def write_off(request: RoomRequest, debt_id: int) -> HttpResponse:
    """Give up what is left of it, as a manager; a second person confirms with their own PIN."""
    row, now = row_or_404(request, debt_id), timezone.now()
    form = WriteOffForm(sent(request), room=request.room)
    if form.is_valid():
        data = form.cleaned_data
        try:
            second = second_person(request.room, data["badge"], data["pin"], at=now)
            facts: dict[str, Any] = {"reason": data["reason"], "second": second, "key": data["key"]}
            write_off_debt(debt=row.debt, by=request.user, at=now, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return _done(request, row, "The rest is written off.")
    return _show(request, row, form, "Write off")


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.DISPUTE_RULE)
def give_back(request: RoomRequest, entry_id: int) -> HttpResponse:
    """Give chips back that were collected by mistake."""
    of_chips = DebtEntry.objects.filter(how__in=OF_CHIPS, debt__room=request.room)
    collected = get_object_or_404(of_chips.select_related("debt__player", "debt__room", "debt__goes_to"), pk=entry_id)
    form, now = ReturnForm(sent(request), room=request.room), timezone.now()
    if form.is_valid():
        facts = {"reason": form.cleaned_data["reason"], "key": form.cleaned_data["key"]}
        try:
            return_collected(collected=collected, by=request.user, at=now, second=form.second(at=now), **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("debt", args=[collected.debt_id]), gettext("The chips are given back."))
    if why_two_return(collected, now):
        form.demand("badge", "pin")
    settled = refusal_of(lambda: refuse_returned(collected))
    return _show(request, row_or_404(request, collected.debt_id), form, gettext("Give these chips back"), settled)


def take(request: RoomRequest, row: DebtRow, form: CollectForm, service: Callable[..., DebtEntry]) -> HttpResponse:
    """Some of a debt is taken as the form says, by a service that settles it; else its page with the form."""
    if form.is_valid():
        data, now = form.cleaned_data, timezone.now()
        facts: dict[str, Any] = {name: data[name] for name in ("amount", "key", "drawer") if name in data}
        try:
            facts |= {"second": form.second(at=now)}
            service(debt=row.debt, how=How(data["how"]), by=request.user, at=now, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return _done(request, row, f"{request.room.money(data['amount'])} is collected.")
    return _show(request, row, form, "Collect")


def row_or_404(request: RoomRequest, debt_id: int) -> DebtRow:
    """The debt of that number in the room, with its steps."""
    row = debt_row(request.room, debt_id)
    if row is None:
        raise Http404("no such debt")
    return row


def _show(
    request: RoomRequest,
    row: DebtRow,
    form: CollectForm | ReturnForm | WriteOffForm | None = None,
    action: str = "",
    settled: DomainError | None = None,
) -> HttpResponse:
    status = 422 if form and form.errors else 200
    shown = form if (row.owed or isinstance(form, ReturnForm)) and settled is None else None
    context = {"row": row, "form": shown, "action": action, "settled": settled}
    return page(request, "players/debt.html", context, status=status)


def _done(request: RoomRequest, row: DebtRow, said: str) -> HttpResponse:
    return done(request, reverse("debt", args=[row.debt.pk]), said)
