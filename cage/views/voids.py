"""A slip is voided: its page asks for the reason, and for a second person where one may not do it alone."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from cage import services
from cage.forms.voids import VoidForm
from cage.models import BankSlip, BuyIn, CashOut, CashSlip, Slip, SlipVoid, TokeSlip
from cage.selectors.voids import kind_of, void_of, why_two
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, refusal_of, sent, show_refusal, staff


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.BUY_IN)
def void_buy_in(request: RoomRequest, buy_in_id: int) -> HttpResponse:
    """Take a sale back."""
    sales = BuyIn.objects.select_related("player", "session__table", "drawer", "by", "room")
    bought = get_object_or_404(sales, pk=buy_in_id, room=request.room)
    return void_slip(request, bought, lambda **facts: services.void_buy_in(bought=bought, **facts))


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.CASH_OUT)
def void_cash_out(request: RoomRequest, cash_out_id: int) -> HttpResponse:
    """Take a payment back."""
    payments = CashOut.objects.select_related("player", "drawer", "by", "room")
    paid = get_object_or_404(payments, pk=cash_out_id, room=request.room)
    return void_slip(request, paid, lambda **facts: services.void_cash_out(paid=paid, **facts))


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.CASH_OUT)
def void_cash_slip(request: RoomRequest, slip_id: int) -> HttpResponse:
    """Take other money of a window back."""
    slips = CashSlip.objects.select_related("player", "drawer", "by", "room")
    slip = get_object_or_404(slips, pk=slip_id, room=request.room)
    return void_slip(request, slip, lambda **facts: services.void_cash_slip(slip=slip, **facts))


def void_slip(request: RoomRequest, slip: Slip, void: Callable[..., SlipVoid], *, to: str = "") -> HttpResponse:
    """The page of a void, or what it ends at: its receipt, where it goes to no other address. Where what would go back
    is gone by now it says so, and asks nothing."""
    receipt, made = to or reverse(f"{kind_of(slip)}_receipt", args=[slip.pk]), void_of(slip)
    shown: dict[str, Any] = {
        "other": slip if isinstance(slip, CashSlip) else None,
        "sold": isinstance(slip, BuyIn),
        "receipt": receipt,
        "void": made,
    }
    refuse = None if made else lambda: services.refuse_gone(slip)
    return answer_void(request, slip, void, template="cage/void.html", to=receipt, refuse=refuse, **shown)


def answer_void(
    request: RoomRequest,
    slip: Slip | BankSlip | TokeSlip,
    act: Callable[..., object],
    *,
    template: str,
    to: str,
    refuse: Callable[[], None] | None = None,
    **shown: object,
) -> HttpResponse:
    """The page `template` that asks for a reason and, where it takes two, a second person; done, it goes to `to`.
    Nothing is asked where `refuse` refuses what is settled already, or what would be refused whoever asks."""
    now = timezone.now()
    form = VoidForm(sent(request), room=request.room)
    if form.is_valid():
        facts = {"reason": form.cleaned_data["reason"], "key": form.cleaned_data["key"]}
        try:
            act(by=request.user, at=now, second=form.second(at=now), **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, to)
    if why := why_two(slip, request.room, by=request.user, at=now):
        form.demand("badge", "pin")
    context = shown | {"slip": slip, "form": form, "why": why, "settled": refusal_of(refuse) if refuse else None}
    return page(request, template, context, status=422 if form.is_bound else 200)
