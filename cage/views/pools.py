"""Promotional pools: what they hold and owe, the terms they run under, and the amounts for the wall."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from cage import services
from cage.forms.boxes import PoolForm
from cage.models import PoolVersion
from cage.selectors.pool_money import money_in
from cage.selectors.pools import pool_rows
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from tables.models import Table


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.POOL_POST, read=Permission.POOL_VIEW)
def pools(request: RoomRequest) -> HttpResponse:
    """The pools of the room; put terms in force that somebody of another role approves."""
    room, now = request.room, timezone.now()
    choices = list(Table.objects.filter(room=room, is_retired=False).values_list("pk", "name"))
    form = PoolForm(sent(request), room=room, choices=choices, auto_id="pool_%s")
    if form.is_valid():
        told = {"name": form.cleaned_data["name"], "key": form.cleaned_data["key"]}
        told |= {"confirmed": form.cleaned_data["confirm"]}
        try:
            second = form.second(at=now)
            version = services.post_pool(room=room, terms=form.terms(), second=second, by=request.user, at=now, **told)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("pools"), _said(version), warns=not version.tables)
    context = {"rows": pool_rows(room, room.gaming_day(now)), "form": form}
    return page(request, "cage/pools.html", context, status=422 if form.is_bound else 200)


def _said(version: PoolVersion) -> str:
    """The words about terms that were put in force; of those by which no table feeds the pool, that it has ended, and
    what is done with what it holds."""
    pool, state = version.pool, money_in(version.pool)
    told: dict[str, object] = {"pool": pool}
    if not state.ended:
        return gettext("%(pool)s runs under these terms from now on.") % told
    told |= {"held": pool.room.money(state.primary + state.reserve), "seed": pool.room.money(state.may_recover)}
    if state.may_recover:
        words = gettext(
            "No table feeds %(pool)s by these terms, so it has ended. It holds %(held)s, of which %(seed)s is the "
            "house’s seed: take that back on the pool’s page, or it goes along. Then award all that it holds under "
            "Awards, by a disposition."
        )
    elif state.primary + state.reserve:
        words = gettext(
            "No table feeds %(pool)s by these terms, so it has ended. It holds %(held)s: award all of it under "
            "Awards, by a disposition."
        )
    else:
        words = gettext("No table feeds %(pool)s by these terms, so it has ended. It holds nothing.")
    return words % told


@require_safe
@staff(Permission.FLOOR_VIEW)
def board(request: RoomRequest) -> HttpResponse:
    """The figure that each pool stood at when the last gaming day ended, in large figures (OH 3772-11-43(B))."""
    today = request.room.gaming_day(timezone.now())
    return page(request, "cage/pool_board.html", {"rows": pool_rows(request.room, today), "today": today})
