"""A chip runner's own screen: the tables, the seats, the amount. Three taps from a table to a sale."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cage import services
from cage.forms.runner import RunnerSaleForm
from cage.models import BuyIn, Drawer, TransitSlip
from cage.selectors.denominations import values_of
from cage.selectors.drawers import drawer_rows, own_drawers
from cage.selectors.transit import open_slips_of
from cage.selectors.window import game
from cage.selectors.working_capital import runners_above_limit
from cage.views import transit
from cage.views.voids import void_slip
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, show_refusal, staff
from players.models import Sitting
from players.selectors.people import row, rows
from tables.selectors.sessions import playing

_PAGES = transit.Pages(slip="runner_slip", back="runner")


@require_safe
@staff(Permission.RUNNER_SELL)
def runner(request: RoomRequest) -> HttpResponse:
    """The runner's bank, and the tables to go to."""
    sessions = playing(request.room).select_related("table", "plaque").order_by("table__position", "table__name")
    banks = [row for row in drawer_rows(request.room) if row.drawer.is_runner]
    own = [(bank, open_slips_of(bank)) for bank in _banks(request)]
    above = [each for each in runners_above_limit(request.room) if each.cashier_id == request.user.pk]
    context = {"sessions": sessions, "banks": banks, "own": own, "above_limit": above}
    return page(request, "cage/runner.html", context)


@require_safe
@staff(Permission.RUNNER_SELL)
def table(request: RoomRequest, session_id: int) -> HttpResponse:
    """The seats of a table as large keys, and the runner's last sales there."""
    session = get_object_or_404(playing(request.room).select_related("table", "plaque"), pk=session_id)
    sittings = list(session.sittings.filter(left_at=None).select_related("player").order_by("seat"))
    people = rows([sitting.player for sitting in sittings], request.room, timezone.now())
    seats = list(zip(sittings, people, strict=True))
    sold = BuyIn.objects.filter(session=session, by=request.user, drawer__kind=Drawer.Kind.RUNNER, void=None)
    context = {"session": session, "seats": seats, "sold": sold.select_related("player")[:5], "own": _banks(request)}
    return page(request, "cage/runner_table.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.RUNNER_SELL)
def sell(request: RoomRequest, sitting_id: int) -> HttpResponse:
    """Sell chips to a player in their seat."""
    sat = Sitting.objects.select_related("player", "session__table", "session__plaque__house_rules", "session__room")
    sitting = get_object_or_404(sat, pk=sitting_id, left_at=None, session__room=request.room, is_import=False)
    own, now = _banks(request), timezone.now()
    start = {"drawer": own[0].pk if own else None}
    form = RunnerSaleForm(request.POST or None, room=request.room, drawers=own, initial=start, auto_id="sell_%s")
    if form.is_valid():
        data = form.cleaned_data
        facts: dict[str, Any] = {name: data[name] for name in ("drawer", "amount", "key")}
        facts |= {
            "confirmed": data["confirm"],
            "room": request.room,
            "session": sitting.session,
            "player": sitting.player,
        }
        try:
            bought = services.buy_in(**facts, by=request.user, at=now)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = f"{request.room.money(bought.amount)} sold to {sitting.player}, receipt {bought.receipt}."
            return done(request, reverse("runner_table", args=[sitting.session_id]), said)
    context = {"sitting": sitting, "game": game(sitting.session, sitting.player, now), "form": form, "own": own}
    context |= {"person": row(sitting.player, request.room, now)}
    return page(request, "cage/runner_seat.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.RUNNER_SELL)
def void(request: RoomRequest, buy_in_id: int) -> HttpResponse:
    """Take a sale of the runner's own bank back."""
    sales = BuyIn.objects.select_related("player", "session__table", "drawer", "by", "room")
    mine = {"room": request.room, "by": request.user, "drawer__kind": Drawer.Kind.RUNNER}
    bought = get_object_or_404(sales, pk=buy_in_id, **mine)
    to = reverse("runner_table", args=[bought.session_id])
    return void_slip(request, bought, lambda **facts: services.void_buy_in(bought=bought, **facts), to=to)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.RUNNER_SELL)
def ask(request: RoomRequest, drawer_id: int, kind: str) -> HttpResponse:
    """Ask for a fill of the runner's own bank, or send a credit of it to the vault."""
    mine = Drawer.objects.select_related("room").filter(pk__in=[bank.pk for bank in _banks(request)])
    bank = get_object_or_404(mine, pk=drawer_id, room=request.room)
    return transit.ask_for(request, kind, values_of(request.room), _PAGES, drawer=bank)


@require_safe
@staff(Permission.RUNNER_SELL)
def slip(request: RoomRequest, slip_id: int) -> HttpResponse:
    """One slip of the runner's own bank: its state, who did what, and the act that comes next."""
    return transit.show_slip(request, _slip(request, slip_id), _PAGES)


@require_POST
@staff(Permission.RUNNER_SELL)
def act_on(request: RoomRequest, slip_id: int, act: str) -> HttpResponse:
    """Do an act of a slip of the runner's own bank, or let another person sign it at this tablet."""
    return transit.do_act(request, _slip(request, slip_id), act, _PAGES)


def _slip(request: RoomRequest, slip_id: int) -> TransitSlip:
    kept = TransitSlip.objects.select_related("room", "drawer__room")
    return get_object_or_404(kept, pk=slip_id, room=request.room, drawer__in=_banks(request))


def _banks(request: RoomRequest) -> list[Drawer]:
    return own_drawers(request.room, request.user, Drawer.Kind.RUNNER)
