"""An even exchange at the desk: the same amount in other pieces."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from cage import services
from cage.forms.exchanges import ExchangeForm
from cage.selectors.denominations import values_of
from cage.selectors.drawers import own_drawers
from cage.selectors.typed import read_pieces
from cage.views.window import retired_sets
from config.amounts import parse_major
from config.errors import DomainError, Malformed
from config.rooms.models import Room
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.BUY_IN)
def exchange(request: RoomRequest) -> HttpResponse:
    """Exchange chips for chips or cash for cash, with a patron or with the vault; `in` and `out` of the address are the
    pieces that were typed at the desk."""
    room, now = request.room, timezone.now()
    what = "cash" if request.GET.get("what") == "cash" else "chips"
    values, drawers = values_of(room), own_drawers(room, request.user)
    start = {"drawer": drawers[0] if drawers else None, **_typed(request, room)}
    known: dict[str, Any] = {"room": room, "values": getattr(values, what), "drawers": drawers}
    form = ExchangeForm(sent(request), initial=start, **known)
    if form.is_valid():
        facts = {name: form.cleaned_data[name] for name in ("drawer", "side", "key")}
        facts |= {"taken": form.pieces("in"), "given": form.pieces("out"), "what": what}
        try:
            made = services.exchange(second=form.second(at=now), by=request.user, at=now, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(
                request, reverse("cage"), gettext("%(amount)s exchanged.") % {"amount": room.money(made.amount)}
            )
    context = {"form": form, "what": what, "no_drawer": not drawers, **retired_sets(room, now)}
    return page(request, "cage/exchange.html", context, status=422 if form.is_bound else 200)


def _typed(request: HttpRequest, room: Room) -> dict[str, int]:
    """The pieces of the address by the name of their field; those of no value that can be read are left out."""
    pieces: dict[str, int] = {}
    for way in ("in", "out"):
        for count, value in read_pieces(request.GET.get(way, "")[:200]):
            try:
                name = f"{way}_{parse_major(value, exponent=room.exponent)}"
            except Malformed:
                continue
            pieces[name] = pieces.get(name, 0) + count
    return pieces
