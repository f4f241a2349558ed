"""A debt to a case: collected at the table or at the window, or written off."""

from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from config.errors import DomainError
from config.staff.roles import Permission
from config.staff.second import second_person
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from players.forms.debts import CollectForm, How, PayForm, WriteOffForm
from players.selectors.debts import DebtRow, debt_row
from players.selectors.desk import drawer_rows, own_drawer
from players.services.debts import collect_debt, write_off_debt


@require_safe
@staff(Permission.PLAYER_VIEW)
def debt(request: RoomRequest, debt_id: int) -> HttpResponse:
    """Show what is owed and by whom, and every step by which it grew less."""
    return _show(request, _row(request, debt_id))


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.DISPUTE_RULE)
def collect(request: RoomRequest, debt_id: int) -> HttpResponse:
    """A supervisor takes chips for it, on the table between hands or off it."""
    return _collect(request, _row(request, debt_id), CollectForm)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.BUY_IN)
def pay(request: RoomRequest, debt_id: int) -> HttpResponse:
    """The player pays at the window, in cash or with chips."""
    return _collect(request, _row(request, debt_id), PayForm)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.DISPUTE_APPEAL)
def write_off(request: RoomRequest, debt_id: int) -> HttpResponse:
    """Give up what is left of it, as a manager; a second person confirms with their own PIN."""
    row, now = _row(request, debt_id), timezone.now()
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


def _collect(request: RoomRequest, row: DebtRow, form_class: type[CollectForm]) -> HttpResponse:
    initial = {"amount": row.owed, "how": form_class.base_fields["how"].choices[0][0]}  # type: ignore[attr-defined]
    initial["drawer"] = own_drawer(drawer_rows(request.room, open_only=True), request.user)
    form = form_class(sent(request), room=request.room, initial=initial)
    if form.is_valid():
        data = form.cleaned_data
        facts, now = {"amount": data["amount"], "key": data["key"], "drawer": data.get("drawer")}, timezone.now()
        try:
            facts |= {"second": form.second(at=now)}
            collect_debt(debt=row.debt, how=How(data["how"]), by=request.user, at=now, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return _done(request, row, f"{request.room.money(data['amount'])} is collected.")
    return _show(request, row, form, "Collect")


def _show(
    request: RoomRequest, row: DebtRow, form: CollectForm | WriteOffForm | None = None, action: str = ""
) -> HttpResponse:
    status = 422 if form and form.errors else 200
    return page(request, "players/debt.html", {"row": row, "form": form, "action": action}, status=status)


def _done(request: RoomRequest, row: DebtRow, said: str) -> HttpResponse:
    return done(request, reverse("debt", args=[row.debt.pk]), said)


def _row(request: RoomRequest, debt_id: int) -> DebtRow:
    row = debt_row(request.room, debt_id)
    if row is None:
        raise Http404("no such debt")
    return row
