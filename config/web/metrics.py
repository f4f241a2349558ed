"""Counters for the room's monitoring, for the addresses that CARDROOM_METRICS_FROM names."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView

from config.web.address import client_address
from config.web.gauges import exposed
from config.web.views import public


@public
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The counters of all processes and the room's gauges, in Prometheus' format; 404 for everybody who was not named.

    Without PROMETHEUS_MULTIPROC_DIR the counters are those of the process that happens to answer.
    """
    if client_address(request) not in settings.METRICS_FROM:
        raise Http404("not for this address")
    counted = ExportToDjangoView(request)
    counted.content += exposed()
    return counted
