"""Whether the product is well: its database, its disk, its broker, its worker. For supervisors and balancers, no
sign-in. What can read and not write is not well: each part that keeps something is given something to keep.
"""

import logging
import os
import tempfile
import time
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.backends.utils import CursorWrapper
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from kombu.exceptions import KombuError

from config.audit import clock
from config.audit.promises import broken_promises
from config.jobs import broker
from config.jobs.selectors import worker_is_alive
from config.web.views import public

log = logging.getLogger(__name__)

ASKED_AGAIN_AFTER = 5.0
"""Seconds for which it is believed that something can be written: anybody may ask, and each probe costs a write."""

_WAITS_FOR_NOBODY = """
select current_setting('synchronous_standby_names') <> ''
    and not exists (select from pg_catalog.pg_stat_get_wal_senders())
"""
"""Whether every commit waits for a standby while none is connected: nothing is acknowledged until somebody decides."""

_written: dict[str, float] = {}


@public
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 with `status` ok where everything answers, 503 with the part that is down otherwise."""
    states = parts()
    well = all(state == "ok" for state in states.values())
    answer = {"status": "ok" if well else "down", **states, "version": settings.VERSION}
    response = JsonResponse(answer, status=200 if well else 503)
    response["Cache-Control"] = "no-store"
    return response


def parts() -> dict[str, str]:
    """Each part with the word "ok" or "down"."""
    return {
        "database": _asked(_database_answers),
        "disk": _asked(_disk_keeps),
        "broker": _asked(broker.answers),
        "clock": _asked(_clock_is_right),
        "worker": _asked(lambda: worker_is_alive(timezone.now())),
    }


def _asked(question: Callable[[], bool]) -> str:
    """The answer in a word; a part that breaks while it is asked is down."""
    try:
        return "ok" if question() else "down"
    except (DatabaseError, KombuError, OSError) as error:
        log.warning("health: %s", error)
        return "down"


def forget() -> None:
    """Write anew next time."""
    _written.clear()


def _database_answers() -> bool:
    """Whether it answers and takes what is written, and commits wait for the disk as they must."""
    broken = broken_promises()
    for said in broken:
        log.warning("health: %s", said)
    return not broken and _database_keeps()


def _database_keeps() -> bool:
    """Whether it may be written to, has room for a word in its log that no table keeps, and will acknowledge it."""
    with connection.cursor() as cursor:
        cursor.execute(_WAITS_FOR_NOBODY)
        if cursor.fetchone() == (True,):
            log.error("health: commits wait for a standby, and none is connected")
            return False
        cursor.execute("select current_setting('transaction_read_only')")
        keeps: bool = cursor.fetchone() == ("off",)
        if keeps and _is_due("database"):
            _log_a_word(cursor)
            _written["database"] = time.monotonic()
    return keeps


def _log_a_word(cursor: CursorWrapper) -> None:
    """Write to the database's log, onto its own disk and no farther: a probe that waited for a standby that is gone
    would never answer, and no alarm would be raised."""
    cursor.execute("set synchronous_commit = local")
    try:
        cursor.execute("select pg_logical_emit_message(true, 'cardroom', 'health')")
    finally:
        cursor.execute("reset synchronous_commit")


def _clock_is_right() -> bool:
    """Whether nothing speaks against this machine's clock."""
    said = clock.doubt(timezone.now(), bound=settings.CLOCK_BOUND) if settings.CLOCK_BOUND else ""
    if said:
        log.error("health: %s", said)
    return not said


def _disk_keeps() -> bool:
    """Whether a file can be written where the product keeps its own; raises OSError where it can't."""
    if _is_due("disk"):
        settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=settings.VAR_DIR) as file:
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
        _written["disk"] = time.monotonic()
    return True


def _is_due(part: str) -> bool:
    return time.monotonic() - _written.get(part, float("-inf")) >= ASKED_AGAIN_AFTER
