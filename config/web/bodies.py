"""The size that a request's body may have: asked of its headers, before anything reads a byte of it."""

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.urls import Resolver404, resolve

from config.serving.arrivals import LARGEST_BODY, SMALL_BODY
from config.web.errors import unsized
from config.web.middleware import Next


class BoundedBodies:
    """Refuse a body that is too large (413) or does not say how large it is (411).

    A form is small, whoever sends it; only the API's JSON and the files of a page that takes some may be larger, with a
    token or a session.
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        said = request.META.get("CONTENT_LENGTH") or ""
        if request.headers.get("Transfer-Encoding") or (said and not (said.isascii() and said.isdigit())):
            return unsized(request, HTTPStatus.LENGTH_REQUIRED, largest=largest(request))
        if said and (len(said) > 12 or int(said) > largest(request)):
            return unsized(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, largest=largest(request))
        return self.get_response(request)


def largest(request: HttpRequest) -> int:
    """Bytes that the body of this request may have."""
    names_itself = "Authorization" in request.headers or settings.SESSION_COOKIE_NAME in request.COOKIES
    if not names_itself:
        return SMALL_BODY
    is_json = request.path.startswith("/api/") and request.content_type == "application/json"
    return LARGEST_BODY if is_json or (request.content_type == _WITH_FILES and takes_files_at(request)) else SMALL_BODY


_WITH_FILES = "multipart/form-data"


def takes_files_at(request: HttpRequest) -> bool:
    """Whether the page at this address takes files (`config.web.views.takes_files`)."""
    try:
        return bool(getattr(resolve(request.path_info).func, "takes_files", False))
    except Resolver404:
        return False


class FilesWhereTaken(MemoryFileUploadHandler):
    """A file comes to a page that takes some, and is held in memory as long as the request; elsewhere a form that
    brings one can't be read, and nothing of the file is kept anywhere."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Refuse the first file of a form where none is taken."""
        if not self.activated or self.request is None or not takes_files_at(self.request):
            raise MultiPartParserError("A file came where no page takes one.")
        super().new_file(*args, **kwargs)
