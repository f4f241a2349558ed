"""The manager's side of the drawers: added and filled, and the values posted to count in."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cage import services
from cage.forms.drawers import AddDrawerForm, DenominationsForm, FundForm
from cage.models import Drawer
from cage.selectors import drawers as selectors
from cage.selectors.chip_sets import open_alarms
from cage.selectors.denominations import values_of
from cage.selectors.variances import open_investigations
from cage.views.vault import slip_address
from config.amounts import plain_major
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff


@require_safe
@staff(Permission.MONEY_VIEW)
def drawers(request: RoomRequest) -> HttpResponse:
    """The drawers, and who works each since when."""
    return _show(request)


@require_POST
@staff(Permission.DRAWER_FUND)
def add_drawer(request: RoomRequest) -> HttpResponse:
    """Add a drawer to the cage."""
    form = AddDrawerForm(request.POST, room=request.room, auto_id="add_%s")
    if form.is_valid():
        try:
            drawer = services.add_drawer(room=request.room, **form.cleaned_data, **_facts(request))
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(
                request,
                reverse("drawers"),
                gettext("%(drawer)s is there: whoever works it opens it with a count.") % {"drawer": drawer},
            )
    return _show(request, add_form=form)


@require_POST
@staff(Permission.DRAWER_FUND)
def fund(request: RoomRequest) -> HttpResponse:
    """Fill a drawer from the vault, before a second person."""
    form = _fund_form(request, bound=True)
    if form.is_valid():
        drawer = get_object_or_404(Drawer, pk=form.cleaned_data["drawer"], room=request.room)
        facts: dict[str, Any] = {name: form.cleaned_data[name] for name in ("key", "again")}
        facts["counted"] = form.counted()
        try:
            facts["second"] = form.second(at=timezone.now())
            services.fund_drawer(drawer=drawer, **facts, **_facts(request))
        except DomainError as error:
            if error.code == "filled_just_now":
                form.ask_again()
            show_refusal(form, error)
        else:
            return done(request, slip_address(request.room, facts["key"]), _filled(drawer, facts))
    return _show(request, fund_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.DRAWER_FUND, read=Permission.MONEY_VIEW)
def denominations(request: RoomRequest) -> HttpResponse:
    """Read and post the values that drawers are counted in."""
    room, values = request.room, values_of(request.room)
    listed = {"chips": values.chips, "cash": values.cash}
    start = {what: " ".join(plain_major(each, exponent=room.exponent) for each in listed[what]) for what in listed}
    form = DenominationsForm(sent(request), room=room, initial=start)
    if form.is_valid():
        try:
            services.post_denominations(room=room, **form.cleaned_data, **_facts(request))
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("drawers"), gettext("From now on drawers are counted in these values."))
    context = {"form": form, "values": values}
    return page(request, "cage/denominations.html", context, status=422 if form.is_bound else 200)


def _filled(drawer: Drawer, facts: dict[str, Any]) -> str:
    """The sentence that says what a drawer was filled with, and who confirmed it."""
    said = {"drawer": drawer, "second": facts["second"]}
    chips, cash = facts["counted"].amounts
    said |= {"chips": drawer.room.money(chips), "cash": drawer.room.money(cash)}
    return gettext("%(drawer)s is filled: %(chips)s in chips, %(cash)s in cash, confirmed by %(second)s.") % said


def _fund_form(request: RoomRequest, *, bound: bool = False) -> FundForm:
    data = request.POST if bound else None
    return FundForm(data, room=request.room, values=values_of(request.room), auto_id="fill_%s")


def _show(request: RoomRequest, **forms: StrictForm) -> HttpResponse:
    """The page; a refused form stays as it was filled in, the others are fresh."""
    rows = selectors.drawer_rows(request.room)
    context: dict[str, Any] = {
        "rows": rows,
        "is_any_open": any(row.is_open for row in rows),
        "investigations": len(open_investigations(request.room)),
        "chip_alarms": len(open_alarms(request.room)),
        "add_form": AddDrawerForm(room=request.room, auto_id="add_%s"),
        "fund_form": _fund_form(request),
    }
    return page(request, "cage/drawers.html", context | forms, status=422 if forms else 200)


def _facts(request: RoomRequest) -> dict[str, Any]:
    return {"by": request.user, "at": timezone.now()}
