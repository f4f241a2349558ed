"""Ask for the PIN before what weighs heavily: a mark on the session, and the decorator that asks for it."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from config.errors import DomainError
from config.staff.models import User
from config.staff.pin import verify_pin
from config.web.views import page

GOOD_FOR = timedelta(minutes=5)
"""The time that a PIN that was entered once counts for what is done next."""

_MARK = "pin_until"
_FIELD = "reauthentication_pin"
_NOT_KEPT = ("csrfmiddlewaretoken", _FIELD)
_SECRET = ("pin", "password")
"""The ends of the names of fields whose text no page carries: whoever holds the tablet could read it there."""


def remember(request: HttpRequest, at: datetime) -> None:
    """Let the PIN that was just verified count for the next few minutes of this session."""
    request.session[_MARK] = (at + GOOD_FOR).timestamp()


def is_fresh(request: HttpRequest, at: datetime) -> bool:
    """Whether a PIN was verified in this session a few minutes ago at most."""
    return bool(request.session.get(_MARK, 0) > at.timestamp())


def reauthenticated(function: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view that asks for the PIN first (below `@staff`, which comes before it).

    A page sends to the PIN's page and comes back. A form is answered with a page (422) that holds what was entered and
    asks for the PIN; the two are sent again together, so that nothing is typed twice but what is secret.
    """

    @wraps(function)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        now = timezone.now()
        if is_fresh(request, now):
            return function(request, *args, **kwargs)
        if request.method != "POST":
            return redirect(f"{reverse('staff:pin')}?{urlencode({'next': request.get_full_path()})}")
        return _ask(request, now) or function(request, *args, **kwargs)

    return guarded


def _ask(request: HttpRequest, now: datetime) -> HttpResponse | None:
    """None where the form brought the right PIN, else the page that asks for it."""
    refusal = None
    if _FIELD in request.POST and isinstance(request.user, User):
        try:
            verify_pin(request.user, request.POST[_FIELD], at=now)
        except DomainError as error:
            refusal = error
        else:
            remember(request, now)
            return None
    return _page_that_asks(request, refusal)


def _page_that_asks(request: HttpRequest, refusal: DomainError | None) -> HttpResponse:
    """The page with the PIN's field and, hidden, every field that was sent; it takes the place of the whole page.

    Another person's PIN among them is asked for once more, never written into the page.
    """
    came = [(name, text) for name, texts in request.POST.lists() if name not in _NOT_KEPT for text in texts]
    kept = [(name, text) for name, text in came if not name.endswith(_SECRET)]
    again = [name for name, text in came if name.endswith("pin") and text]
    context = {"kept": kept, "again": again, "field": _FIELD, "refusal": refusal}
    response = page(request, "staff/pin_on_the_way.html", context, status=422)
    if request.headers.get("HX-Request"):
        response["HX-Retarget"], response["HX-Reswap"] = "body", "innerHTML"
    return response
