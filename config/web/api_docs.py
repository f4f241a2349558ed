"""The page of the API: its schema to read and to try, by Swagger UI from our own static files."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.renderers import StaticHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.web.views import Access


class Docs(APIView):
    """The documentation of the API, for whoever is signed in; whoever isn't is led to the sign-in page."""

    permission = Access.SIGNED_IN
    renderer_classes = [StaticHTMLRenderer]

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """Return the page, which loads the schema by itself. It asks the API by GET alone: what records is shown and
        not sent."""
        return render(request._request, "api/docs.html")

    def handle_exception(self, exc: Exception) -> HttpResponseBase:  # type: ignore[override]  # a page leads on
        """Lead somebody who isn't signed in to the page where they do so."""
        if isinstance(exc, NotAuthenticated):
            return redirect_to_login(self.request.get_full_path())
        refused: Response = super().handle_exception(exc)
        return refused
