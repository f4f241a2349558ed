"""A debt that is paid at the window."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from cage.forms.debts import PayForm
from cage.forms.voids import VoidForm
from cage.selectors.drawers import own_drawers
from cage.selectors.voids import why_two
from cage.services import pay_debt, refuse_returned_payment, void_debt_payment
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, refusal_of, sent, show_refusal, staff
from players.models import DebtEntry
from players.views.debts import row_or_404, take


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.BUY_IN)
def pay(request: RoomRequest, debt_id: int) -> HttpResponse:
    """The player pays at the window, in cash or with chips."""
    row = row_or_404(request, debt_id)
    drawers = own_drawers(request.room, request.user)
    start = {"amount": row.owed, "drawer": drawers[0] if drawers else None}
    form = PayForm(sent(request), room=request.room, drawers=drawers, initial=start)
    return take(request, row, form, pay_debt)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.BUY_IN)
def void(request: RoomRequest, entry_id: int) -> HttpResponse:
    """Give cash back that was paid on a debt by mistake."""
    cash = DebtEntry.objects.filter(how=DebtEntry.How.CASH, debt__room=request.room)
    paid = get_object_or_404(cash.select_related("debt__player", "debt__room", "debt__goes_to__player"), pk=entry_id)
    form, now = VoidForm(sent(request), room=request.room), timezone.now()
    if form.is_valid():
        facts = {"reason": form.cleaned_data["reason"], "key": form.cleaned_data["key"]}
        try:
            void_debt_payment(paid=paid, by=request.user, at=now, second=form.second(at=now), **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("debt", args=[paid.debt_id]))
    if why := why_two(paid, request.room, by=request.user, at=now):
        form.demand("badge", "pin")
    settled = refusal_of(lambda: refuse_returned_payment(paid))
    context = {"paid": paid, "form": form, "why": why, "settled": settled}
    return page(request, "cage/debt_void.html", context, status=422 if form.is_bound else 200)
