"""Make sure who somebody is: name and password, throttled before anything is hashed."""

from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth import authenticate
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from config.errors import DomainError
from config.staff import services
from config.staff.models import User

LOCKED = "Too many wrong passwords. Wait a quarter of an hour, or ask an administrator."


def identify(request: HttpRequest, username: str, password: str) -> User:
    """The person with that name and password.

    Raises DomainError `not_signed_in` with one sentence for an unknown name, a wrong password and a disabled person.
    Past the limit nothing is looked at; the middleware of django-axes then answers with `locked_out`. What was looked
    at and didn't fit is in the trail.
    """
    name = username.lower()
    looked_at = AxesProxyHandler.is_allowed(request, {"username": name})
    person = authenticate(request, username=name, password=password)
    if not isinstance(person, User):
        if looked_at:
            by = request.user if isinstance(request.user, User) else None
            services.note_failed_sign_in(username=name, by=by, at=timezone.now())
        raise DomainError("not_signed_in", "Name and password don't fit together. Enter both again.")
    return person


def confirm_password(request: HttpRequest, password: str, *, field: str) -> None:
    """Return where `password` is that of the signed-in person. Raises DomainError `password_wrong` on `field`."""
    try:
        identify(request, request.user.get_username(), password)
    except DomainError as error:
        raise DomainError("password_wrong", "That is not your current password.", field=field) from error


def locked_out(request: HttpRequest, response: HttpResponse | None, credentials: Any = None) -> HttpResponse:
    """429: guessing stops here for a while."""
    return render(request, "staff/locked_out.html", {"sentence": LOCKED}, status=429)
