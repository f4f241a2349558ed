"""The person behind a request: signed in and not for too long, in which room, with their own password; refusals as
sentences."""

from typing import Any
from urllib.parse import urlencode

from django.contrib.auth import logout
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect

from config.audit import access
from config.errors import DomainError
from config.staff import guesses, second_factor, sessions
from config.staff.models import User
from config.staff.ways import page_of
from config.web.errors import refused
from config.web.middleware import Next


class _Middleware:
    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)


class SessionLimits(_Middleware):
    """End a session that is too old or was idle for too long, before anything is done in it."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        now = timezone.now()
        if isinstance(request.user, User):
            if why := sessions.why_over(request, now):
                logout(request)
                request.session_over = why  # type: ignore[attr-defined]  # read by sessions.why_ended
            else:
                sessions.touch(request, now)
        return self.get_response(request)


class SignInRequired(LoginRequiredMiddleware):
    """Nobody gets anywhere without signing in; an htmx call is sent to the sign-in page, never given one to swap in."""

    def handle_no_permission(self, request: HttpRequest, view_func: Any) -> Any:
        """The way to the sign-in page: a redirect, or for htmx a 401 that makes the browser go there."""
        if request.headers.get("HX-Request"):
            answer = HttpResponseClientRedirect(_door(request, page_of(request)))
            answer.status_code = 401
            return answer
        if sessions.why_ended(request):
            return redirect(_door(request, request.get_full_path() if request.method == "GET" else "/"))
        return super().handle_no_permission(request, view_func)


def _door(request: HttpRequest, then: str) -> str:
    """The sign-in page that leads on to `then`, and says why the session before it ended."""
    why = sessions.why_ended(request)
    return f"{reverse('staff:sign_in')}?{urlencode({'next': then} | ({'ended': why} if why else {}))}"


class CurrentRoom(_Middleware):
    """Put the room that the person works in on the request: chosen in the session, else their first, else None. Wrong
    PINs that come with the request count for that person.

    Pages show instants in that room's time zone.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user if isinstance(request.user, User) else None
        room = user.room_of_work(request.session.get("room")) if user else None
        request.room = room  # type: ignore[attr-defined]  # RoomRequest
        before = guesses.at_the_device.set(user)
        try:
            with timezone.override(room.zone if room else None):
                return self.get_response(request)
        finally:
            guesses.at_the_device.reset(before)


class OwnPasswordFirst(_Middleware):
    """Let whoever signed in with a one-time password choose their own before anything else, and another one whoever has
    had it for longer than the house allows, once the second factor is shown."""

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        user = request.user
        if not isinstance(user, User) or not (user.one_time_until or _must_change(request, user)):
            return None
        to = reverse("staff:password")
        if request.path in (to, reverse("staff:sign_out")) or getattr(view, "permission", "unstated") is None:
            return None
        return HttpResponseClientRedirect(to) if request.headers.get("HX-Request") else redirect(to)


def _must_change(request: HttpRequest, user: User) -> bool:
    is_known = second_factor.is_passed(request) or _second_step(request, user) is None
    return is_known and user.password_is_old(timezone.now())


class SecondFactorFirst(_Middleware):
    """Whoever has an authenticator enters its code after the password; whoever needs one sets it up first."""

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        user = request.user
        if not isinstance(user, User) or second_factor.is_passed(request):
            return None
        to = _second_step(request, user)
        if to is None or getattr(view, "permission", "unstated") is None or request.path in _allowed_before(user, to):
            return None
        if request.path.startswith("/api/"):
            message = "This session has not shown its second factor: enter the code on the site first."
            return JsonResponse({"code": "second_factor_missing", "message": message}, status=403)
        if request.headers.get("HX-Request"):
            return HttpResponseClientRedirect(f"{to}?{urlencode({'next': page_of(request)})}")
        return redirect(f"{to}?{urlencode({'next': request.get_full_path() if request.method == 'GET' else '/'})}")


def _second_step(request: HttpRequest, user: User) -> str | None:
    """The page that stands between the password and everything else; None where nothing does."""
    if user.authenticator_nonce:
        return reverse("staff:code")
    room = request.room  # type: ignore[attr-defined]  # RoomRequest
    return reverse("staff:authenticator") if second_factor.is_asked(user, room) else None


def _allowed_before(user: User, to: str) -> set[str]:
    """The addresses that open before that page: before the first set-up, also the choice of another room."""
    password = {reverse("staff:password")} if user.one_time_until is not None else set()
    elsewhere = set() if user.authenticator_nonce else {reverse("staff:rooms")}
    return {to, reverse("staff:sign_out")} | password | elsewhere


class AnswerRefusals(_Middleware):
    """Turn what a view raises into an answer: a refusal of the domain into a sentence, a missing right into 403."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, DomainError):
            return refused(request, error)
        if isinstance(error, PermissionDenied):
            access.note_refused(request, str(error))
        return None
