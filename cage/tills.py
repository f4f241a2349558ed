"""The answers of the cage to what seats and ledger ask of it (`players.tills.Tills`)."""

from players.models import BuyIn
from tables.models import TableSession


class TillsOfTheCage:
    """The drawers and sales of all rooms."""

    def bought_for(self, session: TableSession) -> set[int]:
        """The ids of the players who bought chips for a game."""
        return set(BuyIn.objects.filter(session=session).values_list("player_id", flat=True))
