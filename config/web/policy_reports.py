"""Reports of browsers, of pages of ours that tried what the content policy forbids: a bounded number of log lines.

It is answered before anybody is known: a browser reports without a form and its token, so nothing is read of a session,
and the database is asked nothing.
"""

import logging
import threading
import time
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from rest_framework.exceptions import ParseError

from config.web.errors import bad_request, unsized
from config.web.middleware import Next
from config.web.parsers import parse

log = logging.getLogger(__name__)

ADDRESS = "/policy-reports/"
LARGEST = 16_384
"""Bytes of a report; browsers send one or two thousand."""
MOST_LINES = 20
"""Lines that one process writes in `WINDOW` seconds; more are counted, and told once."""
WINDOW = 60.0
LONGEST = 200
_ADDRESSES = ("document-uri", "blocked-uri", "source-file")
_WORDS = ("effective-directive", "violated-directive", "disposition", "line-number")


class PolicyReports:
    """Take the reports that our pages' policy sends here; everything else goes on."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path != ADDRESS:
            return self.get_response(request)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST:
            return unsized(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, largest=LARGEST)
        try:
            sent = parse(request.body)
        except ParseError:
            return bad_request(request)
        report = sent.get("csp-report") if isinstance(sent, dict) else None
        if not isinstance(report, dict):
            return bad_request(request)
        lines.tell(dict(_told(report)))
        return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _told(report: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The facts of a report that help: of addresses no query, which may hold what somebody searched for."""
    for name in _ADDRESSES:
        yield name.replace("-", "_"), _without_query(_text(report.get(name)))
    for name in _WORDS:
        yield name.replace("-", "_"), _text(report.get(name))


def _without_query(address: str) -> str:
    try:
        return urlsplit(address)._replace(query="", fragment="").geturl()
    except ValueError:
        return ""


def _text(value: Any) -> str:
    return str(value)[:LONGEST] if isinstance(value, str | int) else ""


class Lines:
    """The lines of this process, so many in a while."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._began, self._written, self._left_out = float("-inf"), 0, 0

    def tell(self, facts: dict[str, str]) -> None:
        """Write a line, or count it where there are too many."""
        with self._lock:
            left_out = self._begin_anew()
            self._written += 1
            if is_left_out := self._written > MOST_LINES:
                self._left_out += 1
        if left_out:
            log.warning("policy: %s more reports came than are written", left_out)
        if not is_left_out:
            log.warning("policy: a page tried what is forbidden: %s", facts)

    def _begin_anew(self) -> int:
        """Begin another while once the last is over: the number of lines that it left out."""
        now = time.monotonic()
        if now - self._began < WINDOW:
            return 0
        left_out, self._began, self._written, self._left_out = self._left_out, now, 0, 0
        return left_out


lines = Lines()
