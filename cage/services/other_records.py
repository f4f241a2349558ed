"""Two records of one person at the window: the chips off the table of both are that person's, and on the books."""

from config.errors import DomainError
from config.rooms.models import Room
from players.models import Player
from players.selectors.people import off_table_elsewhere


def refuse_known_elsewhere(player: Player, room: Room, *, asked: int, rack: int, code: str) -> None:
    """Refuse (`code`) to pay more than a record has off the table (`rack`) while other records of its person have chips
    there: those are on the books, and paid from there. Minor units; the caller holds the person's records."""
    if asked <= rack or not (others := off_table_elsewhere(player, room)):
        return
    told = " and ".join(f"{room.money(chips)} as {other}, player {other.pk}" for other, chips in others)
    message = (
        f"{player} has {room.money(rack)} off the table by this record, and is the same person as another with chips: "
        f"{told}. Pay those on that page first."
    )
    raise DomainError(code, message, allowed={"most": rack}, field="amount")
