"""The audit of the books by the clock: every hour and after every gaming day, kept with what it found.

A fault is an alarm once: it stands on the floor and the audit's pages until a person answers for it, and in the list
until an audit doesn't find it any more. Only these functions write.
"""

import hashlib
import re
from collections.abc import Iterable
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from config.audit.books import Finding, audit
from config.audit.models import AuditFinding, AuditRun
from config.audit.services import record
from config.errors import DomainError
from config.locks import LockKind, hold_beyond, let_go
from config.reasons import is_reason
from config.rooms.models import Room
from config.staff.models import User

log = structlog.get_logger(__name__)

EVERY = timedelta(hours=1)
OVERLAP = timedelta(hours=1)
"""So much longer than since the last audit the dear checks of an hourly one look back: what was late is not missed."""
_ROOM = re.compile(r"\broom (\d{1,9})\b")
MOST_OF_ONE_CHECK = 100
"""So many faults of one check are kept: a table that was emptied says the same of every row."""


def watch_books(*, at: datetime) -> AuditRun | None:
    """Audit the books if an hour has passed or a gaming day ended since the last time; the run, or None. One at a
    time: whoever waited finds it done."""
    if due(at) is None:
        return None
    hold_beyond(LockKind.BOOKS, room=0, thing=0)
    try:
        why = due(at)
        return run_audit(why=why, at=at) if why else None
    finally:
        let_go(LockKind.BOOKS, room=0, thing=0)


def due(at: datetime) -> AuditRun.Why | None:
    """Why the books are to be audited now; None where they needn't be."""
    runs = runs_until(at)
    last, whole = runs.first(), runs.filter(since_at=None).first()
    if whole is None or any(room.gaming_day(at) > room.gaming_day(whole.started_at) for room in Room.objects.all()):
        return AuditRun.Why.DAY_END
    return AuditRun.Why.HOUR if last is None or at - last.started_at >= EVERY else None


def runs_until(at: datetime) -> QuerySet[AuditRun]:
    """The audits that there were by then, the last first. One that is dated ahead, by a clock that was wrong or by
    somebody who wants no more of them, puts none off."""
    return AuditRun.objects.filter(started_at__lte=at)


def run_audit(*, why: AuditRun.Why, at: datetime) -> AuditRun:
    """Audit the books and keep what was found: at a gaming day's end every hand, hourly the newest."""
    last = runs_until(at).first()
    since = last.started_at - OVERLAP if last and why == AuditRun.Why.HOUR else None
    findings = list(audit(since))
    run = _keep(findings, why=why, since=since, at=at, finished_at=timezone.now())
    if run.findings:
        log.error("the audit of the books found faults", findings=run.findings, why=run.why)
    return run


@transaction.atomic
def _keep(
    findings: list[Finding], *, why: AuditRun.Why, since: datetime | None, at: datetime, finished_at: datetime
) -> AuditRun:
    stood = {row.digest: row for row in AuditFinding.objects.select_for_update().filter(gone_at=None).order_by("pk")}
    found = {row.digest: row for finding in findings for row in _rows(finding, at)}
    AuditFinding.objects.bulk_create(row for digest, row in found.items() if digest not in stood)
    looked_at = {f"{each.check.code} {each.check.title}" for each in findings if not (since and each.check.is_dear)}
    gone = [row.pk for digest, row in stood.items() if digest not in found and f"{row.code} {row.title}" in looked_at]
    AuditFinding.objects.filter(pk__in=gone).update(gone_at=at)
    return AuditRun.objects.create(
        started_at=at,
        finished_at=max(finished_at, at),
        why=why,
        since_at=since,
        checks=len(findings),
        findings=AuditFinding.objects.filter(gone_at=None).count(),
        release=settings.VERSION,
    )


def _rows(finding: Finding, at: datetime) -> Iterable[AuditFinding]:
    check = finding.check
    rooms = set(Room.objects.values_list("pk", flat=True)) if finding.faults else set()
    for text in finding.faults[:MOST_OF_ONE_CHECK]:
        digest = hashlib.sha256(f"{check.code}\n{check.title}\n{text}".encode()).hexdigest()
        named = _ROOM.search(text)
        room = int(named[1]) if named and int(named[1]) in rooms else None
        yield AuditFinding(room_id=room, code=check.code, title=check.title, text=text, digest=digest, found_at=at)


@transaction.atomic
def answer(*, finding: AuditFinding, room: Room, reason: str, by: User, at: datetime) -> AuditFinding:
    """Acknowledge a finding: it is no alarm any more, and stands until an audit doesn't find it.

    Refusals: `reason_missing`, `already_seen`.
    """
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say what was looked at and what comes of it.", field="reason")
    row = AuditFinding.objects.select_for_update(of=("self",)).get(pk=finding.pk)
    if row.seen_at is not None:
        raise DomainError("already_seen", f"{row.seen_by} has answered for it already: reload the page.")
    row.seen_at, row.seen_by, row.reason = at, by, reason.strip()
    row.save(update_fields=["seen_at", "seen_by", "reason"])
    facts = {"invariant": row.code, "found": row.text[:400]}
    record("audit.answered", row, room=room, by=by, at=at, after=facts, reason=row.reason)
    return row
