"""The size that a request's body may have: asked of its headers, before anything reads a byte of it."""

from http import HTTPStatus

from django.conf import settings
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError

from config.serving.arrivals import LARGEST_BODY, SMALL_BODY
from config.web.errors import unsized
from config.web.middleware import Next


class BoundedBodies:
    """Refuse a body that is too large (413) or does not say how large it is (411).

    A form is small, whoever sends it; only the API's JSON, with a token or a session, may be larger, and of that
    nothing is read before it is known who sends it and what they may.
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
    is_json = request.path.startswith("/api/") and request.content_type == "application/json"
    return LARGEST_BODY if is_json and names_itself else SMALL_BODY


class NoUploads(FileUploadHandler):
    """No page takes a file: a form that brings one can't be read, and nothing of the file is kept anywhere."""

    def new_file(self, *args: object, **kwargs: object) -> None:
        """Refuse the first file of a form."""
        raise MultiPartParserError("A file came where no page takes one.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Nothing is kept."""

    def file_complete(self, file_size: int) -> None:
        """Nothing was kept."""
