"""Note who read on whose papers: a date of birth and a document are looked at with a reason, or leave a trace."""

from datetime import datetime, timedelta

from django.db import transaction

from config.audit import services as audit
from config.audit.models import AuditEvent
from config.rooms.models import Room
from config.staff.models import User
from players.models import Player

NOTED_EVERY = timedelta(hours=1)
_VERB = "player.papers_read"


@transaction.atomic
def note_papers_read(*, player: Player, room: Room, by: User, at: datetime) -> None:
    """Put in the trail that somebody was shown a player's date of birth or document: once an hour for each reader and
    player, and nothing where neither is known.
    """
    if not player.has_papers:
        return
    recent = AuditEvent.objects.filter(
        verb=_VERB, by=by, room=room, subject_kind="player", subject_id=str(player.pk), at__gt=at - NOTED_EVERY
    )
    if not recent.exists():
        audit.record(_VERB, player, room=room, by=by, at=at)
