"""Fills and credits: the list, one slip with the act that comes next, and asking for one."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cage import services
from cage.counted import Counted
from cage.forms.transit import SlipForm
from cage.models import Drawer, TransitSlip
from cage.selectors.denominations import Values, values_of
from cage.selectors.transit import acts_of, counts_differ, ended_slips, is_late, next_act, open_slips, open_slips_of
from cage.selectors.trays import tray_signer
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from tables.models import Table

_NO_VALUES = Values((), ())


@require_safe
@staff(Permission.SLIP_VIEW)
def slips(request: RoomRequest) -> HttpResponse:
    """The slips that are open, and those that ended; with `unused` those alone that were refused or voided."""
    now, unused = timezone.now(), "unused" in request.GET
    rows = [(slip, is_late(slip, now)) for slip in open_slips(request.room)]
    context = {"rows": rows, "ended": ended_slips(request.room, unused=unused), "unused": unused}
    return page(request, "cage/slips.html", context)


@require_safe
@staff(Permission.SLIP_VIEW)
def slip(request: RoomRequest, slip_id: int) -> HttpResponse:
    """One slip: its state, who did what, and the act that comes next."""
    return _show(request, _slip(request, slip_id))


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.SLIP)
def ask_for_drawer(request: RoomRequest, drawer_id: int, kind: str) -> HttpResponse:
    """Ask for a fill of a drawer, or send a credit of it to the vault."""
    drawer = get_object_or_404(Drawer.objects.select_related("room"), pk=drawer_id, room=request.room)
    return _ask(request, kind, values_of(request.room), drawer=drawer)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.SLIP)
def ask_for_tray(request: RoomRequest, table_id: int, kind: str) -> HttpResponse:
    """Ask for a fill of a table's tray, or send a credit of it to the vault."""
    table = get_object_or_404(Table.objects.select_related("room"), pk=table_id, room=request.room)
    return _ask(request, kind, Values(values_of(request.room).chips, ()), table=table)


@require_POST
@staff(Permission.SLIP)
def authorise(request: RoomRequest, slip_id: int) -> HttpResponse:
    """Let a slip be sent."""
    return _act(request, slip_id, _NO_VALUES, lambda form, facts: services.authorise_slip(**facts))


@require_POST
@staff(Permission.SLIP)
def send(request: RoomRequest, slip_id: int) -> HttpResponse:
    """Let what was authorised go out with who carries it."""

    def act(form: SlipForm, facts: dict[str, Any]) -> TransitSlip:
        runner, seen = form.signed("runner", at=facts["at"]), form.verified(by=facts["by"], at=facts["at"])
        return services.send_slip(runner=runner, **seen, **facts)

    return _act(request, slip_id, _NO_VALUES, act)


@require_POST
@staff(Permission.SLIP)
def receive(request: RoomRequest, slip_id: int) -> HttpResponse:
    """Take in what has come, as it was counted."""

    def act(form: SlipForm, facts: dict[str, Any]) -> TransitSlip:
        form.refuse_other_count(Counted.read(facts["slip"].chips, facts["slip"].cash))
        seen = form.verified(by=facts["by"], at=facts["at"])
        return services.receive_slip(counted=form.counted(), **seen, **facts)

    return _act(request, slip_id, values_of(request.room), act)


@require_POST
@staff(Permission.SLIP)
def decline(request: RoomRequest, slip_id: int) -> HttpResponse:
    """End a slip that nobody authorises, sends or takes."""
    return _end(request, slip_id, services.decline_slip)


@require_POST
@staff(Permission.SLIP)
def void(request: RoomRequest, slip_id: int) -> HttpResponse:
    """End a slip that was a mistake."""
    return _end(request, slip_id, services.void_slip)


def _end(request: RoomRequest, slip_id: int, service: Callable[..., TransitSlip]) -> HttpResponse:
    def act(form: SlipForm, facts: dict[str, Any]) -> TransitSlip:
        counted = form.counted() if facts["slip"].state == TransitSlip.State.SENT else None
        return service(reason=form.cleaned_data["reason"], counted=counted, **facts)

    is_sent = _slip(request, slip_id).state == TransitSlip.State.SENT
    return _act(request, slip_id, values_of(request.room) if is_sent else _NO_VALUES, act, name="end_form")


def _act(
    request: RoomRequest,
    slip_id: int,
    values: Values,
    act: Callable[[SlipForm, dict[str, Any]], TransitSlip],
    name: str = "form",
) -> HttpResponse:
    """Do what a form of a slip asks for; a refused form stays as it was filled in."""
    found, now = _slip(request, slip_id), timezone.now()
    signing = tray_signer(found.table) if found.table else None
    form = SlipForm(request.POST, room=request.room, values=values, auto_id=f"{name}_%s", signing=signing)
    if form.is_valid():
        facts = {"slip": found, "key": form.cleaned_data["key"], "by": request.user, "at": now}
        try:
            facts["second"] = form.second(at=now)
            after = act(form, facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(
                request,
                reverse("slip", args=[found.pk]),
                gettext("%(after)s is %(state)s.") % {"after": after, "state": after.get_state_display()},
            )
    return _show(request, found, **{name: form})


def _ask(request: RoomRequest, kind: str, values: Values, **place: Any) -> HttpResponse:
    form = SlipForm(sent(request), room=request.room, values=values, is_count=False, auto_id="ask_%s")
    if form.is_valid():
        now = timezone.now()
        facts: dict[str, Any] = {"key": form.cleaned_data["key"], "by": request.user, "at": now}
        try:
            asked = TransitSlip.Kind(kind)
            made = services.request_slip(
                room=request.room, kind=asked, counted=form.counted(), second=form.second(at=now), **place, **facts
            )
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("slip", args=[made.pk]), gettext("%(made)s is asked for.") % {"made": made})
    (at,) = place.values()
    context = {"form": form, "kind": kind, "place": at, "is_tray": "table" in place, "open": open_slips_of(at)}
    return page(request, "cage/slip_ask.html", context, status=422 if form.is_bound else 200)


def _show(request: RoomRequest, found: TransitSlip, **forms: SlipForm) -> HttpResponse:
    """The page of a slip; a refused form stays as it was filled in, the others are fresh."""
    acts = acts_of(found)
    chips_alone = Values(values_of(request.room).chips, ())
    values = chips_alone if found.table_id else values_of(request.room)
    following = next_act(found, acts, request.user)
    signing = tray_signer(found.table) if found.table and following and following.asks_verifier else None
    context: dict[str, Any] = {
        "slip": found,
        "acts": acts,
        "next": following,
        "differs": counts_differ(acts),
        "is_late": is_late(found, timezone.now()),
        "form": SlipForm(room=request.room, values=values, auto_id="form_%s", signing=signing),
        "end_form": SlipForm(room=request.room, values=values, auto_id="end_form_%s"),
    }
    context |= forms
    if following:
        context["form"].demand(*following.asks)
        context["end_form"].demand("reason")
    return page(request, "cage/slip.html", context, status=422 if forms else 200)


def _slip(request: RoomRequest, slip_id: int) -> TransitSlip:
    kept = TransitSlip.objects.select_related("room", "drawer__room", "table__room")
    return get_object_or_404(kept, pk=slip_id, room=request.room)
