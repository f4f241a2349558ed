"""The gauges that the room's monitoring reads beside requests: parts, jobs, the audit, anchors, the archive of WAL, and
the copies of the database.

Asked when the page is read, in a fixed number of queries; with the database away its gauges are missing and its part
is 0. `deploy/prometheus/cardroom.rules.yaml` raises alarms by these names.
"""

import logging
import shutil
from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Count, Max, Min, Q
from django.utils import timezone
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from config import replica
from config.audit import clock
from config.audit.models import Anchor, AnchorPlace, AuditFinding, AuditRun
from config.jobs.models import Job
from config.web.health import parts

log = logging.getLogger(__name__)

_ARCHIVER = """
select archived_count, failed_count, last_archived_time, current_setting('archive_mode')
from pg_catalog.pg_stat_archiver
"""
_STANDBYS = """
select slot_name::text, active, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)
from pg_catalog.pg_replication_slots where slot_type = 'physical' and not temporary order by slot_name
"""


class RoomCollector(Collector):
    """The gauges of one reading."""

    def collect(self) -> Iterator[Metric]:
        """Each gauge, as it stands now."""
        yield _labelled("cardroom_part_up", "1 where this part of the product is well", "part", _parts_up())
        yield _gauge("cardroom_disk_free_bytes", "bytes free where the product keeps its files", _free())
        yield _labelled("cardroom_release", "1, for the release that serves", "version", {settings.VERSION: 1})
        try:
            yield from _of_database(timezone.now())
        except DatabaseError as error:
            log.warning("metrics: the database did not answer: %s", error)


def exposed() -> bytes:
    """The gauges as Prometheus reads them."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(RoomCollector())
    return generate_latest(registry)


def _of_database(now: datetime) -> Iterator[Metric]:
    off = clock.off_database().total_seconds()
    yield _gauge("cardroom_clock_off_seconds", "seconds that this machine's clock is ahead of the database's", off)
    yield from _of_jobs(now)
    standing = AuditFinding.objects.filter(gone_at=None).aggregate(all=Count("pk"), new=Count("pk", Q(seen_at=None)))
    yield _gauge("cardroom_audit_findings", "faults that the last audits of the books found", standing["all"])
    yield _gauge("cardroom_audit_findings_unanswered", "of these, what nobody has answered for", standing["new"])
    audited = AuditRun.objects.aggregate(at=Max("finished_at", filter=Q(started_at__lte=now)))["at"]
    yield _age("cardroom_audit_age_seconds", "seconds since the books were audited last", audited, now)
    if settings.ANCHORS:
        yield from _of_anchors(now)
    yield from _of_archive(now)
    yield from _of_standbys()
    yield from _of_replica()


def _of_jobs(now: datetime) -> Iterator[Metric]:
    states = dict.fromkeys(Job.State.values, 0)
    states |= dict(Job.objects.order_by().values_list("state").annotate(Count("pk")))
    yield _labelled("cardroom_jobs", "jobs by state", "state", states)
    unfinished = Job.objects.filter(state__in=[Job.State.WAITING, Job.State.RUNNING])
    oldest = unfinished.aggregate(at=Min("asked_at"))["at"]
    yield _age("cardroom_oldest_job_seconds", "age of the oldest job that is not finished", oldest, now, none=0)


def _of_anchors(now: datetime) -> Iterator[Metric]:
    made = Anchor.objects.aggregate(at=Max("at"))["at"]
    yield _age("cardroom_anchor_age_seconds", "seconds since the head of the chain was signed last", made, now)
    troubled = AnchorPlace.objects.filter(name__in=settings.ANCHORS).exclude(trouble="").count()
    yield _gauge("cardroom_anchor_places_in_trouble", "places that did not take the last anchors", troubled)


def _of_archive(now: datetime) -> Iterator[Metric]:
    with connection.cursor() as cursor:
        cursor.execute(_ARCHIVER)
        kept, failed, last, mode = cursor.fetchone()
    yield _gauge("cardroom_wal_archiving", "1 where the database archives its WAL", float(mode != "off"))
    yield _gauge("cardroom_wal_archived", "WAL files archived since the statistics were reset", kept)
    yield _gauge("cardroom_wal_archive_failures", "WAL files that could not be archived, likewise", failed)
    yield _age("cardroom_wal_archive_age_seconds", "seconds since a WAL file was archived", last, now)


def _of_standbys() -> Iterator[Metric]:
    """The copies for which the primary keeps its log, each by its slot."""
    with connection.cursor() as cursor:
        cursor.execute(_STANDBYS)
        found = cursor.fetchall()
    connected = {slot: float(active) for slot, active, _ in found}
    yield _labelled("cardroom_standby_connected", "1 where the copy of this slot receives the log", "slot", connected)
    behind = {slot: float("nan") if late is None else float(late) for slot, _, late in found}
    yield _labelled("cardroom_standby_behind_bytes", "bytes of the log that it has not on its disk", "slot", behind)


def _of_replica() -> Iterator[Metric]:
    """The replica for reports; without one the gauges have no value."""
    read = GaugeMetricFamily("cardroom_replica_read", "1 where reports are read from the replica, 0 from the primary")
    late = GaugeMetricFamily("cardroom_replica_behind_seconds", "seconds that the replica is behind, where it says so")
    if replica.is_named():
        where = replica.standing()
        read.add_metric([], float(where.as_of is not None))
        known = where.as_of is not None or where.behind
        late.add_metric([], where.behind.total_seconds() if known else float("nan"))
    yield read
    yield late


def _parts_up() -> dict[str, float]:
    return {part: float(state == "ok") for part, state in parts().items()}


def _free() -> float:
    settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
    return shutil.disk_usage(settings.VAR_DIR).free


def _gauge(name: str, means: str, value: float) -> Metric:
    return GaugeMetricFamily(name, means, value=value)


def _age(name: str, means: str, at: datetime | None, now: datetime, *, none: float = float("nan")) -> Metric:
    return _gauge(name, means, (now - at).total_seconds() if at else none)


def _labelled(name: str, means: str, label: str, values: dict[str, float] | dict[str, int]) -> Metric:
    family = GaugeMetricFamily(name, means, labels=[label])
    for said, value in values.items():
        family.add_metric([said], value)
    return family
