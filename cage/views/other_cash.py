"""Other money at the window: chips presented, other kinds of cash of a patron, petty cash, and their receipts."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cage import services
from cage.cash_kinds import BY_LETTERS, CashKind
from cage.forms.other_cash import CashForm, PresentForm
from cage.models import CashSlip
from cage.selectors.denominations import values_of
from cage.selectors.drawers import own_drawers
from cage.selectors.typed import read_way
from cage.views.window import desk_page, receipt_page, serve, the_void
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, sent, show_refusal, staff
from players.models import Player
from players.views.known import known_or_404

_BY_TWO = ("second_needed", "count_missing", "last_day_over", "more_than_is_out")
"""The refusals of chips presented that two people and their counts answer."""


@require_POST
@staff(Permission.CASH_OUT)
def present(request: RoomRequest, player_id: int) -> HttpResponse:
    """Pay chips of which the books know only a part."""
    someone = known_or_404(request, player_id)
    known: dict[str, Any] = {"room": request.room, "drawers": own_drawers(request.room, request.user)}
    form = PresentForm(request.POST, values=values_of(request.room), auto_id="present_%s", **known)
    if form.is_valid():
        data, now = form.cleaned_data, timezone.now()
        facts = {name: data[name] for name in ("drawer", "amount", "origin", "key", "seen")}
        facts |= {"pieces": form.pieces("first"), "second_pieces": form.pieces("second"), "confirmed": data["confirm"]}
        try:
            facts |= {"second": form.second(at=now), "corrects": the_void(request, data["corrects"])}
            slip = services.redeem_presented(room=request.room, patron=someone, by=request.user, at=now, **facts)
        except DomainError as error:
            form.asks_two = form.asks_two or error.code in _BY_TWO
            show_refusal(form, error)
        else:
            return done(request, reverse("cash_slip_receipt", args=[slip.pk]))
    return serve(request, someone, "pay", present_form=form)


@require_POST
@staff(Permission.CASH_OUT)
def book(request: RoomRequest, player_id: int) -> HttpResponse:
    """Take or pay other cash of a patron."""
    someone = known_or_404(request, player_id)
    way = BY_LETTERS.get(request.POST.get("kind", ""))
    if way is None or not way.is_patrons:
        raise Http404("no such kind of cash")
    form = _form(request, way, bound=True)
    slip = _book(request, form, someone)
    if slip:
        return done(request, reverse("cash_slip_receipt", args=[slip.pk]))
    return serve(request, someone, read_way(way.letters), other_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.CASH_OUT)
def petty(request: RoomRequest) -> HttpResponse:
    """Pay petty cash out against an outside receipt, or take it back."""
    way = BY_LETTERS.get((request.POST if sent(request) else request.GET).get("kind", "po"))
    if way is None or way.is_patrons:
        raise Http404("no such kind of petty cash")
    form = _form(request, way, bound=sent(request) is not None)
    if form.is_bound and (slip := _book(request, form, None)):
        return done(request, reverse("cash_slip_receipt", args=[slip.pk]))
    context = {"other_form": form, "way": way.letters, "no_drawer": not own_drawers(request.room, request.user)}
    return desk_page(request, context | {"petty": way}, status=422 if form.is_bound else 200)


@require_safe
@staff(Permission.MONEY_VIEW)
def receipt(request: RoomRequest, slip_id: int) -> HttpResponse:
    """The receipt of a slip of other cash, and the search for the next player."""
    kept = CashSlip.objects.select_related("player", "drawer", "by", "second", "corrects", "rack_paid")
    return receipt_page(request, get_object_or_404(kept, pk=slip_id, room=request.room))


def _form(request: RoomRequest, way: CashKind, *, bound: bool) -> CashForm:
    drawers = own_drawers(request.room, request.user)
    start = {"drawer": drawers[0].pk if drawers else None, "amount": request.GET.get("amount", "")[:20]}
    start["what"] = request.GET.get("what", "")[:120]
    data = request.POST if bound else None
    return CashForm(data, way=way, room=request.room, drawers=drawers, initial=start, auto_id="other_%s")


def _book(request: RoomRequest, form: CashForm, someone: Player | None) -> CashSlip | None:
    """Book what a form says; None, with the refusal on the form, where it isn't."""
    if not form.is_valid():
        return None
    data, now = form.cleaned_data, timezone.now()
    facts = {name: data[name] for name in ("drawer", "amount", "key", "seen", "what")}
    facts |= {
        "reference": data.get("reference", ""),
        "confirmed": data["confirm"],
        "room": request.room,
        "by": request.user,
        "at": now,
    }
    try:
        facts |= {"second": form.second(at=now), "corrects": the_void(request, data["corrects"])}
        return services.book_cash(kind=form.way.kind, patron=someone, **facts)
    except DomainError as error:
        show_refusal(form, error)
        return None
