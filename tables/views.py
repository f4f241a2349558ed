"""The manager's pages of tables, plaques and house rules; the sign to print."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, refuse, staff
from games.rules.house import HOUSES, House
from tables import selectors, services
from tables.forms import HouseRulesForm, PlaqueForm, TableForm, fee_fields, relevant_fields
from tables.models import PlaqueVersion, Table
from tables.pdf import sign_pdf


@require_http_methods(["GET", "POST"])
@staff(Permission.PLAQUE_POST)
def tables(request: RoomRequest) -> HttpResponse:
    """Every table with its plaque; a new table."""
    form = TableForm(request.POST if request.method == "POST" else None, room=request.room)
    if form.is_valid():
        try:
            table = services.add_table(
                room=request.room,
                name=form.cleaned_data["name"],
                seats=form.cleaned_data["seats"],
                by=request.user,
                at=timezone.now(),
            )
            return done(request, reverse("plaque", args=[table.pk]), f"{table} stands on the floor. Post its plaque.")
        except DomainError as error:
            refuse(form, error)
    context = {"rows": selectors.table_rows(request.room, timezone.now()), "form": form}
    return page(request, "tables/tables.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@staff(Permission.PLAQUE_POST)
def plaque(request: RoomRequest, table_id: int) -> HttpResponse:
    """The plaque of a table: what stands there, what stood there, and a new one to post."""
    table = _table(request, table_id)
    house = _house(request)
    if request.method == "POST" and "show" not in request.POST:
        form = PlaqueForm(request.POST, room=request.room, house=house)
        if form.is_valid() and (answer := _post(request, table, form)):
            return answer
    else:
        form = _plaque_form(request, table, house)
    context = _plaque_context(request, table, form)
    return page(request, "tables/plaque.html", context, status=422 if form.is_bound and form.errors else 200)


@require_GET
@staff(Permission.FLOOR_VIEW)
def sign(request: RoomRequest, table_id: int, number: int) -> HttpResponse:
    """One plaque as the sign that stands on the table, made to be printed on one page."""
    version = _version(request, table_id, number)
    lines = selectors.sign_lines(version.sign, request.room)
    return page(request, "tables/sign.html", {"version": version, "table": version.table, "lines": lines})


@require_GET
@staff(Permission.FLOOR_VIEW)
def sign_file(request: RoomRequest, table_id: int, number: int) -> HttpResponse:
    """The same sign as a one-page PDF."""
    version = _version(request, table_id, number)
    response = HttpResponse(sign_pdf(version, request.room), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="plaque-{version.table_id}-{version.number}.pdf"'
    return response


@require_http_methods(["GET", "POST"])
@staff(Permission.HOUSE_RULES_POST)
def house_rules(request: RoomRequest) -> HttpResponse:
    """The house rules in force, every knob with its source; a new version to post."""
    current = _house(request)
    posted = request.method == "POST"
    preset = HOUSES.get(request.GET.get("preset", ""), current)
    form = HouseRulesForm(request.POST if posted else None, room=request.room, house=preset)
    if form.is_valid():
        data = form.cleaned_data
        version = services.post_house_rules(
            room=request.room, house=data["house"], by=request.user, at=timezone.now(), reason=data["reason"]
        )
        message = f"{version} is in force. Post plaques again where a table shall follow it."
        return done(request, reverse("house_rules"), message)
    context = {
        "form": form,
        "house": current,
        "presets": HOUSES,
        "answers": selectors.answers(current),
        "history": selectors.house_rules_history(request.room),
    }
    return page(request, "tables/house_rules.html", context, status=422 if form.errors else 200)


def _post(request: RoomRequest, table: Table, form: PlaqueForm) -> HttpResponse | None:
    try:
        version = services.post_plaque(
            table=table,
            plaque=form.cleaned_data["plaque"],
            by=request.user,
            at=timezone.now(),
            reason=form.cleaned_data["reason"],
        )
    except DomainError as error:
        refuse(form, error)
        return None
    message = f"{version.short_name} is posted at {table}. A hand in play ends under the old plaque."
    return done(request, reverse("sign", args=[table.pk, version.number]), message)


def _plaque_form(request: RoomRequest, table: Table, house: House) -> PlaqueForm:
    """A form filled in from what was typed so far, a plaque to copy, or the plaque that stands there."""
    if request.method == "POST" or "game" in request.GET:
        typed = request.POST if request.method == "POST" else request.GET
        return PlaqueForm(initial=typed.dict(), room=request.room, house=house)
    newest = services.newest_plaque(table, timezone.now())
    model = _to_copy(request) or newest
    if model is None:
        seats = {"seats": table.seats, "unit": request.room.smallest_chip, "helpline": request.room.helpline}
        return PlaqueForm(initial={**seats, "no_flop_no_drop": True}, room=request.room, house=house)
    return PlaqueForm.of(model.sign, room=request.room, house=house)


def _to_copy(request: RoomRequest) -> PlaqueVersion | None:
    copied = request.GET.get("like", "")
    if not (copied.isascii() and copied.isdigit() and len(copied) <= 18):
        return None
    return PlaqueVersion.objects.filter(room=request.room, pk=copied).first()


def _plaque_context(request: RoomRequest, table: Table, form: PlaqueForm) -> dict[str, Any]:
    chosen = {name: form[name].value() or form.fields[name].choices[0][0] for name in ("game", "structure", "fee_mode")}  # type: ignore[attr-defined]
    shown = {*relevant_fields(chosen["game"], chosen["structure"]), *fee_fields(chosen["fee_mode"])}
    history = selectors.plaque_history(table)
    newest = services.newest_plaque(table, timezone.now())
    return {
        "table": table,
        "form": form,
        "game_fields": [form[name] for name in _GAME_FIELDS if name in shown or name in _ALWAYS],
        "fee_fields": [form[name] for name in _FEE_FIELDS if name in shown],
        "newest": newest,
        "lines": selectors.sign_lines(newest.sign, request.room) if newest else [],
        "history": history,
        "others": [row for row in selectors.table_rows(request.room, timezone.now()) if row.plaque and row.table != table],
    }


_ALWAYS = ("ante",)
_GAME_FIELDS = (
    "blinds",
    "small_bet",
    "big_bet",
    "spread_min",
    "spread_max",
    "min_bet",
    "bring_in",
    "ante",
    "raise_cap",
    "straddle",
    "kill_size",
    "kill_qualifies_at",
)
_FEE_FIELDS = (
    "percent_bp",
    "steps",
    "time_charge",
    "cap",
    "rake_unit",
    "rounding",
    "promo",
    "promo_from",
    "no_flop_no_drop",
)


def _house(request: RoomRequest) -> House:
    version = services.house_rules_in_force(request.room, timezone.now())
    return version.rules if version else HOUSES["standard"]


def _table(request: RoomRequest, table_id: int) -> Table:
    return get_object_or_404(Table, pk=table_id, room=request.room)


def _version(request: RoomRequest, table_id: int, number: int) -> PlaqueVersion:
    versions = PlaqueVersion.objects.select_related("table", "house_rules")
    version = versions.filter(room=request.room, table_id=table_id, number=number).first()
    if version is None:
        raise Http404("no such plaque")
    return version
