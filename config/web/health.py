"""Whether the product is well: its database, its broker, its worker. For supervisors and balancers, no sign-in."""

import logging
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from kombu.exceptions import KombuError

from config.jobs import broker
from config.jobs.selectors import worker_is_alive
from config.web.views import public

log = logging.getLogger(__name__)


@public
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 with `status` ok where everything answers, 503 with the part that is down otherwise."""
    parts = {
        "database": _asked(_database_answers),
        "broker": _asked(broker.answers),
        "worker": _asked(lambda: worker_is_alive(timezone.now())),
    }
    well = all(state == "ok" for state in parts.values())
    answer = {"status": "ok" if well else "down", **parts, "version": settings.VERSION}
    response = JsonResponse(answer, status=200 if well else 503)
    response["Cache-Control"] = "no-store"
    return response


def _asked(question: Callable[[], bool]) -> str:
    """The answer in a word; a part that breaks while it is asked is down."""
    try:
        return "ok" if question() else "down"
    except (DatabaseError, KombuError, OSError) as error:
        log.warning("health: %s", error)
        return "down"


def _database_answers() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("select 1")
        return cursor.fetchone() == (1,)
