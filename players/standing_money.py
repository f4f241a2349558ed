"""The stacks that lie at tables, as a smallest chip makes them up or not, and what points are worth."""

from collections.abc import Iterator
from datetime import datetime

from config.rooms.models import Room
from config.rooms.standing_money import InTheWay, counts_in_chips, is_uneven, posts_amounts
from players.models import Account, AccountKind, CompRules
from tables.selectors.sessions import playing


@counts_in_chips
def stacks(room: Room, chip: int, at: datetime) -> Iterator[InTheWay]:
    """Open tables with a stack in front of somebody that isn't made up of chips of `chip`; one query."""
    seats = Account.objects.filter(kind=AccountKind.SEAT, session__in=playing(room), sitting__left_at=None)
    found = seats.values_list("session__table__name", "balance").order_by("session__table__position", "balance")
    first = "close the tables where they lie: what leaves a table is paid out as it is"
    tables = dict.fromkeys(name for name, balance in found if is_uneven(room, balance, chip))
    yield from (InTheWay(f"stacks at {name} are no multiple of it", first) for name in tables)


@posts_amounts
def worth_of_points(room: Room) -> Iterator[str]:
    """Rules of comps: a point is worth an amount."""
    if CompRules.objects.filter(room=room).exists():
        yield "rules of comps"
