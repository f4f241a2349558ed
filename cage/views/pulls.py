"""A box is pulled at its table, and counted; the next one follows at once."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from cage import services
from cage.drop_times import drop_time_at
from cage.forms.boxes import PullForm
from cage.forms.drawers import CountForm, GiveUpForm
from cage.models import BoxPull, Holds
from cage.selectors.boxes import free_boxes, next_to_count, tables_with_boxes
from cage.selectors.denominations import Values, values_of
from cage.selectors.other_papers import COUNT, PULL, paper_key, times_printed
from cage.selectors.settlers import settlers_after
from cage.services.box_counts import counters_so_far
from cage.services.box_looks import counters_of, why_not_counter
from cage.services.boxes import hanging_at
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from tables.models import Table

_S = BoxPull.State


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.BOX_PULL)
def pull(request: RoomRequest, table_id: int) -> HttpResponse:
    """Pull the boxes of a table, before a second person, and hang the next ones."""
    table = get_object_or_404(Table.objects.select_related("room"), pk=table_id, room=request.room)
    now, form = timezone.now(), _pull_form(request, table)
    if form.is_valid():
        data = form.cleaned_data
        facts: dict[str, Any] = {"why": data["why"], "reason": data["reason"], "key": data["key"], "at": now}
        try:
            second = form.second(at=now)
            pulls = services.pull_boxes(table=table, orders=form.orders(), second=second, by=request.user, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            numbers = ", ".join(each.number for each in pulls)
            return done(
                request,
                reverse("boxes"),
                gettext("%(numbers)s of %(table)s: pulled, and yours until you hand it over.")
                % {"numbers": numbers, "table": table},
            )
    context = {"table": table, "form": form}
    return page(request, "cage/box_pull.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.BOX_COUNT)
def count(request: RoomRequest, pull_id: int) -> HttpResponse:
    """One of the two counts of a box, or the count together; then the next box that waits for this person."""
    rows = BoxPull.objects.select_related("room", "table")
    found = get_object_or_404(rows, pk=pull_id, room=request.room)
    form = _sheet(request, found)
    if form.is_valid():
        try:
            found = _enter(request, found, form)
        except DomainError as error:
            show_refusal(form, error)
        else:
            following = next_to_count(request.room, request.user)
            to = reverse("box_count", args=[following.pk]) if following else reverse("boxes")
            said = {_S.COUNTED: "counted", _S.RECOUNT: "the two counts differ: count it together with a third person"}
            words = f"{found}: {said.get(_S(found.state), 'your count is entered')}."
            return done(request, to, words, warns=found.state == _S.RECOUNT)
    return _count_page(request, found, form, status=422 if form.is_bound else 200)


@require_POST
@staff(Permission.BOX_COUNT)
def give_up(request: RoomRequest, pull_id: int) -> HttpResponse:
    """Give up two counts of a box that differ, before a supervisor who made neither; two others count it then."""
    rows = BoxPull.objects.select_related("room", "table")
    found, now = get_object_or_404(rows, pk=pull_id, room=request.room), timezone.now()
    form = _give_up_form(request, bound=True)
    if form.is_valid():
        try:
            second, reason = form.second(at=now), form.cleaned_data["reason"]
            services.give_up_box_counts(pull=found, reason=reason, second=second, by=request.user, at=now)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(
                request,
                reverse("box_count", args=[found.pk]),
                gettext("%(found)s is counted anew, by two people.") % {"found": found},
            )
    return _count_page(request, found, _sheet(request, found, bound=False), give_up_form=form, status=422)


def _count_page(
    request: RoomRequest, found: BoxPull, form: CountForm, *, status: int, give_up_form: GiveUpForm | None = None
) -> HttpResponse:
    counters = [str(each) for each in counters_so_far(found).values()]
    left = BoxPull.objects.filter(room=request.room).exclude(state=_S.COUNTED).count()
    context: dict[str, Any] = {"pull": found, "count_form": form, "counters": counters, "left": left}
    keys = [paper_key(kind, found.pk) for kind in (PULL, COUNT)]
    printed = times_printed(request.room, keys)
    context |= {"pull_times": printed.get(keys[0]), "count_times": printed.get(keys[1])}
    context |= _who_counts(request, found, form) | {"give_up_form": give_up_form or _give_up_form(request)}
    return page(request, "cage/box_count.html", context, status=status)


def _give_up_form(request: RoomRequest, *, bound: bool = False) -> GiveUpForm:
    return GiveUpForm(request.POST if bound else None, room=request.room, differs=True, auto_id="give_up_%s")


def _who_counts(request: RoomRequest, found: BoxPull, form: CountForm) -> dict[str, Any]:
    """The words of why this person doesn't count the box, before anything is filled in, and who may."""
    if found.state == _S.COUNTED:
        return {}
    why = None if form.asks_second else why_not_counter(found, request.user)
    who = {"why_not": why[1] if why else "", "may_count": counters_of(found)}
    return who if why or form.asks_second else who | {"settlers": settlers_after(found, request.user)}


def _pull_form(request: RoomRequest, table: Table) -> PullForm:
    hanging = hanging_at(table)
    kinds = [kind for kind in Holds.values if f"number_{kind}" in request.POST] or _kinds_at(request, table)
    is_time = drop_time_at(request.room, timezone.now()) is not None
    why = "push" if request.GET.get("why") == "push" else "drop" if is_time else "emergency"
    given: dict[str, Any] = {
        "kinds": kinds,
        "hanging": hanging,
        "free": free_boxes(request.room),
        "initial": {"why": why},
        "auto_id": "pull_%s",
    }
    return PullForm(sent(request), room=request.room, **given)


def _kinds_at(request: RoomRequest, table: Table) -> list[str]:
    """The kinds of the boxes that are at a table now."""
    rows = tables_with_boxes(request.room, timezone.now())
    row = next((row for row in rows if row.table.pk == table.pk), None)
    return list(row.kinds) if row and row.kinds else [Holds.RAKE.value]


def _sheet(request: RoomRequest, found: BoxPull, *, bound: bool = True) -> CountForm:
    """The sheet for the person who is signed in: chips alone, and who signs besides."""
    has_counted = found.counts.filter(round=found.round, counted_by=request.user).exists()
    is_together = found.state == _S.RECOUNT
    return CountForm(
        sent(request) if bound else None,
        room=request.room,
        values=Values(values_of(request.room).chips, ()),
        asks_second=has_counted or is_together,
        asks_third=is_together,
        auto_id="count_%s",
    )


def _enter(request: RoomRequest, found: BoxPull, form: CountForm) -> BoxPull:
    now = timezone.now()
    given: dict[str, Any] = {"pull": found, "counted": form.counted(), "key": form.cleaned_data["key"]}
    given |= {"by": request.user, "at": now, "second": form.second(at=now)}
    if found.state == _S.RECOUNT:
        return services.count_box_together(third=form.third(at=now), **given)
    return services.count_box(**given)
