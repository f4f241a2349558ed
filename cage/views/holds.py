"""Cash-outs that are held: their list, and a supervisor's decision."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from cage import services
from cage.forms.other_cash import DecideHoldForm
from cage.models import HeldCashOut
from cage.selectors.holds import still_held
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, show_refusal, staff


@require_safe
@staff(Permission.DAY_VIEW)
def held(request: RoomRequest) -> HttpResponse:
    """The cash-outs that wait for an identity or a decision."""
    return _show(request)


@require_POST
@staff(Permission.PLAYER_IDENTIFY)
def decide(request: RoomRequest, hold_id: int) -> HttpResponse:
    """Let a held cash-out be paid, or leave the chips with the patron."""
    waiting = get_object_or_404(HeldCashOut.objects.select_related("room", "player"), pk=hold_id, room=request.room)
    form = DecideHoldForm(request.POST, room=request.room, auto_id=f"hold{hold_id}_%s")
    if form.is_valid():
        data = form.cleaned_data
        facts = {"is_paid": data["outcome"] == "paid", "reason": data["reason"], "key": data["key"]}
        try:
            services.decide_hold(held=waiting, by=request.user, at=timezone.now(), **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = "The window may pay it now." if facts["is_paid"] else f"It is not paid: {waiting.stays}."
            return done(request, reverse("held_cash_outs"), said)
    return _show(request, {hold_id: form})


def _show(request: RoomRequest, given: dict[int, DecideHoldForm] | None = None) -> HttpResponse:
    """The page; each hold with a form of its own, that which was sent with what it says."""
    forms = given or {}
    waiting = [
        (each, forms.get(each.pk) or DecideHoldForm(room=request.room, auto_id=f"hold{each.pk}_%s"))
        for each in still_held(request.room)
    ]
    return page(request, "cage/held.html", {"waiting": waiting}, status=422 if forms else 200)
