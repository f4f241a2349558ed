"""Even exchanges as a drawer's page shows them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from cage.models import DrawerSession, Exchange
from config.rooms.models import Room


def pieces_in_words(room: Room, pieces: Mapping[str, int]) -> str:
    """Pieces for people: "4 × 25, 2 × 5"."""
    return ", ".join(f"{count} × {room.money(int(value))}" for value, count in pieces.items())


@dataclass(frozen=True, slots=True)
class ExchangeRow:
    """One exchange, its pieces in words; the amount of either side in minor units."""

    at: datetime
    with_whom: str
    taken: str
    given: str
    amount: int


def exchange_rows(session: DrawerSession) -> list[ExchangeRow]:
    """The exchanges of a session, the newest first; one query."""
    made = Exchange.objects.filter(session=session).select_related("second")
    return [
        ExchangeRow(
            at=each.at,
            with_whom=f"the vault, before {each.second}" if each.second else each.get_side_display(),
            taken=pieces_in_words(session.room, each.taken),
            given=pieces_in_words(session.room, each.given),
            amount=each.amount,
        )
        for each in made
    ]
