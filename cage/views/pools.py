"""Promotional pools: what they hold and owe, the terms they run under, and the amounts for the wall."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from cage import services
from cage.forms.boxes import PoolForm
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
        try:
            second = form.second(at=now)
            version = services.post_pool(room=room, terms=form.terms(), second=second, by=request.user, at=now, **told)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(
                request,
                reverse("pools"),
                gettext("%(pool)s runs under these terms from now on.") % {"pool": version.pool},
            )
    context = {"rows": pool_rows(room, room.gaming_day(now)), "form": form}
    return page(request, "cage/pools.html", context, status=422 if form.is_bound else 200)


@require_safe
@staff(Permission.FLOOR_VIEW)
def board(request: RoomRequest) -> HttpResponse:
    """The figure that each pool stood at when the last gaming day ended, in large figures (OH 3772-11-43(B))."""
    today = request.room.gaming_day(timezone.now())
    return page(request, "cage/pool_board.html", {"rows": pool_rows(request.room, today), "today": today})
