"""Counters for the room's monitoring, for the addresses that CARDROOM_METRICS_FROM names."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView

from config.web.address import client_address
from config.web.views import public


@public
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The counters in Prometheus' format; 404 for everybody who was not named."""
    if client_address(request) not in settings.METRICS_FROM:
        raise Http404("not for this address")
    return ExportToDjangoView(request)
