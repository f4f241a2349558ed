"""The plaque of a table: what stands there, what stood there, and a new one to post."""

from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from config.errors import DomainError
from config.staff.reauthentication import reauthenticated
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, staff
from rules.house.house import HOUSES, House
from rules.house.plaque import Plaque
from tables import selectors, services
from tables.forms import PlaqueForm
from tables.models import PlaqueVersion, Table
from tables.previews import Preview
from tables.starts import starts


@require_http_methods(["GET", "POST"])
@staff(Permission.PLAQUE_POST, read=Permission.PLAQUE_VIEW)
def plaque(request: RoomRequest, table_id: int) -> HttpResponse:
    """The plaque of a table: what stands there, what stood there, and a new one to post."""
    table = _table(request, table_id)
    standing = selectors.standing(table, timezone.now())
    house = _house(standing)
    if request.method == "POST":
        form = PlaqueForm(request.POST, room=request.room, house=house)
        if form.is_valid():
            return _post(request, table, form, standing)
        return _page(request, table, form, Preview.of(form, standing))
    model = _model(request, table, house) or (standing.newest.plaque if standing.newest else None)
    if model is None:
        form = PlaqueForm.blank(seats=table.seats, room=request.room, house=house)
    else:
        form = PlaqueForm.of(model, room=request.room, house=house)
    return _page(request, table, form, Preview(model, standing, request.room))


@require_POST
@staff(Permission.PLAQUE_POST)
def check(request: RoomRequest, table_id: int) -> HttpResponse:
    """The same page with the fields of the chosen game, and what the plaque would change; nothing is posted."""
    table = _table(request, table_id)
    standing = selectors.standing(table, timezone.now())
    facts: dict[str, Any] = {"room": request.room, "house": _house(standing)}
    judged = PlaqueForm(request.POST, **facts)
    return _page(request, table, PlaqueForm.as_typed(request.POST, **facts), Preview.of(judged, standing))


@reauthenticated
def _post(request: RoomRequest, table: Table, form: PlaqueForm, standing: selectors.Standing) -> HttpResponse:
    """Post the plaque that the form holds: who does so has just shown their PIN."""
    try:
        version = services.post_plaque(
            table=table,
            plaque=form.cleaned_data["plaque"],
            by=request.user,
            at=timezone.now(),
            reason=form.cleaned_data["reason"],
        )
    except DomainError as error:
        form.show_refusal(error)
        return _page(request, table, form, Preview.of(form, standing))
    message = f"{version.short_name} is posted at {table}. A hand in play ends under the old plaque."
    return done(request, reverse("sign", args=[table.pk, version.number]), message)


def _page(request: RoomRequest, table: Table, form: PlaqueForm, preview: Preview) -> HttpResponse:
    rows = selectors.table_rows(request.room, timezone.now())
    others = [row for row in rows if row.plaque and row.table != table]
    history = selectors.plaque_history(table, before=_number(request, "before"))
    context = {
        "table": table,
        "form": form,
        "preview": preview,
        "starts": starts(request.room, form.house, seats=table.seats, plaques=_plaques(others)),
        "others": others,
        "history": history,
        "older": history[-1].version.number if history and history[-1].version.number > 1 else None,
    }
    template = (
        "tables/plaque.html" if request.user.may(Permission.PLAQUE_POST, request.room) else "tables/plaque_read.html"
    )
    return page(request, template, context, status=422 if form.is_bound and form.errors else 200)


def _model(request: RoomRequest, table: Table, house: House) -> Plaque | None:
    """The plaque to start from that the address names: one of the usual, or another table's."""
    asked = request.GET
    if "start" in asked:
        plaques = _plaques(selectors.table_rows(request.room, timezone.now()))
        usual = starts(request.room, house, seats=table.seats, plaques=plaques)
        return next((start.plaque for start in usual if start.key == asked["start"]), None)
    like = _number(request, "like")
    version = PlaqueVersion.objects.filter(room=request.room, pk=like).first() if like else None
    return replace(version.plaque, seats=min(version.plaque.seats, table.seats)) if version else None


def _number(request: RoomRequest, name: str) -> int | None:
    """The number that the address gives by that name, or None."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else None


_DIGITS = 9


def _plaques(rows: list[selectors.TableRow]) -> list[Plaque]:
    return [row.plaque.plaque for row in rows if row.plaque]


def _house(standing: selectors.Standing) -> House:
    return standing.rules.house if standing.rules else HOUSES["standard"]


def _table(request: RoomRequest, table_id: int) -> Table:
    return get_object_or_404(Table.objects.select_related("room"), pk=table_id, room=request.room)
