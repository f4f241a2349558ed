"""The page of one pool: the house's seed in it, and what of its money lies in a bank account of its own."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cage import services
from cage.forms.pool_money import DepositForm, DepositVoidForm, SeedBackForm, SeedForm
from cage.models import PoolDeposit, PromoPool
from cage.selectors.pool_money import deposits_of, money_in, overdue, seeds_of
from cage.selectors.pools import pool_rows
from cage.views.vault import slip_address
from config.errors import DomainError
from config.staff.forms import TwoPeopleForm
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff


@require_safe
@staff(Permission.POOL_VIEW)
def pool(request: RoomRequest, pool_id: int) -> HttpResponse:
    """One pool: what it holds, the house's seed in it, and what was deposited."""
    return _show(request, _pool(request, pool_id))


@require_POST
@staff(Permission.POOL_POST)
def seed(request: RoomRequest, pool_id: int) -> HttpResponse:
    """Put chips of the house into a pool, with somebody of another role."""
    found, form = _pool(request, pool_id), SeedForm(request.POST, room=request.room, auto_id="seed_%s")
    said = gettext("%(amount)s lies in the pool.")
    return _done(request, found, form, services.seed_pool, said) or _show(request, found, seed_form=form)


@require_POST
@staff(Permission.POOL_POST)
def recover(request: RoomRequest, pool_id: int) -> HttpResponse:
    """Take the house's seed out of a pool, with somebody of another role."""
    found, form = _pool(request, pool_id), SeedBackForm(request.POST, room=request.room, auto_id="back_%s")
    said = gettext("%(amount)s is in the vault again.")
    return _done(request, found, form, services.recover_seed, said) or _show(request, found, back_form=form)


@require_POST
@staff(Permission.DRAWER_FUND)
def deposit(request: RoomRequest, pool_id: int) -> HttpResponse:
    """Send cash of the vault to a pool's own bank account, before a second person."""
    found, form = _pool(request, pool_id), DepositForm(request.POST, room=request.room, auto_id="deposit_%s")
    said = gettext("%(amount)s is deposited for the pool.")
    return _done(request, found, form, services.deposit_pool_money, said) or _show(request, found, deposit_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.DRAWER_FUND)
def void(request: RoomRequest, deposit_id: int) -> HttpResponse:
    """Take a deposit back that was entered wrongly, before a second person."""
    kept = PoolDeposit.objects.select_related("pool", "room", "by", "second", "void__by", "void__second")
    found = get_object_or_404(kept, pk=deposit_id, room=request.room)
    form = DepositVoidForm(sent(request), room=request.room, auto_id="void_%s")
    if form.is_valid():
        now, facts = timezone.now(), {name: form.cleaned_data[name] for name in ("key", "reason")}
        try:
            second = form.second(at=now)
            services.take_deposit_back(deposit=found, second=second, by=request.user, at=now, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = gettext("It is taken back: its cash is in the vault again by the books.")
            return done(request, reverse("pool", args=[found.pool_id]), said)
    return page(
        request, "cage/pool_deposit_void.html", {"deposit": found, "form": form}, status=422 if form.is_bound else 200
    )


def _done(
    request: RoomRequest, found: PromoPool, form: TwoPeopleForm, service: Callable[..., Any], said: str
) -> HttpResponse | None:
    """Do what a form of the page asks, and go to the vault's slip of it; None where it is refused."""
    if not form.is_valid():
        return None
    now = timezone.now()
    facts = {field: value for field, value in form.cleaned_data.items() if field not in ("badge", "pin")}
    try:
        service(pool=found, second=form.second(at=now), by=request.user, at=now, **facts)
    except DomainError as error:
        show_refusal(form, error)
        return None
    told = said % {"amount": request.room.money(facts["amount"])}
    return done(request, slip_address(request.room, facts["key"]), told)


def _pool(request: RoomRequest, pool_id: int) -> PromoPool:
    return get_object_or_404(PromoPool.objects.select_related("room"), pk=pool_id, room=request.room)


def _show(request: RoomRequest, found: PromoPool, **forms: TwoPeopleForm) -> HttpResponse:
    """The page; a refused form stays as it was filled in, the others are fresh."""
    room, today = request.room, request.room.gaming_day(timezone.now())
    context: dict[str, Any] = {
        "pool": found,
        "row": next(row for row in pool_rows(room, today) if row.pool == found),
        "state": money_in(found),
        "late": dict(overdue(room, today)).get(found, 0),
        "seeds": seeds_of(found),
        "deposits": deposits_of(found),
        "seed_form": SeedForm(room=room, auto_id="seed_%s"),
        "back_form": SeedBackForm(room=room, auto_id="back_%s"),
        "deposit_form": DepositForm(room=room, auto_id="deposit_%s"),
    }
    return page(request, "cage/pool.html", context | forms, status=422 if forms else 200)
