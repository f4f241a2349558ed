"""The registry of amounts that stand in a room: what another smallest chip, or another currency, would make untrue.

The kernel knows no plaques, stacks or counts. An app that has amounts which were posted, or lie on tables, registers
them in its module `standing_money`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from config.errors import DomainError
from config.rooms.models import Room
from config.web.text import begun

_NAMED = 5
"""The most that one sentence names."""


@dataclass(frozen=True, slots=True)
class InTheWay:
    """Something that a smallest chip doesn't make up: what it is, and what is done about it first; both are clauses."""

    what: str
    first: str


Uneven = Callable[[Room, int, datetime], Iterable[InTheWay]]
Posted = Callable[[Room], Iterable[str]]
UNEVEN: Final[list[Uneven]] = []
POSTED: Final[list[Posted]] = []


def counts_in_chips(source: Uneven) -> Uneven:
    """Register a question: what of this room does a smallest chip of so many minor units not make up at an instant? A
    fixed number of queries."""
    UNEVEN.append(source)
    return source


def posts_amounts(source: Posted) -> Posted:
    """Register a question: what is posted in this room in its currency, as nouns in the plural? A fixed number of
    queries."""
    POSTED.append(source)
    return source


def is_uneven(room: Room, amount: int, chip: int) -> bool:
    """Whether an amount that the room's smallest chip makes up is none in chips of `chip`; all in minor units."""
    return amount % chip != 0 and amount % room.smallest_chip == 0


def refuse_other_chip(room: Room, chip: int, *, at: datetime) -> None:
    """Refuse (`smallest_chip_in_use`) a smallest chip, minor units of the room's own currency, which doesn't make up
    what stands in the room: no hand could be dealt or recorded there any more (house)."""
    if chip == room.smallest_chip:
        return
    found = [each for source in UNEVEN for each in source(room, chip, at)]
    if not found:
        return
    named = [each.what for each in found[:_NAMED]]
    more = f"; and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    first = " and ".join(dict.fromkeys(each.first for each in found))
    message = f"{room.money(chip)} can’t be the smallest chip yet: {'; '.join(named)}{more}. First {first}."
    raise DomainError("smallest_chip_in_use", message, field="smallest_chip")


def refuse_other_currency(room: Room) -> None:
    """Refuse (`money_posted`) another currency, or other decimals, where amounts are posted: they would read otherwise
    than they were signed (house)."""
    if posted := list(dict.fromkeys(each for source in POSTED for each in source(room))):
        *others, last = posted
        what = f"{', '.join(others)} and {last}" if others else last
        message = (
            f"{begun(what)} are posted here in {room.currency}, and stay readable as they were: its "
            "currency and decimals stay. Open another room for another currency (manage.py open_room)."
        )
        raise DomainError("money_posted", message, field="currency")
