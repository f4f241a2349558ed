"""The dealers of the demo evening: the line as it was put in, and the pushes since."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from config.rooms.models import Room
from config.staff.models import User
from tables.models import Dealer
from tables.selectors.dealers import line_up
from tables.services import push_line, put_in, start_shift

DEALERS = (
    ("Kim", "D12"),
    ("Lee", "D15"),
    ("Noor", "D18"),
    ("Sasha", "D21"),
    ("Toni", "D24"),
    ("Uli", "D27"),
    ("Vera", "D30"),
    ("Will", "D33"),
)
OFF = ("Xenia", "D36")
BETWEEN_PUSHES = timedelta(minutes=24)


def deal_the_evening(room: Room, known: Mapping[str, Dealer], *, by: User, began: datetime, now: datetime) -> None:
    """Dealers come on, the first take the tables, and every so often the line is pushed until `now`. `known` are those
    of the room, by badge."""
    dealers = [known[badge] for _, badge in DEALERS]
    for number, dealer in enumerate(dealers):
        start_shift(dealer=dealer, by=by, at=began + timedelta(seconds=number))
    at = began + timedelta(minutes=5)
    for row, dealer in zip(line_up(room, at).line, dealers, strict=False):
        put_in(session=row.session, dealer=dealer, by=by, at=at)
    while (at := at + BETWEEN_PUSHES) < now:
        seen = [row.down.pk for row in line_up(room, at).line if row.down]
        push_line(room=room, start=None, seen=seen, by=by, at=at)
