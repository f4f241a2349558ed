"""Pages of the pools’ reconciliation: the days that wait for a signature, and the sheet of one of them."""

import json
from datetime import date
from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from cage import services
from cage.forms.pool_days import ReconcileForm
from cage.models import AwardReview, PoolAward, PoolReconciliation
from cage.selectors.changed_awards import to_look_at
from cage.selectors.pool_days import (
    LINES,
    as_text,
    boxes_of,
    differs,
    digest_of,
    figures_of,
    pool_days,
    reconciliation_of,
)
from cage.selectors.pools import dispositions_of, recipients
from cage.services.pool_days import refuse_to_reconcile
from config.days.selectors import day_row
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.reauthentication import reauthenticated
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, refusal_of, sent, show_refusal, staff
from players.dealt import dealt


@require_safe
@staff(Permission.POOL_VIEW)
def days(request: RoomRequest) -> HttpResponse:
    """The gaming days on which pools moved or held something: those that wait for a signature first."""
    found = pool_days(request.room, request.room.gaming_day(timezone.now()))
    waiting = [each for each in found if each.signed is None][::-1]
    return page(request, "cage/pool_days.html", {"waiting": waiting, "signed": [each for each in found if each.signed]})


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.POOL_RECONCILE, read=Permission.POOL_VIEW)
def day(request: RoomRequest, day: date) -> HttpResponse:
    """The pools of a gaming day, by counts and signatures and by the ledger; sign it, after the own PIN."""
    if day_row(request.room, day, timezone.now()) is None:
        raise Http404("no such gaming day")
    form = ReconcileForm(sent(request), room=request.room, auto_id="pools_%s")
    return _sign(request, day, form) if form.is_valid() else _show(request, day, form)


@reauthenticated
def _sign(request: RoomRequest, day: date, form: ReconcileForm) -> HttpResponse:
    """Take the signature: whoever gives it has just shown the PIN."""
    facts = {"by": request.user, "at": timezone.now(), **form.cleaned_data}
    try:
        services.reconcile_pools(room=request.room, day=day, **facts)
    except DomainError as error:
        show_refusal(form, error)
        return _show(request, day, form)
    return done(request, reverse("pool_day", args=[day]), gettext("You have signed the pools of this day."))


def _show(request: RoomRequest, day: date, form: ReconcileForm) -> HttpResponse:
    """The sheet: as it was signed, or as it is now, with what keeps this person from signing it."""
    room, signed = request.room, reconciliation_of(request.room, day)
    figures = _figures(request, day, signed)
    if not form.is_bound:
        form.initial["seen"] = digest_of(as_text(figures))
    stops = None
    if signed is None and request.user.may(Permission.POOL_RECONCILE, room):
        stops = refusal_of(lambda: refuse_to_reconcile(room, day, by=request.user, at=timezone.now()))
    context: dict[str, Any] = {
        "day": day,
        "signed": signed,
        "pools": [_told(pool) for pool in figures["pools"]],
        "form": form,
    }
    context |= {"is_off": differs(figures), "stops": stops} | _since(room, day)
    return page(request, "cage/pool_day.html", context, status=422 if form.is_bound else 200)


def _since(room: Room, day: date) -> dict[str, Any]:
    """Facts that the signed figures don't say of themselves: to whom pools went whole, awards whose hand was changed,
    those that two people let stand, and what was corrected of the day's hands after it had ended."""
    of_day = PoolAward.objects.filter(room=room, gaming_day=day)
    stood = AwardReview.objects.filter(award__in=of_day).select_related("award__pool", "by", "second")
    return {
        "given_away": [(each, recipients(each)) for each in dispositions_of(room, day)],
        "changed": to_look_at(of_day),
        "stood": stood,
        "late": [each for each in dealt().changed_late(room, day) if each.promo or each.is_void],
    }


def _figures(request: RoomRequest, day: date, signed: PoolReconciliation | None) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(signed.figures) if signed else figures_of(request.room, day)
    return kept


def _told(pool: dict[str, Any]) -> dict[str, Any]:
    """A pool of the figures as the page tells it: each line with its words and its difference, days as dates. What was
    signed before there were lines of seed has none."""
    pairs = [(words, pool["lines"][line]) for line, words in LINES.items() if line in pool["lines"]]
    lines = [(words, signed, booked, booked - signed) for words, (signed, booked) in pairs]
    return pool | {"lines": lines, "boxes": boxes_of(pool)}
