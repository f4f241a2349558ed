"""The pages of webhooks: the addresses of the room, and one of them with what was sent to it."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from config.errors import DomainError
from config.hooks import delivering, selectors, services, signing
from config.hooks.forms import EventsForm, KeyForm, RegisterForm
from config.hooks.models import Hook, HookDelivery
from config.staff.reauthentication import reauthenticated
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.HOOK_MANAGE, read=Permission.HOOK_VIEW)
def hooks(request: RoomRequest) -> HttpResponse:
    """The addresses of the room that are told of events; register another."""
    form = RegisterForm(sent(request), room=request.room)
    if form.is_valid():
        return _register(request, form)
    return _list(request, form)


@reauthenticated
def _register(request: RoomRequest, form: RegisterForm) -> HttpResponse:
    wanted = form.cleaned_data
    try:
        hook = services.register_hook(
            room=request.room, address=wanted["address"], kinds=wanted["events"], key=wanted["key"], **_acting(request)
        )
    except DomainError as error:
        show_refusal(form, error)
        return _list(request, form)
    return _show_secret(request, hook)


def _list(request: RoomRequest, form: RegisterForm) -> HttpResponse:
    context = {"form": form, "hooks": selectors.hooks_of(request.room)}
    return page(request, "hooks/hooks.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.HOOK_MANAGE, read=Permission.HOOK_VIEW)
def hook(request: RoomRequest, hook_id: int) -> HttpResponse:
    """One address: what it is told of, and each delivery with its state; choose other events for it."""
    row = _hook(request, hook_id)
    form = EventsForm(sent(request), initial={"events": row.events}, room=request.room)
    if form.is_valid():
        return _choose(request, row, form)
    return _one(request, row, form=form, status=422 if form.is_bound else 200)


@reauthenticated
def _choose(request: RoomRequest, row: Hook, form: EventsForm) -> HttpResponse:
    try:
        services.choose_events(hook=row, kinds=form.cleaned_data["events"], **_acting(request))
    except DomainError as error:
        show_refusal(form, error)
        return _one(request, row, form=form, status=422)
    return done(request, _address(row), gettext("It is told of these from now on."))


def _one(
    request: RoomRequest, row: Hook, *, form: EventsForm | None = None, refused: DomainError | None = None, status: int
) -> HttpResponse:
    context = {
        "hook": row,
        "form": form or EventsForm(initial={"events": row.events}, room=request.room),
        "key_form": KeyForm(room=request.room),
        "deliveries": selectors.deliveries_of(row, request.GET.get("page", "")),
        "refused": refused,
        "most_tries": delivering.MOST_TRIES,
        "signs_twice": len(row.nonces(timezone.now())) > 1,
    }
    return page(request, "hooks/hook.html", context, status=status)


@require_POST
@staff(Permission.HOOK_MANAGE)
@reauthenticated
def secret(request: RoomRequest, hook_id: int) -> HttpResponse:
    """Give an address a new secret, shown once; the one before signs for a day beside it."""
    row, form = _hook(request, hook_id), KeyForm(request.POST, room=request.room)
    if not form.is_valid():
        return _one(request, row, status=422)
    try:
        row = services.rotate_secret(hook=row, key=form.cleaned_data["key"], **_acting(request))
    except DomainError as error:
        return _one(request, row, refused=error, status=422)
    return _show_secret(request, row)


@require_POST
@staff(Permission.HOOK_MANAGE)
def pause(request: RoomRequest, hook_id: int) -> HttpResponse:
    """Send an address nothing until it goes on."""
    return _act(request, hook_id, services.pause_hook, "It is paused. What happens waits for it, up to three days.")


@require_POST
@staff(Permission.HOOK_MANAGE)
def resume(request: RoomRequest, hook_id: int) -> HttpResponse:
    """Let a paused address go on."""
    return _act(request, hook_id, services.resume_hook, "It goes on, with what has waited for it.")


@require_POST
@staff(Permission.HOOK_MANAGE)
def end(request: RoomRequest, hook_id: int) -> HttpResponse:
    """Delete an address."""
    services.end_hook(hook=_hook(request, hook_id), **_acting(request))
    return done(request, reverse("hooks"), gettext("It is deleted, and told of nothing more."))


@require_POST
@staff(Permission.HOOK_MANAGE)
def again(request: RoomRequest, delivery_id: int) -> HttpResponse:
    """Send an event once more."""
    rows = HookDelivery.objects.select_related("hook__room").filter(hook__room=request.room)
    delivery = get_object_or_404(rows, pk=delivery_id)
    try:
        services.send_again(delivery=delivery, **_acting(request))
    except DomainError as error:
        return _one(request, delivery.hook, refused=error, status=422)
    return done(request, _address(delivery.hook), gettext("It is sent again, under the same id."))


def _act(request: RoomRequest, hook_id: int, service: Callable[..., Hook], said: str) -> HttpResponse:
    row = _hook(request, hook_id)
    try:
        service(hook=row, **_acting(request))
    except DomainError as error:
        return _one(request, row, refused=error, status=422)
    return done(request, _address(row), said)


def _hook(request: RoomRequest, hook_id: int) -> Hook:
    """The address of this room with that id, deleted ones too; 404 where the room has none."""
    row = Hook.objects.select_related("room", "added_by").filter(pk=hook_id, room=request.room).first()
    if row is None:
        raise Http404("no such address in this room")
    return row


def _show_secret(request: RoomRequest, row: Hook) -> HttpResponse:
    """The page that shows a new secret, which nobody can read again."""
    context: dict[str, Any] = {"hook": row, "secret": signing.secret_of(row.nonce), "header": signing.HEADER}
    return page(request, "hooks/secret.html", context)


def _acting(request: RoomRequest) -> dict[str, Any]:
    at: datetime = timezone.now()
    return {"by": request.user, "at": at}


def _address(row: Hook) -> str:
    return reverse("hook", args=[row.pk])
