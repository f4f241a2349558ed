"""The pages and the JSON of everything that does not go through."""

import logging
import sys
from http import HTTPStatus
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from config.errors import DomainError
from config.language import said, said_within
from config.web.waiting import is_kept, told_refused

log = logging.getLogger(__name__)
_API = "/api/"


def refused(request: HttpRequest, error: DomainError) -> HttpResponse:
    """A refusal that no form caught: 422 with its sentence, rule and citation (JSON for the API)."""
    if request.path.startswith(_API):
        return JsonResponse(error.to_json(), status=error.status)
    if is_kept(request):
        return told_refused(error)
    return render(request, "errors/refused.html", {"refusal": error}, status=422)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400: the request can't be read. Nothing of it is shown again, and nobody is looked up for it."""
    return _plain(request, 400, "unreadable", "The request holds text that can't be read.")


def unsized(request: HttpRequest, status: HTTPStatus, *, largest: int) -> HttpResponse:
    """413 or 411: more than may come, or nobody knows how much. It was not read, and nobody was looked up for it."""
    if status is HTTPStatus.LENGTH_REQUIRED:
        return _plain(request, status, "length_required", "Say how long the body is: send it with a Content-Length.")
    message = f"The body is larger than {largest} bytes: send less at once."
    return _plain(request, status, "too_large", message)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: not for this person."""
    return _answer(request, 403, "not_permitted", "Your roles in this room don't allow this.")


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: the page was open too long, somebody signed in or out or went to another room since, or it is not ours.

    X-Page-Too-Old tells a script so, which leaves the page as it is.
    """
    log.warning("a form came without its token: %s", reason)
    if request.path.startswith(_API):
        return _json(403, "not_permitted", "The request came without the token of its session.")
    answer = render(request, "403_csrf.html", status=403)
    answer["X-Page-Too-Old"] = "1"
    return answer


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404: there is no such thing, or not in this room."""
    return _answer(request, 404, "not_found", "There is no such thing in this room.")


def only_entered(request: HttpRequest, refused: HttpResponse) -> HttpResponse:
    """405 to a browser that asks for the address of a form: a page that says so, with the way to where it stands."""
    answer = render(request, "405.html", {"back": _page_above(request.path)}, status=405)
    answer.headers["Allow"] = refused.headers.get("Allow", "POST")
    return answer


def _page_above(path: str) -> str:
    """The nearest address above another that the product has; "/" at last."""
    while path.strip("/"):
        path = path.rstrip("/").rpartition("/")[0] + "/"
        try:
            resolve(path)
        except Resolver404:
            continue
        return path
    return "/"


def broken(request: HttpRequest) -> HttpResponse:
    """503 where the database is away or busy, or no memory is left; 500 for what is our fault. Asks the database
    nothing."""
    if isinstance(sys.exc_info()[1], OperationalError | InterfaceError | MemoryError):
        response = _plain(request, 503, "busy", "The room's records can't be reached right now. Try again in a moment.")
        response["Retry-After"] = "2"
        return response
    return _plain(request, 500, "broken", "Something broke, and nothing was recorded. It has been noted.")


def api_refusal(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: a rule's refusal is 409, malformed input 400 with its field, a reused key 422."""
    if isinstance(error, DomainError):
        body = error.to_json() | ({"field": error.field} if error.field else {})
        return Response(body, status=error.status)
    if isinstance(error, exceptions.ValidationError):
        body = {"code": "malformed", "message": said("Some fields can't be read."), "fields": said_within(error.detail)}
        return Response(body, status=400)
    if isinstance(error, Http404):
        error = exceptions.NotFound("There is no such thing in this room.")
    response = exception_handler(error, context)
    if response is not None and isinstance(error, exceptions.APIException):
        response.data = {"code": error.get_codes(), "message": said(str(error.detail))}
    return response


def _answer(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    """The page of that status in the room's frame."""
    if request.path.startswith(_API):
        return _json(status, code, message)
    return render(request, f"{status}.html", status=status)


def _plain(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    """The page of that status without any frame: it knows neither person nor room."""
    if request.path.startswith(_API):
        return _json(status, code, message)
    return HttpResponse(render_to_string(f"{int(status)}.html"), status=status)


def _json(status: int, code: str, message: str) -> HttpResponse:
    return JsonResponse({"code": code, "message": said(message)}, status=status)
