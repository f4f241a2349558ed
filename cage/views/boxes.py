"""Drop boxes: what hangs where and is due, who has which, and the keys. No amount stands on these pages."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cage import services
from cage.drop_times import next_drop
from cage.forms.boxes import AddBoxForm, HandOverForm, HangForm, KeyForm, ReturnKeyForm
from cage.models import Box, BoxHanging, BoxKeyTaking
from cage.selectors import boxes as selectors
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from tables.models import Table


@require_safe
@staff(Permission.BOX_VIEW)
def boxes(request: RoomRequest) -> HttpResponse:
    """The tables with their boxes, those that are due first, and the boxes that wait to be counted."""
    return _show(request)


@require_POST
@staff(Permission.DRAWER_FUND)
def add_box(request: RoomRequest) -> HttpResponse:
    """Register a box."""
    form = AddBoxForm(request.POST, room=request.room, auto_id="add_%s")
    if form.is_valid():
        try:
            box = services.add_box(room=request.room, **form.cleaned_data, by=request.user, at=timezone.now())
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("boxes"), gettext("%(box)s is registered.") % {"box": box})
    return _show(request, add_form=form)


@require_POST
@staff(Permission.BOX_PULL)
def hang_box(request: RoomRequest) -> HttpResponse:
    """Hang a box of the shelf at a table."""
    form = _hang_form(request, bound=True)
    if form.is_valid():
        data = form.cleaned_data
        try:
            hanging = services.hang_box(
                box=get_object_or_404(Box, pk=data["box"], room=request.room),
                table=get_object_or_404(Table, pk=data["table"], room=request.room),
                holds=data["holds"],
                is_there=data["is_there"],
                key=data["key"],
                by=request.user,
                at=timezone.now(),
            )
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("boxes"), gettext("%(hanging)s hangs.") % {"hanging": hanging})
    return _show(request, hang_form=form)


@require_POST
@staff(Permission.BOX_PULL)
def take_off_box(request: RoomRequest, hanging_id: int) -> HttpResponse:
    """Take a box off that took nothing."""
    rows = BoxHanging.objects.select_related("box", "table")
    hanging = get_object_or_404(rows, pk=hanging_id, box__room=request.room)
    try:
        services.take_off_box(hanging=hanging, by=request.user, at=timezone.now())
    except DomainError as error:
        form = StrictForm({}, room=request.room)
        show_refusal(form, error)
        return _show(request, refused=form)
    return done(
        request, reverse("boxes"), gettext("%(box)s is off %(table)s.") % {"box": hanging.box, "table": hanging.table}
    )


@require_POST
@staff(Permission.BOX_PULL)
def hand_over(request: RoomRequest) -> HttpResponse:
    """Give pulled boxes to another person."""
    form, now = _hand_over_form(request, bound=True), timezone.now()
    if form.is_valid():
        data = form.cleaned_data
        facts: dict[str, Any] = {"reason": data["reason"], "key": data["key"], "by": request.user, "at": now}
        try:
            second = form.second(at=now)
            services.hand_over_boxes(room=request.room, pulls=data["pulls"], second=second, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("boxes"), gettext("%(second)s has them now.") % {"second": second})
    return _show(request, hand_over_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.BOX_PULL, read=Permission.BOX_VIEW)
def keys(request: RoomRequest) -> HttpResponse:
    """The keys of the boxes: who has one, and who had it; take one from whoever gives it out."""
    form, now = KeyForm(sent(request), room=request.room, auto_id="key_%s"), timezone.now()
    if form.is_valid():
        data = form.cleaned_data
        told: dict[str, Any] = {"lock": data["lock"], "reason": data["reason"], "key": data["key"]}
        try:
            services.take_key(room=request.room, second=form.second(at=now), by=request.user, at=now, **told)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("box_keys"), gettext("You have the key. Bring it back."))
    return _show_keys(request, form)


@require_POST
@staff(Permission.BOX_PULL)
def return_key(request: RoomRequest, taking_id: int) -> HttpResponse:
    """Give a key back to a second person."""
    taking = get_object_or_404(BoxKeyTaking, pk=taking_id, room=request.room)
    form, now = ReturnKeyForm(request.POST, room=request.room, auto_id=f"back_{taking_id}_%s"), timezone.now()
    if form.is_valid():
        try:
            services.return_key(taking=taking, second=form.second(at=now), by=request.user, at=now)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("box_keys"), gettext("The key is back."))
    return _show_keys(request, KeyForm(room=request.room, auto_id="key_%s"), {taking_id: form})


def _show_keys(request: RoomRequest, form: KeyForm, returns: dict[int, ReturnKeyForm] | None = None) -> HttpResponse:
    given, room = returns or {}, request.room
    fresh = lambda pk: ReturnKeyForm(room=room, auto_id=f"back_{pk}_%s")  # noqa: E731
    out = [(taking, given.get(taking.pk) or fresh(taking.pk)) for taking in selectors.keys_out(room)]
    status = 422 if form.is_bound or given else 200
    return page(
        request, "cage/box_keys.html", {"form": form, "out": out, "log": selectors.key_log(room)}, status=status
    )


def _show(request: RoomRequest, **forms: StrictForm) -> HttpResponse:
    """The page; a refused form stays as it was filled in, the others are fresh."""
    room, now = request.room, timezone.now()
    context: dict[str, Any] = {
        "rows": selectors.tables_with_boxes(room, now),
        "waiting": selectors.waiting_boxes(room),
        "mine": selectors.next_to_count(room, request.user),
        "next_drop": next_drop(room, now),
        "today": room.gaming_day(now),
        "add_form": AddBoxForm(room=room, auto_id="add_%s"),
        "hang_form": _hang_form(request),
        "hand_over_form": _hand_over_form(request),
    }
    return page(request, "cage/boxes.html", context | forms, status=422 if forms else 200)


def _hang_form(request: RoomRequest, *, bound: bool = False) -> HangForm:
    tables = Table.objects.filter(room=request.room, is_retired=False).values_list("pk", "name")
    given: dict[str, Any] = {"boxes": selectors.free_boxes(request.room), "tables": list(tables)}
    return HangForm(request.POST if bound else None, room=request.room, auto_id="hang_%s", **given)


def _hand_over_form(request: RoomRequest, *, bound: bool = False) -> HandOverForm:
    waiting = selectors.waiting_boxes(request.room)
    choices = [(each.pull.pk, f"{each.pull}, {each.holder}") for each in waiting]
    return HandOverForm(request.POST if bound else None, room=request.room, choices=choices, auto_id="over_%s")
