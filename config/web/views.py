"""The parts that every view is made of: who may see it, how a page answers, how a change answers, how a refusal
answers."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import wraps
from typing import Any, Protocol, cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import get_template
from django.utils.cache import patch_vary_headers
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.web import waiting


class Access(StrEnum):
    """The access that a view asks for where it asks for no permission of a role."""

    SIGNED_IN = "signed in"


class PersonRequest(HttpRequest):
    """A request of a signed-in person, who may work in no room at all."""

    user: User
    room: Room | None
    htmx: HtmxDetails


class RoomRequest(HttpRequest):
    """A request of a signed-in person in the room that they work in."""

    user: User
    room: Room
    htmx: HtmxDetails


class View(Protocol):
    """A view of ours: it says what it asks for (a Permission, Access.SIGNED_IN, or None where anyone may come)."""

    permission: Permission | Access | dict[str, Permission] | None

    def __call__(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase: ...


_Function = Callable[..., HttpResponseBase]


def staff(permission: Permission, *, read: Permission | None = None) -> Callable[[_Function], View]:
    """State a view's permission: only people whose roles in the room carry it get in; a refusal is audited.

    With `read`, whoever may only read gets the page too: GET asks for `read`, everything else for `permission`.
    """

    def decorate(function: _Function) -> View:
        @wraps(function)
        def guarded(request: PersonRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            asked = (read or permission) if request.method in ("GET", "HEAD") else permission
            if request.room is None or not request.user.may(asked, request.room):
                raise PermissionDenied(asked)
            return function(request, *args, **kwargs)

        view = cast("View", guarded)
        view.permission = {"get": read, "head": read, "post": permission} if read else permission
        return view

    return decorate


def takes_files(view: View) -> View:
    """State that the forms of this view may bring files (`config.web.bodies`)."""
    view.takes_files = True  # type: ignore[attr-defined]  # read by FilesWhereTaken
    return view


def signed_in(function: _Function) -> View:
    """State that whoever is signed in may see this view, with any role or none."""
    view = cast("View", function)
    view.permission = Access.SIGNED_IN
    return view


def public(function: _Function) -> View:
    """State that anyone may see this view, signed in or not."""
    view = cast("View", function)
    view.permission = None
    function.login_required = False  # type: ignore[attr-defined]  # read by SignInRequired
    return view


def page(
    request: HttpRequest, template: str, context: Mapping[str, Any] | None = None, *, status: int = 200
) -> HttpResponse:
    """The page `template`, or only its named part where htmx asks for one.

    Partial name = DOM id = swap target: a request whose HX-Target is `seats` gets `template#seats` if the
    template defines that part, and the whole page otherwise. What waited in a tablet gets the words of its refusal.
    """
    if waiting.is_kept(request):
        told = context or {}
        return waiting.told_of_page(told) if status >= 400 else waiting.told_recorded(str(told.get("said", "")))
    part = _part_asked_for(request, template)
    response = render(request, f"{template}#{part}" if part else template, dict(context or {}), status=status)
    patch_vary_headers(response, ("HX-Request", "HX-Target"))
    return response


def sent(request: HttpRequest) -> QueryDict | None:
    """The data that was posted, for a form to bind: an empty post is posted too; None for any other method."""
    return request.POST if request.method == "POST" else None


def done(request: HttpRequest, to: str, message: str = "", *, warns: bool = False) -> HttpResponse:
    """The answer to a change that was made: go to the address `to`, and say `message` there; with `warns` as what is
    not right yet. What waited in a tablet is told so, and goes nowhere."""
    if waiting.is_kept(request):
        return waiting.told_recorded(message)
    if message:
        messages.add_message(request, messages.WARNING if warns else messages.SUCCESS, message)
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(to)
    response = HttpResponse(status=303)
    response["Location"] = to
    return response


def refusal_of(ask: Callable[[], object]) -> DomainError | None:
    """The refusal that `ask` raises; None where it raises none. For pages that say ahead what a service refuses."""
    try:
        ask()
    except DomainError as error:
        return error
    return None


def show_refusal(form: Form, error: DomainError) -> None:
    """Put a refusal on a form: beside its field if it names one that the form has, above all fields otherwise, with its
    rule."""
    if error.field not in form.fields:
        error.field = None  # pages show what names no field above all of them
    form.add_error(error.field, error.message)
    form.refusal = error  # type: ignore[attr-defined]  # shown by the form part with rule and citation


def _part_asked_for(request: HttpRequest, template: str) -> str:
    """The name of the part that htmx asks for and `template` defines, "" for the whole page."""
    htmx: HtmxDetails | None = getattr(request, "htmx", None)
    if not htmx or htmx.boosted or htmx.history_restore_request or not htmx.target:
        return ""
    parts = get_template(template).template.extra_data.get("partials", {})  # type: ignore[attr-defined]  # Django's own
    return htmx.target if htmx.target in parts else ""
