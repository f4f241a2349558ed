"""Note who takes the ledger out of the house: whatever is read on a page stays there, a file goes anywhere."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.rooms.models import Room
from config.staff.models import User


@transaction.atomic
def note_ledger_exported(*, room: Room, looked_for: Mapping[str, str], by: User, at: datetime) -> None:
    """Put in the trail that somebody took a search of the ledger as a file, and what was looked for, as typed."""
    record("ledger.exported", room, room=room, by=by, at=at, after=looked_for)
