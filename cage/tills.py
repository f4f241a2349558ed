"""The answers of the cage to what seats and ledger ask of it (`players.tills.Tills`)."""

from collections.abc import Collection
from datetime import datetime

from cage.models import BuyIn, Drawer
from cage.services import note_looks
from config.rooms.models import Room
from config.staff.models import User
from tables.models import TableSession


class TillsOfTheCage:
    """The drawers and sales of all rooms."""

    def names(self, drawers: Collection[int]) -> dict[int, str]:
        """The names of these drawers, by number."""
        return dict(Drawer.objects.filter(pk__in=drawers).values_list("pk", "name"))

    def bought_for(self, session: TableSession) -> set[int]:
        """The ids of the players who bought chips for a game."""
        return set(BuyIn.objects.filter(session=session, void=None).values_list("player_id", flat=True))

    def looked(self, room: Room, *, by: User, at: datetime) -> None:
        """Note that somebody was shown what drawers of the room hold: they count none of them (`has_seen_expected`)."""
        note_looks(room=room, by=by, at=at)
