"""Fills and credits: the list, one slip with the act that comes next, and asking for one."""

from collections.abc import Callable
from dataclasses import dataclass
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
from cage.selectors.other_papers import TRANSIT, paper_key, times_printed
from cage.selectors.transit import acts_of, counts_differ, ended_slips, is_late, next_act, open_slips, open_slips_of
from cage.selectors.trays import tray_signer
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from tables.models import Table

_NO_VALUES = Values((), ())


@dataclass(frozen=True, slots=True)
class Pages:
    """The names of the addresses of a slip's page, which those of its acts begin with, and of the page that it is
    asked for from; none where that is the place's own."""

    slip: str = "slip"
    back: str = ""


CAGE = Pages()


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
    return show_slip(request, _slip(request, slip_id))


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.SLIP)
def ask_for_drawer(request: RoomRequest, drawer_id: int, kind: str) -> HttpResponse:
    """Ask for a fill of a drawer, or send a credit of it to the vault."""
    drawer = get_object_or_404(Drawer.objects.select_related("room"), pk=drawer_id, room=request.room)
    return ask_for(request, kind, values_of(request.room), drawer=drawer)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.SLIP)
def ask_for_tray(request: RoomRequest, table_id: int, kind: str) -> HttpResponse:
    """Ask for a fill of a table's tray, or send a credit of it to the vault."""
    table = get_object_or_404(Table.objects.select_related("room"), pk=table_id, room=request.room)
    return ask_for(request, kind, Values(values_of(request.room).chips, ()), table=table)


@require_POST
@staff(Permission.SLIP)
def act_on(request: RoomRequest, slip_id: int, act: str) -> HttpResponse:
    """Do an act of a slip: "authorise", "send", "receive", "refuse" or "void"."""
    return do_act(request, _slip(request, slip_id), act)


def do_act(request: RoomRequest, found: TransitSlip, act: str, pages: Pages = CAGE) -> HttpResponse:
    """Do what a form of a slip asks for and go on to its page; a refused form stays as it was filled in."""
    is_end = act in ("refuse", "void")
    name, is_sent = "end_form" if is_end else "form", found.state == TransitSlip.State.SENT
    values = values_of(request.room) if act == "receive" or (is_end and is_sent) else _NO_VALUES
    signing = tray_signer(found.table) if found.table else None
    now = timezone.now()
    form = SlipForm(
        request.POST, room=request.room, values=values, auto_id=f"{name}_%s", is_end=is_end, signing=signing
    )
    if form.is_valid():
        facts = {"slip": found, "key": form.cleaned_data["key"], "by": request.user, "at": now}
        try:
            facts["second"] = form.second(at=now)
            after = _ACTS[act](form, facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = gettext("%(after)s is %(state)s.") % {"after": after, "state": after.get_state_display()}
            return done(request, reverse(pages.slip, args=[found.pk]), said)
    return show_slip(request, found, pages, **{name: form})


def _send(form: SlipForm, facts: dict[str, Any]) -> TransitSlip:
    runner, seen = form.signed("runner", at=facts["at"]), form.verified(by=facts["by"], at=facts["at"])
    return services.send_slip(runner=runner, **seen, **facts)


def _receive(form: SlipForm, facts: dict[str, Any]) -> TransitSlip:
    form.refuse_other_count(Counted.read(facts["slip"].chips, facts["slip"].cash))
    seen = form.verified(by=facts["by"], at=facts["at"])
    return services.receive_slip(counted=form.counted(), **seen, **facts)


def _ending(service: Callable[..., TransitSlip]) -> Callable[[SlipForm, dict[str, Any]], TransitSlip]:
    def act(form: SlipForm, facts: dict[str, Any]) -> TransitSlip:
        slip, reason = facts["slip"], form.cleaned_data["reason"]
        if slip.state != TransitSlip.State.SENT:
            return service(reason=reason, **facts)
        form.refuse_other_count(Counted.read(slip.chips, slip.cash))
        carrier = form.signed("runner", at=facts["at"])
        return service(reason=reason, counted=form.counted(), verifier=carrier, **facts)

    return act


_ACTS: dict[str, Callable[[SlipForm, dict[str, Any]], TransitSlip]] = {
    "authorise": lambda form, facts: services.authorise_slip(**facts),
    "send": _send,
    "receive": _receive,
    "refuse": _ending(services.decline_slip),
    "void": _ending(services.void_slip),
}


def ask_for(request: RoomRequest, kind: str, values: Values, pages: Pages = CAGE, **place: Any) -> HttpResponse:
    """The page that asks for a fill, or a credit, of a `drawer` or of a `table`'s tray; done, it goes to the slip."""
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
            return done(
                request, reverse(pages.slip, args=[made.pk]), gettext("%(made)s is asked for.") % {"made": made}
            )
    (at,) = place.values()
    context = {"form": form, "kind": kind, "place": at, "is_tray": "table" in place, "open": open_slips_of(at)}
    context |= {"slip_page": pages.slip, "back": reverse(pages.back) if pages.back else ""}
    return page(request, "cage/slip_ask.html", context, status=422 if form.is_bound else 200)


def show_slip(request: RoomRequest, found: TransitSlip, pages: Pages = CAGE, **forms: SlipForm) -> HttpResponse:
    """The page of a slip; a refused form stays as it was filled in, the others are fresh."""
    acts = acts_of(found)
    chips_alone = Values(values_of(request.room).chips, ())
    values = chips_alone if found.table_id else values_of(request.room)
    following = next_act(found, acts, request.user)
    signing = tray_signer(found.table) if found.table and following and following.asks_verifier else None
    context: dict[str, Any] = {
        "slip": found,
        "may_act": request.user.may(Permission.RUNNER_SELL if pages.back else Permission.SLIP, request.room),
        "back": reverse(pages.back) if pages.back else "",
        "to": {act: reverse(f"{pages.slip}_{act}", args=[found.pk]) for act in _ACTS},
        "acts": acts,
        "times": times_printed(request.room, [paper_key(TRANSIT, found.pk)]).get(paper_key(TRANSIT, found.pk)),
        "next": following,
        "differs": counts_differ(acts),
        "is_late": is_late(found, timezone.now()),
        "form": SlipForm(room=request.room, values=values, auto_id="form_%s", signing=signing),
        "end_form": SlipForm(room=request.room, values=values, is_end=True, auto_id="end_form_%s"),
    }
    context |= forms
    if following:
        context["form"].demand(*following.asks)
        context["end_form"].demand("reason")
    return page(request, "cage/slip.html", context, status=422 if forms else 200)


def _slip(request: RoomRequest, slip_id: int) -> TransitSlip:
    kept = TransitSlip.objects.select_related("room", "drawer__room", "table__room")
    return get_object_or_404(kept, pk=slip_id, room=request.room)
