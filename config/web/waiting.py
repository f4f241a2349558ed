"""Requests that a tablet may keep while its line is down and send when the line is back, and how they are answered.

Only what stands in `MAY_WAIT` is ever kept: a hand, a count, an absence, a note, of which a later arrival changes
nothing but the time. What moves money at a window, a seat that somebody else may get meanwhile, a ruling: they are
refused here too, whatever a tablet sends. static/queue.js keeps them, in order, under the request keys of their forms.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any

from django.forms import Form
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from config.errors import DomainError, KeyReused
from config.language import said
from config.requests.models import RequestKey

MAY_WAIT: Mapping[str, str] = {
    "tick": "quick hand",
    "console_tick": "quick hand",
    "sitting_count": "stack counted",
    "sitting_away": "is away",
    "sitting_back": "is back",
    "table_note": "note",
}
"""The names of the addresses whose forms may wait in a tablet, and what each is called in its list."""

HEADER = "X-Entered-Ago"
"""For how many milliseconds the request has waited in the tablet. A span, not an instant: tablets' clocks are off."""
LOCKED_AFTER = timedelta(minutes=15)
"""Entries that waited for longer are sent by badge and PIN of whoever entered them."""
LONGEST = timedelta(hours=12)
"""Entries that waited for longer than any session lasts are refused."""

_OPENED = "queue_opened"
_KINDS = ("tick", "count", "away", "back", "note")
"""The kinds under which the services of these addresses claim their request keys."""


def is_kept(request: HttpRequest) -> bool:
    """Whether the request waited in a tablet: it is answered in JSON."""
    return HEADER in request.headers


def entered_at(request: HttpRequest, now: datetime) -> datetime | None:
    """The instant at which a tablet says that it was entered, never after `now`; None where it came straight away."""
    ago = _waited(request)
    return now - ago if ago is not None else None


def why_not_taken(request: HttpRequest, now: datetime) -> DomainError | None:
    """The reason why this request, which waited in a tablet, is not taken: `may_not_wait`, `waited_unreadable`,
    `waited_too_long`, or `queue_locked` until badge and PIN were entered. None where it may be looked at."""
    name = request.resolver_match.url_name if request.resolver_match else ""
    if name not in MAY_WAIT:
        return DomainError("may_not_wait", "This can’t wait in a tablet: enter it again, now that the line is back.")
    ago = _waited(request)
    if ago is None:
        return DomainError("waited_unreadable", "How long this has waited can’t be read: drop it and enter it again.")
    if ago > LONGEST:
        return DomainError("waited_too_long", "This waited for more than twelve hours: drop it, and tell a manager.")
    if ago > LOCKED_AFTER and not is_opened(request, now):
        message = "This has waited for more than fifteen minutes: enter your badge and PIN to send it."
        return DomainError("queue_locked", message)
    return None


def open_queue(request: HttpRequest, now: datetime) -> None:
    """Note that the person of this session has shown badge and PIN: what waited longer may be sent for a while."""
    request.session[_OPENED] = now.timestamp()


def is_opened(request: HttpRequest, now: datetime) -> bool:
    """Whether badge and PIN were shown in this session within the last fifteen minutes."""
    since = now.timestamp() - float(request.session.get(_OPENED, 0))
    return 0 <= since <= LOCKED_AFTER.total_seconds()


def told_recorded(said: str) -> HttpResponse:
    """The answer to a request that waited and is recorded now."""
    return JsonResponse({"said": said})


def told_refused(error: DomainError) -> HttpResponse:
    """The answer to one that was refused; `confirm` is the code of a question that a yes answers."""
    told = {"code": error.code, "message": said(error.message), "confirm": error.allowed.get("confirm", "")}
    return JsonResponse(told, status=422)


def told_of_page(context: Mapping[str, Any]) -> HttpResponse:
    """The answer to one whose form was refused: the words of that form, as the page would have shown them."""
    forms = [each for each in context.values() if isinstance(each, Form) and each.is_bound and each.errors]
    words = " ".join(dict.fromkeys(said(word) for form in forms for word in _errors(form)))
    refusals = [error for form in forms if isinstance(error := getattr(form, "refusal", None), DomainError)]
    code, allowed = (refusals[0].code, refusals[0].allowed) if refusals else ("form_refused", {})
    return told_refused(DomainError(code, words or "It was refused: look at the page.", allowed=allowed))


class KeptInTablet:
    """Refuse what may not wait, before any view sees it, and what waited too long."""

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer: HttpResponse = self.get_response(request)
        if is_kept(request) and answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY and _is_recorded(request, answer):
            return told_recorded("It was recorded before: only its answer was lost.")
        return answer

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """The refusal, None where the view may answer."""
        if not is_kept(request):
            return None
        error = why_not_taken(request, timezone.now())
        return told_refused(error) if error else None


def _is_recorded(request: HttpRequest, answer: HttpResponse) -> bool:
    """Whether what is refused now was recorded when it first came, and its answer was lost: a table that was closed
    since refuses everything. What was not looked at says nothing of that, and another request under the key of an
    earlier one is none of it."""
    if why_not_taken(request, timezone.now()) or json.loads(answer.content)["code"] == KeyReused().code:
        return False
    keys = RequestKey.objects.filter(key=request.POST.get("key", ""), kind__in=_KINDS, by=request.user.pk)
    return bool(request.POST.get("key")) and keys.exists()


def _waited(request: HttpRequest) -> timedelta | None:
    """The span that it waited; None where that can't be read or nothing says it."""
    text = request.headers.get(HEADER, "")
    if not (text.isascii() and text.isdigit() and len(text) <= 12):
        return None
    return timedelta(milliseconds=int(text))


def _errors(form: Form) -> Iterator[str]:
    for words in form.errors.values():
        yield from map(str, words)
