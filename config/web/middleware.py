"""What happens to every request before its view: readable at all, signed in, in a room, refusals as sentences."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect

from config.audit import services as audit
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from config.web.errors import bad_request, refused

Next = Callable[[HttpRequest], HttpResponse]


class RefuseUnreadable:
    """Refuse text that no column can hold (NUL, lone surrogates) in the path, the query or a form: 400, no stack."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not all(map(_readable, (request.path, *_texts(request)))):
            return bad_request(request)
        return self.get_response(request)


class SignInRequired(LoginRequiredMiddleware):
    """Nobody gets anywhere without signing in; an htmx call is sent to the sign-in page, never handed one to swap in."""

    def handle_no_permission(self, request: HttpRequest, view_func: Any) -> HttpResponse:
        if request.headers.get("HX-Request"):
            return HttpResponseClientRedirect(str(self.get_login_url(view_func)), status=401)  # type: ignore[call-arg]
        return super().handle_no_permission(request, view_func)


class CurrentRoom:
    """Put the room that the person works in on the request: chosen in his session, else his first."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        audit.device.set(request.META.get("REMOTE_ADDR", "")[:80])
        if isinstance(request.user, User):
            room = _room_of(request)
            if room is None:
                raise PermissionDenied("no room")
            request.room = room  # type: ignore[attr-defined]
        return self.get_response(request)


class AnswerRefusals:
    """Turn what a view raises into an answer: a refusal of the domain into a sentence, a missing right into 403."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, DomainError):
            return refused(request, error)
        if isinstance(error, PermissionDenied):
            _audit_refused_access(request, str(error))
        return None


def _readable(text: str) -> bool:
    return "\x00" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def _texts(request: HttpRequest) -> list[str]:
    parts = list(request.GET.items())
    if request.content_type in ("application/x-www-form-urlencoded", "multipart/form-data"):
        parts += [(key, value) for key, values in request.POST.lists() for value in values if isinstance(value, str)]
    return [text for pair in parts for text in pair if isinstance(text, str)]


def _room_of(request: HttpRequest) -> Room | None:
    rooms = Room.objects.filter(staff_roles__user=request.user, staff_roles__ended_at=None).distinct()
    chosen = request.session.get("room")
    return (rooms.filter(pk=chosen).first() if chosen else None) or rooms.first()


def _audit_refused_access(request: HttpRequest, permission: str) -> None:
    user = request.user
    if isinstance(user, User):
        after = {"permission": permission, "path": request.path[:200], "method": request.method}
        room = getattr(request, "room", None)
        audit.record("access.refused", user, room=room, by=user, at=timezone.now(), after=after)
