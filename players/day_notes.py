"""Notes about the players of a gaming day: who moved much by counting stacks."""

from collections.abc import Iterator
from datetime import date
from urllib.parse import urlencode

from config.days.registry import Note, noted
from config.rooms.models import Room
from config.web.text import how_many
from players.four_eyes import limit_of_day
from players.models import TransferKind
from players.selectors.acts import Counter, counts_of_day


@noted
def moved_by_counts(room: Room, day: date) -> Iterator[Note]:
    """Everybody whose counts of stacks moved more on the day than one person moves alone, also where quick hands
    explain it or another person confirmed it: what nobody sees of quick hands is who won them."""
    counters = counts_of_day(room, day)
    limit = limit_of_day(room, day) if counters else 0
    asked = "?" + urlencode({"kind": TransferKind.COUNT.value, "since": day.isoformat(), "until": day.isoformat()})
    for each in counters:
        if each.moved > limit:
            yield Note(_said(each, room, limit), "ledger", asked=asked)


def _said(counter: Counter, room: Room, limit: int) -> str:
    by_ticks = f", {room.money(counter.by_ticks)} of it put down to quick hands" if counter.by_ticks else ""
    moved = f"{counter.name} moved {room.money(counter.moved)} by counts of {how_many(counter.stacks, 'stack')}"
    return f"{moved}{by_ticks}; one person moves {room.money(limit)} a day alone."
