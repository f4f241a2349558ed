"""How long a session lasts: twelve hours in all, and without a touch as long as the person's roles allow.

A part of a page that refreshes itself (an htmx call whose trigger is its own target) is not a touch: a tablet that
nobody holds must not keep its person signed in.
"""

from datetime import datetime, timedelta

from django.http import HttpRequest

from config.staff.models import User
from config.staff.roles import ROLES

LONGEST = timedelta(hours=12)
"""From sign-in to the end, whatever happens in between."""
WITHOUT_ROLE = timedelta(minutes=10)
_NOTED_EVERY = timedelta(seconds=30)

_BEGAN, _TOUCHED = "began", "touched"


def begin(request: HttpRequest, now: datetime) -> None:
    """Start the clocks of a new session."""
    request.session[_BEGAN] = request.session[_TOUCHED] = now.timestamp()


def is_over(request: HttpRequest, now: datetime) -> bool:
    """Whether the session of the signed-in person has lasted or idled too long. Its clocks start where none runs."""
    if _BEGAN not in request.session:
        begin(request, now)
    began, touched, at = request.session[_BEGAN], request.session[_TOUCHED], now.timestamp()
    return at - began > LONGEST.total_seconds() or at - touched > idle_limit(request).total_seconds()


def idle_limit(request: HttpRequest) -> timedelta:
    """The shortest idle limit of the person's roles, wherever he holds them."""
    user = request.user
    held = user.postings if isinstance(user, User) else ()
    return min((ROLES[posting.role].idle_limit for posting in held), default=WITHOUT_ROLE)


def touch(request: HttpRequest, now: datetime) -> None:
    """Note that somebody did something; written at most twice a minute."""
    if _refreshes_itself(request):
        return
    if now.timestamp() - request.session.get(_TOUCHED, 0) >= _NOTED_EVERY.total_seconds():
        request.session[_TOUCHED] = now.timestamp()


def _refreshes_itself(request: HttpRequest) -> bool:
    trigger = request.headers.get("HX-Trigger")
    return request.method in ("GET", "HEAD") and bool(trigger) and trigger == request.headers.get("HX-Target")
