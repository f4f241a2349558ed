"""An even exchange at the desk: the same amount in other pieces."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from cage import services
from cage.forms.exchanges import ExchangeForm
from cage.models import Exchange
from cage.selectors.denominations import values_of
from cage.selectors.drawers import own_drawers
from cage.selectors.typed import read_pieces
from cage.views.window import retired_sets
from config.amounts import parse_major
from config.errors import DomainError, Malformed
from config.rooms.models import Room
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from players.models import Player
from players.selectors.people import first_found
from players.views.known import known_or_404, meet

SHOWN = 8


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.BUY_IN)
def exchange(request: RoomRequest) -> HttpResponse:
    """Exchange chips for chips or cash for cash, with a patron or with the vault; `in` and `out` of the address are the
    pieces that were typed at the desk."""
    room, now = request.room, timezone.now()
    what = "cash" if request.GET.get("what") == "cash" else "chips"
    values, drawers = values_of(room), own_drawers(room, request.user)
    start = {"drawer": drawers[0] if drawers else None, **_typed(request, room)}
    known: dict[str, Any] = {"room": room, "what": what, "values": getattr(values, what), "drawers": drawers}
    form = ExchangeForm(sent(request), initial=start, **known)
    if form.is_valid():
        facts = {name: form.cleaned_data[name] for name in ("drawer", "side", "key")}
        facts["confirmed"] = form.cleaned_data["confirm"]
        facts |= {"taken": form.pieces("in"), "given": form.pieces("out"), "what": what}
        try:
            facts |= {"second": form.second(at=now), "patron": _patron(request, form)}
            made = services.exchange(by=request.user, at=now, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("cage"), _said(room, made))
    context = {"form": form, "what": what, "no_drawer": not drawers, **retired_sets(room, now)}
    return page(request, "cage/exchange.html", context, status=422 if form.is_bound else 200)


def _said(room: Room, made: Exchange) -> str:
    amount = room.money(made.amount)
    if made.player:
        return gettext("%(amount)s of %(player)s exchanged.") % {"amount": amount, "player": made.player}
    return gettext("%(amount)s exchanged.") % {"amount": amount}


def _patron(request: RoomRequest, form: ExchangeForm) -> Player | None:
    """The patron whose cash it is: who was chosen, or the only one that the words find; None where nothing was said.

    Refuses words that find nobody (`patron_unknown`) or several (`patron_unclear`), of whom one is chosen then.
    """
    if chosen := form.cleaned_data.get("player"):
        return known_or_404(request, chosen)
    text = form.cleaned_data.get("patron", "").strip()
    meet(request, text)
    form.found, more = first_found(text, request.room, SHOWN)
    if len(form.found) > 1:
        message = f"{len(form.found) + more} are found by “{text}”: choose one of them, or write more."
        raise DomainError("patron_unclear", message, field="patron")
    if text and not form.found:
        message = f"Nobody is found by “{text}”: look at the spelling, or describe the patron first."
        raise DomainError("patron_unknown", message, field="patron")
    return form.found[0] if form.found else None


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
