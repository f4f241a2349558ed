"""The manager's side of the cage: drawers opened and filled, the vault stocked."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from cage import services
from cage.forms.drawers import FundForm, OpenDrawerForm, VaultForm
from cage.models import Drawer
from cage.selectors import drawers as selectors
from config.errors import DomainError
from config.staff.models import User
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.views import RoomRequest, done, page, show_refusal, staff


@require_safe
@staff(Permission.VAULT_VIEW)
def drawers(request: RoomRequest) -> HttpResponse:
    """The drawers, what each must hold, and the vault behind them."""
    return _show(request)


@require_POST
@staff(Permission.DRAWER_FUND)
def open_drawer(request: RoomRequest) -> HttpResponse:
    """Open a drawer for a cashier."""
    form = OpenDrawerForm(request.POST, room=request.room, cashiers=_cashiers(request), auto_id="open_%s")
    if form.is_valid():
        cashier = form.cleaned_data["cashier"]
        drawer = services.open_drawer(
            name=form.cleaned_data["name"],
            cashier=User.objects.get(pk=cashier) if cashier else None,
            room=request.room,
            **_facts(request),
        )
        return done(request, reverse("drawers"), f"{drawer} is open.")
    return _show(request, open_form=form)


@require_POST
@staff(Permission.DRAWER_FUND)
def fund(request: RoomRequest) -> HttpResponse:
    """Fill a drawer from the vault, before a second person."""
    form = FundForm(request.POST, room=request.room, auto_id="fill_%s")
    if form.is_valid():
        drawer = get_object_or_404(Drawer, pk=form.cleaned_data["drawer"], room=request.room)
        facts = {name: form.cleaned_data[name] for name in ("chips", "cash", "key")}
        try:
            facts["second"] = form.second(at=timezone.now())
            services.fund_drawer(drawer=drawer, **facts, **_facts(request))
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("drawers"), f"{drawer} is filled.")
    return _show(request, fund_form=form)


@require_POST
@staff(Permission.DRAWER_FUND)
def stock(request: RoomRequest) -> HttpResponse:
    """Put chips and cash into the vault, before a second person."""
    form = VaultForm(request.POST, room=request.room, auto_id="vault_%s")
    if form.is_valid():
        try:
            facts = {name: form.cleaned_data[name] for name in ("chips", "cash", "key", "reason")}
            facts["second"] = form.second(at=timezone.now())
            services.stock_vault(room=request.room, **facts, **_facts(request))
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("drawers"), "The vault is stocked.")
    return _show(request, vault_form=form)


def _show(request: RoomRequest, **forms: StrictForm) -> HttpResponse:
    """The page; a refused form stays as it was filled in, the others are fresh."""
    chips, cash = selectors.vault(request.room)
    context: dict[str, Any] = {
        "rows": selectors.drawer_rows(request.room),
        "vault_chips": chips,
        "vault_cash": cash,
        "open_form": OpenDrawerForm(room=request.room, cashiers=_cashiers(request), auto_id="open_%s"),
        "fund_form": FundForm(room=request.room, auto_id="fill_%s"),
        "vault_form": VaultForm(room=request.room, auto_id="vault_%s"),
    }
    return page(request, "cage/drawers.html", context | forms, status=422 if forms else 200)


def _cashiers(request: RoomRequest) -> list[tuple[str, str]]:
    """The people who may sell chips here, by id."""
    people = User.objects.filter(staff_roles__room=request.room, staff_roles__ended_at=None, is_active=True).distinct()
    return [(str(each.pk), str(each)) for each in people if each.may(Permission.BUY_IN, request.room)]


def _facts(request: RoomRequest) -> dict[str, Any]:
    return {"by": request.user, "at": timezone.now()}
