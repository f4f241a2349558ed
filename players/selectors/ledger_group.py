"""One transfer or one group of them, with everything around it: what was asked, what the trail says, who confirmed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from config.audit.models import AuditEvent
from config.audit.telling import Told
from config.audit.telling import told as told_events
from config.requests.models import RequestKey
from config.rooms.models import Room
from config.staff.models import User
from players.dealt import dealt
from players.four_eyes import ACTS
from players.models import MoneyAct, Transfer
from players.selectors.ledger_places import Place
from players.selectors.ledger_rows import TransferRow, told, with_words

_MOST_EVENTS = 20
"""A request writes one event, a hand or a whole table a few."""


@dataclass(frozen=True, slots=True)
class Line:
    """The part that one place has in a group: what came to it and what went, minor units."""

    place: Place
    came: int
    went: int

    @property
    def net(self) -> int:
        """The chips or cash that the group brought to the place."""
        return self.came - self.went


@dataclass(frozen=True, slots=True)
class Balance:
    """The places of a group that hold cash, or those that hold chips: the two never mix, and each comes to nothing."""

    title: str
    lines: Sequence[Line]

    @property
    def came(self) -> int:
        """The sum of what came to its places, minor units."""
        return sum(line.came for line in self.lines)

    @property
    def went(self) -> int:
        """The sum of what went from its places, minor units."""
        return sum(line.went for line in self.lines)

    @property
    def net(self) -> int:
        """The sum of the nets: 0, or something is wrong with the rows."""
        return sum(line.net for line in self.lines)


@dataclass(frozen=True, slots=True)
class Act:
    """An act of the table of acts that the group belongs to, and its name for people."""

    done: MoneyAct
    name: str


@dataclass(frozen=True, slots=True)
class Group:
    """The transfers of one request key in their order, what each place has of them, and what is known of the request.

    `asked` is the kind of the request in words, "" where no request asked. `events` are of the same person at the same
    instant: an event keeps no key. `other_days` are those that it belongs to and is not booked on.
    """

    key: str
    rows: Sequence[TransferRow]
    balances: Sequence[Balance]
    asked: str
    events: Sequence[Told]
    acts: Sequence[Act]
    other_days: Sequence[date]

    @property
    def first(self) -> Transfer:
        """The first of its transfers, with the facts that all of them share."""
        return self.rows[0].transfer


def group(room: Room, key: str) -> Group | None:
    """The group of a request key in the room; None where it has none. A fixed number of queries but for the events, of
    which each kind of thing costs one."""
    rows = told(with_words(Transfer.objects.filter(room=room, request_key=key)).order_by("number"))
    if not rows:
        return None
    first = rows[0].transfer
    asked = RequestKey.objects.filter(pk=key).values_list("kind", flat=True).first() or ""
    events = _events(room, by=first.by, at=first.at)
    asked = asked.replace("_", " ")
    return Group(key, rows, balances(rows), asked, events, _acts(room, key), other_days(rows))


def other_days(rows: Sequence[TransferRow]) -> list[date]:
    """The gaming days that these transfers belong to and are not booked on, oldest first: of what they took back, of
    the hands that they correct, and of those that came late. One query at most."""
    hands = {row.transfer.hand_id for row in rows if row.transfer.hand_id}
    of_hands = dealt().days(hands) if hands else {}
    booked = {row.transfer.gaming_day for row in rows}
    taken_back = {row.took_back.gaming_day for row in rows if row.took_back}
    return sorted(({*of_hands.values()} | taken_back) - booked)


def balances(rows: Iterable[TransferRow]) -> list[Balance]:
    """The places of these transfers with what came and went, chips apart from cash; whoever gave most first."""
    sides: dict[int, tuple[Place, int, int]] = {}
    for row in rows:
        for place, came, went in ((row.source, 0, row.transfer.amount), (row.target, row.transfer.amount, 0)):
            _, so_far, gone = sides.get(place.account.pk, (place, 0, 0))
            sides[place.account.pk] = place, so_far + came, gone + went
    lines = sorted((Line(*side) for side in sides.values()), key=lambda line: (line.net, line.place.name))
    halves = (("Chips", False), ("Cash", True))
    told_apart = [Balance(title, [x for x in lines if x.place.account.holds_cash == cash]) for title, cash in halves]
    return [half for half in told_apart if half.lines]


def _events(room: Room, *, by: User | None, at: datetime) -> list[Told]:
    """The events that the person, or the system, left in the room at that very instant, in their order."""
    events = AuditEvent.objects.filter(room=room, by=by, at=at).select_related("by").order_by("pk")
    return told_events(list(events[:_MOST_EVENTS]), room)


def _acts(room: Room, key: str) -> list[Act]:
    """The acts that a second person was asked about for a request: its own, its count's, and those of the request that
    it was a part of."""
    part = key.partition(":debt:")[0].removesuffix(":back")
    done = MoneyAct.objects.filter(room=room, request_key__in={key, f"{key}:count", part})
    rows = done.select_related("by", "second").order_by("pk")
    return [Act(each, ACTS[each.act].name if each.act in ACTS else each.act) for each in rows]
