"""Tokes: counted at a window, shared by the manager, paid by name; and the statement of each dealer."""

from datetime import date, timedelta
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cage import services
from cage.forms.banks import SpanForm
from cage.forms.tokes import PayShareForm, SplitForm, TokeCountForm
from cage.models import TokeShare, TokeSlip
from cage.selectors import tokes as selectors
from cage.selectors.denominations import values_of
from cage.selectors.drawers import own_drawers
from cage.selectors.papers import prints_of
from cage.views.voids import answer_void
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.views import RoomRequest, done, page, show_refusal, staff
from tables.models import Dealer


@require_safe
@staff(Permission.TOKES_VIEW)
def tokes(request: RoomRequest) -> HttpResponse:
    """The tokes of a gaming day with its shares, and those that are still owed."""
    return _show(request, _day(request))


@require_POST
@staff(Permission.TOKES_SPLIT)
def split(request: RoomRequest) -> HttpResponse:
    """Share the tokes of a gaming day that is over."""
    form = SplitForm(request.POST, room=request.room)
    if form.is_valid():
        try:
            made = services.split_tokes(room=request.room, **form.cleaned_data, **_facts(request))
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = "Nobody dealt: they wait for the next gaming day." if made.is_carried else "The tokes are shared."
            return done(request, _at(made.gaming_day), said)
    return _show(request, form.cleaned_data.get("day") or _day(request), split_form=form)


@require_POST
@staff(Permission.CASH_OUT)
def count(request: RoomRequest) -> HttpResponse:
    """Take tokes that two people have counted: a dealer's own for cash, or those of the pool."""
    form = _count_form(request, bound=True)
    if form.is_valid():
        data, facts = form.cleaned_data, _facts(request)
        facts |= {"counted": form.counted(), "drawer": data["drawer"], "key": data["key"]}
        try:
            facts["second"] = form.second(at=facts["at"])
            if _is_pooled(request.room):
                slip = services.enter_counted_tokes(room=request.room, of_day=data["of_day"], **facts)
            else:
                slip = services.exchange_tokes(dealer=data["dealer"], **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("toke_receipt", args=[slip.pk]))
    return _show(request, _day(request), count_form=form)


@require_POST
@staff(Permission.CASH_OUT)
def pay(request: RoomRequest, share_id: int) -> HttpResponse:
    """Pay a dealer's share from the own drawer."""
    owed = TokeShare.objects.select_related("split__room", "dealer")
    share = get_object_or_404(owed, pk=share_id, split__room=request.room)
    form, drawers = PayShareForm(request.POST, room=request.room, share=share), own_drawers(request.room, request.user)
    if form.is_valid():
        try:
            if not drawers:
                raise DomainError("drawer_missing", "You work no drawer now: open one with a count, then pay.")
            facts = _facts(request)
            facts |= {"key": form.cleaned_data["key"], "dealer": form.dealer(**facts)}
            slip = services.pay_share(share=share, drawer=drawers[0], **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("toke_receipt", args=[slip.pk]))
    return _show(request, share.split.gaming_day, pay_form=form)


@require_safe
@staff(Permission.TOKES_VIEW)
def dealer(request: RoomRequest, dealer_id: int) -> HttpResponse:
    """The statement of a dealer: shares by gaming day, and own tokes exchanged; to be printed."""
    found, today = get_object_or_404(Dealer, pk=dealer_id, room=request.room), request.room.gaming_day(timezone.now())
    start = {"first": today - timedelta(days=30), "last": today}
    form = SpanForm(request.GET if "first" in request.GET else None, room=request.room, initial=start)
    span = form.cleaned_data if form.is_bound and form.is_valid() else start
    shares, own = selectors.statement_of(found, span["first"], span["last"])
    sums = {"shared": sum(share.amount for share in shares), "exchanged": sum(slip.amount for slip in own)}
    context = {"dealer": found, "form": form, "span": span, "shares": shares, "own": own} | sums
    return page(request, "cage/toke_dealer.html", context, status=422 if form.errors else 200)


@require_safe
@staff(Permission.MONEY_VIEW)
def receipt(request: RoomRequest, slip_id: int) -> HttpResponse:
    """The receipt of tokes that were counted, exchanged or paid."""
    slip = _slip(request, slip_id)
    pieces = [(int(value), count) for value, count in slip.chips.items()]
    can_void = not slip.voids and not hasattr(slip, "void")
    times = prints_of(request.room, [slip.receipt]).get(slip.receipt)
    context = {"slip": slip, "pieces": pieces, "can_void": can_void, "times": times}
    return page(request, "cage/toke_receipt.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.CASH_OUT)
def void(request: RoomRequest, slip_id: int) -> HttpResponse:
    """Take tokes back that were exchanged, counted or paid by mistake."""
    slip = _slip(request, slip_id)
    receipt = reverse("toke_receipt", args=[slip.pk])
    return answer_void(
        request,
        slip,
        lambda **facts: services.void_toke_slip(slip=slip, **facts),
        template="cage/toke_void.html",
        to=receipt,
        refuse=lambda: services.refuse_settled_tokes(slip),
    )


def _slip(request: RoomRequest, slip_id: int) -> TokeSlip:
    kept = TokeSlip.objects.select_related(
        "dealer", "drawer__room", "by", "second", "voids", "void__by", "void__second"
    )
    return get_object_or_404(kept, pk=slip_id, room=request.room)


def _show(request: RoomRequest, day: date, **forms: StrictForm) -> HttpResponse:
    """The page of one day; a refused form stays as it was filled in."""
    today, unpaid = request.room.gaming_day(timezone.now()), selectors.unpaid(request.room)
    context: dict[str, Any] = {
        "day": selectors.day_of_tokes(request.room, day),
        "counts": selectors.counted_slips(request.room, day),
        "before": day - timedelta(days=1),
        "after": day + timedelta(days=1) if day < today else None,
        "is_over": day < today,
        "is_pooled": _is_pooled(request.room),
        "owed": [
            (share, PayShareForm(room=request.room, share=share, auto_id=f"pay_{share.pk}_%s")) for share in unpaid
        ],
        "own": own_drawers(request.room, request.user),
        "count_form": _count_form(request),
        "split_form": SplitForm(room=request.room, initial={"day": day}),
        "pay_form": PayShareForm(room=request.room),
    }
    return page(request, "cage/tokes.html", context | forms, status=422 if forms else 200)


def _count_form(request: RoomRequest, *, bound: bool = False) -> TokeCountForm:
    room, drawers = request.room, own_drawers(request.room, request.user)
    start = {"of_day": room.gaming_day(timezone.now()), "drawer": drawers[0].pk if drawers else None}
    known: dict[str, Any] = {"drawers": drawers, "values": values_of(room), "is_pooled": _is_pooled(room)}
    return TokeCountForm(request.POST if bound else None, room=room, initial=start, auto_id="count_%s", **known)


def _day(request: RoomRequest) -> date:
    """The gaming day that the address asks for; else the one that runs."""
    try:
        asked = parse_date(request.GET.get("day", ""))
    except ValueError:
        asked = None
    today = request.room.gaming_day(timezone.now())
    return min(asked, today) if asked and asked.year > 1 else today


def _at(day: date) -> str:
    return f"{reverse('tokes')}?day={day.isoformat()}"


def _is_pooled(room: Room) -> bool:
    return room.tokes_mode == Room.TokesMode.POOLED


def _facts(request: RoomRequest) -> dict[str, Any]:
    return {"by": request.user, "at": timezone.now()}
