"""Devices that people have signed in at: a signed cookie says so, and whose names they were.

Whoever guesses passwords at an address shuts it for strangers; the tablets that the room works with go on. The cookie
opens nothing by itself.
"""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Self

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

KNOWN_FOR = timedelta(days=90)
"""Since somebody last signed in there."""
MOST_NAMES = 24
"""People of one device that it is known for; the one longest away makes room."""
MARK = "device:"
"""The prefix that the attempts of a known device are kept under, before its id."""
_SALT = "config.staff.devices"


@dataclass(frozen=True, slots=True)
class Device:
    """A device that somebody signed in at, with traces of the names; whose they are can't be read from them."""

    id: str
    names: tuple[str, ...] = ()

    @property
    def mark(self) -> str:
        """The key that its attempts to sign in are kept under."""
        return MARK + self.id

    @property
    def trace(self) -> str:
        """The name that it has in the trail: two sign-ins of one device are told to be so, and no cookie can be made
        of it."""
        return salted_hmac(_SALT, self.id, algorithm="sha256").hexdigest()[:16]

    def knows(self, name: str) -> bool:
        """Whether somebody of this name has signed in here."""
        return self._trace(name) in self.names

    def after(self, name: str) -> Self:
        """The same device after somebody of this name signed in."""
        trace = self._trace(name)
        others = tuple(each for each in self.names if each != trace)
        return type(self)(self.id, (trace, *others)[:MOST_NAMES])

    def _trace(self, name: str) -> str:
        return salted_hmac(_SALT + self.id, name.lower(), algorithm="sha256").hexdigest()[:16]


def known(request: HttpRequest) -> Device | None:
    """The device that the request comes from; None where nobody signed in there, or too long ago."""
    try:
        said = signing.loads(request.COOKIES.get(_cookie(), ""), salt=_SALT, max_age=KNOWN_FOR)
        return Device(str(said["id"]), tuple(map(str, said["names"])))
    except (signing.BadSignature, KeyError, TypeError, ValueError):
        return None


def device_of(request: HttpRequest) -> Device:
    """The device that the request comes from, known or new."""
    return known(request) or Device(secrets.token_hex(8))


def remember(device: Device, response: HttpResponse, *, name: str) -> None:
    """Let the device be known from now on: somebody of this name has just signed in."""
    device = device.after(name)
    said = signing.dumps({"id": device.id, "names": device.names}, salt=_SALT)
    response.set_cookie(
        _cookie(), said, max_age=KNOWN_FOR, httponly=True, samesite="Lax", secure=settings.SERVED_OVER_TLS
    )


def _cookie() -> str:
    return "__Host-device" if settings.SERVED_OVER_TLS else "device"
