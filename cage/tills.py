"""The answers of the cage to what seats and ledger ask of it (`players.tills.Tills`)."""

from collections.abc import Collection

from cage.models import BuyIn, Drawer
from tables.models import TableSession


class TillsOfTheCage:
    """The drawers and sales of all rooms."""

    def names(self, drawers: Collection[int]) -> dict[int, str]:
        """The names of these drawers, by number."""
        return dict(Drawer.objects.filter(pk__in=drawers).values_list("pk", "name"))

    def bought_for(self, session: TableSession) -> set[int]:
        """The ids of the players who bought chips for a game."""
        return set(BuyIn.objects.filter(session=session, void=None).values_list("player_id", flat=True))
