"""Write the audit trail. Every service calls `record` once, in its own transaction."""

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from datetime import datetime
from typing import Any

from django.db import models

from config.audit.models import AuditEvent
from config.compiled import insert
from config.copying import copy_in
from config.rooms.models import Room
from config.staff.models import User

device: ContextVar[str] = ContextVar("device", default="")
"""The address of the tablet or machine that this request came from; set by the web's middleware."""


def record(
    verb: str,
    subject: models.Model,
    *,
    room: Room | None,
    by: User | None,
    at: datetime,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> AuditEvent:
    """Add one event to the audit trail and return it. `by` is None only for the system's own work.

    `before` and `after` are JSON-ready; amounts in minor units.
    """
    event = told(verb, subject, room=room, by=by, at=at, before=before, after=after, reason=reason)
    insert(event)
    return event


def told(
    verb: str,
    subject: models.Model,
    *,
    room: Room | None,
    by: User | None,
    at: datetime,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> AuditEvent:
    """The event as `record` adds it, which isn't added yet: whoever does much at once adds all of its events
    together (`record_all`)."""
    return AuditEvent(
        room=room,
        at=at,
        by=by,
        roles=",".join(sorted(by.roles_in(room))) if by and room else "",
        verb=verb,
        subject_kind=subject._meta.model_name or "",
        subject_id=str(subject.pk),
        before=before,
        after=after,
        reason=reason[:400],
        device=device.get(),
    )


def record_all(events: Sequence[AuditEvent]) -> None:
    """Add these events to the audit trail, in their order."""
    copy_in(events)
