"""The steps of every request before anybody is known: it gets a name, and what can't be read is refused."""

import logging
import re
import uuid
from collections.abc import Callable, Iterator
from http import HTTPStatus

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.utils import timezone

from config.audit import clock
from config.audit import services as audit
from config.errors import DomainError
from config.web.address import client_address
from config.web.errors import bad_request, only_entered, refused
from config.web.text import is_storable

log = logging.getLogger(__name__)

Next = Callable[[HttpRequest], HttpResponse]

_NAME = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
_PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


class NamedRequest:
    """Give each request an id, on every log line and in the answer, and note which device it came from."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = _name_given_by_our_proxy(request) or uuid.uuid4().hex
        address = client_address(request)
        audit.device.set(address)
        with structlog.contextvars.bound_contextvars(request=name, address=address):
            response = self.get_response(request)
        response["X-Request-ID"] = name
        return response


class BrowserLimits:
    """Say what the browser may do with our pages: use no sensors, and hand nothing of a signed-in person to its cache.

    An answer that says itself how it may be kept (static files, parts with an ETag) is left as it is.
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", _PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Cache-Control", "no-store")
        return response


class HonestClock:
    """Refuse every change while the clock can't be right; what was entered can still be read."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        changes = request.method not in ("GET", "HEAD", "OPTIONS")
        said = clock.doubt(timezone.now(), bound=settings.CLOCK_BOUND) if changes and settings.CLOCK_BOUND else ""
        if said:
            log.error("a change was refused: %s", said)
            return refused(request, DomainError("clock_wrong", said))
        return self.get_response(request)


class RefuseUnreadable:
    """Refuse text that no column can hold (NUL, lone surrogates) in the path, the query or a form: 400, no stack."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            readable = all(map(is_storable, _texts(request)))
        except UnreadablePostError:
            readable = False
        return self.get_response(request) if readable else bad_request(request)


class PagesForForms:
    """Give a browser that opens the address of a form (a tablet that wakes up there, say) a page with a way back, where
    the answer would be an empty 405."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_page = request.method == "GET" and "HX-Request" not in request.headers
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or not is_page or request.path.startswith("/api/"):
            return response
        return only_entered(request, response)


def _name_given_by_our_proxy(request: HttpRequest) -> str:
    given = request.headers.get("X-Request-ID", "") if settings.PROXIES else ""
    return given if _NAME.fullmatch(given) else ""


def _texts(request: HttpRequest) -> Iterator[str]:
    """Every text that came with the request: path, query, form fields with their names."""
    yield request.path
    sent = [request.GET]
    if request.method == "POST" and request.content_type in _FORMS:
        sent.append(request.POST)
    for data in sent:
        for name, values in data.lists():
            yield name
            yield from map(str, values)
