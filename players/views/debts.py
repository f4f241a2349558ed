"""A debt to a case: collected at the table, or written off. The cage takes what is paid at its window."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from config.errors import DomainError
from config.staff.roles import Permission
from config.staff.second import second_person
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from players.forms.debts import CollectForm, How, WriteOffForm
from players.models import DebtEntry
from players.selectors.debts import DebtRow, debt_row
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
    request: RoomRequest, row: DebtRow, form: CollectForm | WriteOffForm | None = None, action: str = ""
) -> HttpResponse:
    status = 422 if form and form.errors else 200
    return page(request, "players/debt.html", {"row": row, "form": form, "action": action}, status=status)


def _done(request: RoomRequest, row: DebtRow, said: str) -> HttpResponse:
    return done(request, reverse("debt", args=[row.debt.pk]), said)
