"""Refusals and whom they met: failed authorisations are events like what was done."""

import structlog
from django.http import HttpRequest
from django.utils import timezone

from config.audit import services as audit
from config.rooms.models import Room
from config.staff.models import User

log = structlog.get_logger(__name__)


def note_refused(request: HttpRequest, permission: str) -> None:
    """Record that the signed-in person asked for what their roles don't allow; in a transaction of its own."""
    user = request.user
    if not isinstance(user, User):
        return
    room: Room | None = getattr(request, "room", None)
    asked = {"permission": str(permission), "path": request.path[:200], "method": request.method}
    log.warning("access refused", badge=user.badge_number, **asked)
    audit.record("access.refused", user, room=room, by=user, at=timezone.now(), after=asked)
