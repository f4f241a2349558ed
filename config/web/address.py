"""The address that a request comes from, believing only the proxies that are ours, and where it may be sent on to."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

LONGEST = 2000
"""Characters of an address to go on to."""


def client_address(request: HttpRequest) -> str:
    """The address of the tablet or machine, "" where there is none (a unix socket).

    With CARDROOM_PROXIES = n it is the nth entry from the right of X-Forwarded-For, which our outermost proxy wrote;
    what stands left of it was written by whoever asked and proves nothing.
    """
    connected = str(request.META.get("REMOTE_ADDR", ""))
    if not settings.PROXIES:
        return _known(connected)
    passed_on = request.headers.get("X-Forwarded-For", "").split(",")
    return _known(passed_on[-settings.PROXIES].strip()) if len(passed_on) >= settings.PROXIES else _known(connected)


def is_ours(request: HttpRequest, to: str) -> bool:
    """Whether `to` leads nowhere but here, and is nothing but an address: no line ends in it, and no book."""
    if not to or len(to) > LONGEST or not to.isprintable():
        return False
    return url_has_allowed_host_and_scheme(to, {request.get_host()}, require_https=request.is_secure())


def _known(text: str) -> str:
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        return ""
