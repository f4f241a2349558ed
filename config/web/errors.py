"""The pages and the JSON of everything that does not go through."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from config.errors import DomainError


def refused(request: HttpRequest, error: DomainError) -> HttpResponse:
    """A refusal that no form caught: 422 with its sentence, rule and citation (JSON for the API)."""
    if request.path.startswith("/api/"):
        return JsonResponse(error.to_json(), status=error.status)
    return render(request, "errors/refused.html", {"refusal": error}, status=422)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400: the request can't be read."""
    if request.path.startswith("/api/"):
        return JsonResponse({"code": "unreadable", "message": "The request holds text that can't be read."}, status=400)
    return render(request, "400.html", status=400)


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: the page was open too long or came from elsewhere."""
    return render(request, "403_csrf.html", status=403)


def api_refusal(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: a rule's refusal is 409, malformed input 400 with its field, a reused key 422."""
    if isinstance(error, DomainError):
        body = error.to_json() | ({"field": error.field} if error.field else {})
        return Response(body, status=error.status)
    if isinstance(error, exceptions.ValidationError):
        return Response({"code": "malformed", "message": "Some fields can't be read.", "fields": error.detail}, 400)
    return exception_handler(error, context)
