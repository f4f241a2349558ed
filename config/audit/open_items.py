"""Open items of the audit of a gaming day: books that were not audited since it ended, faults that nobody has
answered for, and a chain whose end is not sealed or lies nowhere outside."""

from collections.abc import Iterator
from datetime import date

from django.conf import settings

from config.audit.chain_state import day_head
from config.audit.found import findings_of
from config.audit.models import AuditRun, ChainSeal
from config.days.registry import OpenItem, Step, end_of, keeps_open
from config.rooms.models import Room

WORKER = "the worker"


@keeps_open(Step.AUDIT)
def books_not_audited(room: Room, day: date) -> Iterator[OpenItem]:
    """The whole audit that follows the end of the day."""
    if not AuditRun.objects.filter(since_at=None, started_at__gte=end_of(room, day)).exists():
        sentence = "The books were not audited since the day ended: the worker does it within minutes, while it runs."
        yield OpenItem("books_not_audited", sentence, WORKER, "books")


@keeps_open(Step.AUDIT)
def findings_not_answered(room: Room, day: date) -> Iterator[OpenItem]:
    """Faults that the audit found, that still stand and that nobody has answered for."""
    for finding in findings_of(room).filter(gone_at=None, seen_at=None).order_by("pk"):
        sentence = f"The audit of the books found a fault, {finding.code}: {finding.text[:200]}. Answer for it."
        yield OpenItem("finding_unanswered", sentence, "a manager", "books")


@keeps_open(Step.AUDIT)
def chain_not_sealed(room: Room, day: date) -> Iterator[OpenItem]:
    """A seal, and where heads are written outside an anchor, made after the day had ended."""
    if not ChainSeal.objects.filter(at__gte=end_of(room, day)).exists():
        sentence = "The chain was not sealed since the day ended: the worker does it every minute, while it runs."
        yield OpenItem("chain_not_sealed", sentence, WORKER, "audit_chain")
    elif settings.ANCHORS and not ((head := day_head(room, day)) and head.is_final):
        sentence = "The head of the chain was not written outside since the day ended: look what stands in the way."
        yield OpenItem("day_not_anchored", sentence, WORKER, "audit_chain")
