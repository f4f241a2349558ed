"""The length of a session: twelve hours in all, and without a touch as long as the person's roles allow.

A part of a page that refreshes itself (an htmx call whose trigger is its own target) is not a touch: a tablet that
nobody holds must not keep its person signed in.
"""

from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
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


class Ended(StrEnum):
    """The reason why a session is no more."""

    IDLE = "idle"
    OLD = "old"
    ELSEWHERE = "elsewhere"

    @property
    def sentence(self) -> str:
        """The sentence of the sign-in page about it."""
        return _SENTENCES[self]


_SENTENCES = {
    Ended.IDLE: "You were signed out because nothing was touched for a while. What you sent after that was not done.",
    Ended.OLD: "Every session ends after twelve hours: sign in again. What you sent after that was not done.",
    Ended.ELSEWHERE: "Your session has ended: your password or roles changed, or you were signed out elsewhere.",
}


def why_over(request: HttpRequest, now: datetime) -> Ended | None:
    """The reason why the session of the signed-in person is over; None while it goes on. Its clocks start where none
    runs."""
    if _BEGAN not in request.session:
        begin(request, now)
    began, touched, at = request.session[_BEGAN], request.session[_TOUCHED], now.timestamp()
    if at - began > LONGEST.total_seconds():
        return Ended.OLD
    return Ended.IDLE if at - touched > idle_limit(request).total_seconds() else None


def why_ended(request: HttpRequest) -> Ended | None:
    """The reason why whoever sends this request is not signed in any more; None where the browser brought no session at
    all."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    return getattr(request, "session_over", None) or Ended.ELSEWHERE


def idle_limit(request: HttpRequest) -> timedelta:
    """The shortest idle limit of the person's roles, wherever they hold them."""
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
