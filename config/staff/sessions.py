"""The length of a session: twelve hours in all, and without a touch as long as the person's roles allow.

A part of a page that refreshes itself (an htmx call whose trigger is its own target) is not a touch: a tablet that
nobody holds must not keep its person signed in.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import ROLES

LONGEST = timedelta(hours=12)
"""From sign-in to the end, whatever happens in between."""
WITHOUT_ROLE = timedelta(minutes=10)
_NOTED_EVERY = timedelta(seconds=30)

BEGAN, TOUCHED, DEVICE = "began", "touched", "device"
"""Values kept in a session: when it began and was touched last, as seconds; and the device in words."""
ROOM, ENTERED = "room", "entered"
"""The id of the room that it works in, and since when, in seconds, where it went there from another."""
_BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
"""A word of what the browser says of itself: its name. The first that is found holds, for most name others too."""
_SYSTEMS = {
    "iPad": "iPad", "iPhone": "iPhone", "Android": "Android", "CrOS": "ChromeOS", "Windows": "Windows",
    "Macintosh": "Mac", "Linux": "Linux",
}  # fmt: skip


def begin(request: HttpRequest, now: datetime) -> None:
    """Start the clocks of a new session, and note its device in words."""
    request.session[BEGAN] = request.session[TOUCHED] = now.timestamp()
    request.session[DEVICE] = device_in_words(request.headers.get("User-Agent", ""))


def enter(request: HttpRequest, room: Room, now: datetime) -> None:
    """Let the session work in another room from now on."""
    request.session[ROOM], request.session[ENTERED] = room.pk, now.timestamp()


def device_in_words(said: str) -> str:
    """The browser and the system that it runs on ("Chrome on Android"), by what the browser says of itself; "" where
    it says nothing known. Good for telling one's own devices apart, and never for trusting one."""
    browser = next((name for word, name in _BROWSERS.items() if word in said), "")
    system = next((name for word, name in _SYSTEMS.items() if word in said), "")
    return " on ".join(filter(None, (browser, system)))


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
    if BEGAN not in request.session:
        begin(request, now)
    return is_over(request.session, idle_limit(request), now)


def is_over(session: Mapping[str, Any], idle: timedelta, now: datetime) -> Ended | None:
    """The reason why a session with these clocks is over, where it ends after being `idle` so long; None while it goes
    on."""
    if now.timestamp() - session[BEGAN] > LONGEST.total_seconds():
        return Ended.OLD
    return Ended.IDLE if now.timestamp() - session[TOUCHED] > idle.total_seconds() else None


def why_ended(request: HttpRequest) -> Ended | None:
    """The reason why whoever sends this request is not signed in any more; None where the browser brought no session at
    all."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    return getattr(request, "session_over", None) or Ended.ELSEWHERE


def idle_limit(request: HttpRequest) -> timedelta:
    """The shortest idle limit of the person's roles, wherever they hold them."""
    return idle_limit_of(request.user) if isinstance(request.user, User) else WITHOUT_ROLE


def idle_limit_of(person: User) -> timedelta:
    """The same of a person."""
    return min((ROLES[posting.role].idle_limit for posting in person.postings), default=WITHOUT_ROLE)


def touch(request: HttpRequest, now: datetime) -> None:
    """Note that somebody did something; written at most twice a minute."""
    if _refreshes_itself(request):
        return
    if now.timestamp() - request.session.get(TOUCHED, 0) >= _NOTED_EVERY.total_seconds():
        request.session[TOUCHED] = now.timestamp()


def _refreshes_itself(request: HttpRequest) -> bool:
    trigger = request.headers.get("HX-Trigger")
    return request.method in ("GET", "HEAD") and bool(trigger) and trigger == request.headers.get("HX-Target")
