"""The house rules: what is in force and why, every earlier version, and a new one to post."""

from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from config.errors import DomainError
from config.staff.reauthentication import reauthenticated
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, show_refusal, staff
from rules.house.house import HOUSES, House
from tables import selectors, services
from tables.forms import HouseRulesForm
from tables.models import HouseRulesVersion, PlaySource


@require_GET
@staff(Permission.FLOOR_VIEW)
def house_rules(request: RoomRequest) -> HttpResponse:
    """The house rules in force, question by question, each answer with its source."""
    return _read(request, _in_force(request))


@require_GET
@staff(Permission.FLOOR_VIEW)
def version(request: RoomRequest, number: int) -> HttpResponse:
    """One version of the house rules as it was posted, and what it changed (R6)."""
    posted = request.room.house_rules_versions.filter(source=PlaySource.FLOOR, number=number).first()
    if posted is None:
        raise Http404("no such version")
    return _read(request, posted)


@require_http_methods(["GET", "POST"])
@staff(Permission.HOUSE_RULES_POST)
def post(request: RoomRequest) -> HttpResponse:
    """A new version of the house rules: the answers in force, or those of a rulebook, to change and post."""
    in_force = _in_force(request)
    start = HOUSES.get(request.GET.get("preset", "")) or (in_force.house if in_force else HOUSES["standard"])
    start = services.house_in_chips(start, request.room)
    if request.method == "GET":
        form = HouseRulesForm(room=request.room, house=start)
        return _form_page(request, form, in_force, start)
    form = HouseRulesForm(request.POST, room=request.room, house=start)
    if form.is_valid():
        return _post(request, form, in_force)
    return _form_page(request, form, in_force, form.cleaned_data.get("house"))


@require_POST
@staff(Permission.HOUSE_RULES_POST)
def check(request: RoomRequest) -> HttpResponse:
    """The same page with what the answers given so far would change; nothing is posted."""
    in_force = _in_force(request)
    start = in_force.house if in_force else HOUSES["standard"]
    form = HouseRulesForm(request.POST, room=request.room, house=start)
    form.full_clean()
    return _form_page(request, form, in_force, form.cleaned_data.get("house"), status=200)


@reauthenticated
def _post(request: RoomRequest, form: HouseRulesForm, in_force: HouseRulesVersion | None) -> HttpResponse:
    """Post the answers: who does so has just shown their PIN."""
    now = timezone.now()
    try:
        posted = services.post_house_rules(
            room=request.room,
            house=form.cleaned_data["house"],
            by=request.user,
            at=now,
            reason=form.cleaned_data["reason"],
            second=form.second(at=now),
        )
    except DomainError as error:
        show_refusal(form, error)
        return _form_page(request, form, in_force, form.cleaned_data.get("house"))
    return done(
        request,
        reverse("house_rules"),
        gettext("%(posted)s is in force. Plaques posted from now on go by it.") % {"posted": posted},
    )


def _read(request: RoomRequest, shown: HouseRulesVersion | None) -> HttpResponse:
    history = selectors.house_rules_history(request.room)
    in_force = _in_force(request)
    house = shown.house if shown else HOUSES["standard"]
    earlier = next((row for row in history if shown and row.number < shown.number), None)
    context: dict[str, Any] = {
        "shown": shown,
        "in_force": in_force,
        "house": house,
        "groups": selectors.answers(house, request.room),
        "changes": selectors.changed_answers(house, earlier.house if earlier else None, request.room),
        "history": history,
        "older_plaques": selectors.plaques_on_older_rules(request.room, in_force, timezone.now()),
    }
    return page(request, "tables/house_rules.html", context)


def _form_page(
    request: RoomRequest,
    form: HouseRulesForm,
    in_force: HouseRulesVersion | None,
    house: House | None,
    *,
    status: int | None = None,
) -> HttpResponse:
    old = in_force.house if in_force else None
    context: dict[str, Any] = {
        "form": form,
        "in_force": in_force,
        "presets": HOUSES.values(),
        "new": house,
        "changes": selectors.changed_answers(house, old, request.room) if house else [],
        "is_posted": house == old,
    }
    refused = form.is_bound and bool(form.errors)
    return page(request, "tables/house_rules_post.html", context, status=status or (422 if refused else 200))


def _in_force(request: RoomRequest) -> HouseRulesVersion | None:
    return services.house_rules_in_force(request.room, timezone.now())
