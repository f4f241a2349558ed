"""Somebody of another room shows at the desk who they are: from then on this room knows them, and the trail tells."""

from datetime import datetime

from django.db import transaction

from config.audit import services as audit
from config.rooms.models import Room
from config.staff.models import User
from players.models import Meeting, Player
from players.selectors.known import found_by_papers, is_known


@transaction.atomic
def meet(*, text: str, room: Room, by: User, at: datetime) -> list[Player]:
    """Let `room` know whoever was found by a whole document, or by name and date of birth; returns whom it did not."""
    strangers = [player for player in found_by_papers(text) if not is_known(player, room)]
    return [player for player in strangers if _met(player, room, by, at)]


def _met(player: Player, room: Room, by: User, at: datetime) -> bool:
    _, is_new = Meeting.objects.get_or_create(player=player, room=room, defaults={"met_at": at, "met_by": by})
    if is_new:
        audit.record("player.met", player, room=room, by=by, at=at)
    return is_new
