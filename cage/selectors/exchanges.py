"""Even exchanges as a drawer's page shows them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, F, QuerySet, Sum

from cage.models import DrawerSession, Exchange
from config.audit.models import AuditEvent
from config.rooms.models import Room

DIFFERENT_PEOPLE = "different_people"
"""The name under which the trail keeps that the nameless exchanges of a window were those of different people: their
sum with that one, minor units."""


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
    made = Exchange.objects.filter(session=session).select_related("second", "player")
    return [
        ExchangeRow(
            at=each.at,
            with_whom=_with_whom(each),
            taken=pieces_in_words(session.room, each.taken),
            given=pieces_in_words(session.room, each.given),
            amount=each.amount,
        )
        for each in made
    ]


@dataclass(frozen=True, slots=True)
class Nameless:
    """Cash exchanged for cash with nobody by name: how many times, and what it comes to, minor units."""

    times: int
    amount: int


def nameless_since_asked(session: DrawerSession, day: date) -> Nameless:
    """The nameless exchanges of cash of a drawer's session on a gaming day, since somebody last said that they were of
    different people; two queries."""
    made = _nameless(session.room, day).filter(session=session)
    told = _told([str(pk) for pk in made.values_list("pk", flat=True)], session.room)
    last = max((int(event.subject_id) for event in told), default=0)
    found = made.filter(pk__gt=last).aggregate(times=Count("pk"), amount=Sum("amount", default=0))
    return Nameless(found["times"], found["amount"])


@dataclass(frozen=True, slots=True)
class NamelessWindow(Nameless):
    """Those of one session of a drawer, with its cashier, and how often different people were said."""

    cashier: str
    drawer: str
    drawer_id: int
    told: int


def nameless_windows(room: Room, day: date) -> list[NamelessWindow]:
    """The sessions of drawers whose nameless exchanges of cash of a gaming day come together to what the room logs, the
    most first; two queries at most."""
    by_session = _nameless(room, day).order_by().values("session").annotate(
        times=Count("pk"), amount=Sum("amount"), cashier=F("session__cashier__display_name"),
        drawer=F("session__drawer__name"), drawer_id=F("session__drawer"),
    )  # fmt: skip
    rows = list(by_session.filter(times__gt=1, amount__gte=room.log_from).order_by("-amount", "session"))
    if not rows:
        return []
    sessions = [row["session"] for row in rows]
    made = dict(_nameless(room, day).filter(session__in=sessions).values_list("pk", "session"))
    told = [made[int(event.subject_id)] for event in _told([str(pk) for pk in made], room)]
    return [
        NamelessWindow(
            times=row["times"],
            amount=row["amount"],
            cashier=row["cashier"],
            drawer=row["drawer"],
            drawer_id=row["drawer_id"],
            told=told.count(row["session"]),
        )
        for row in rows
    ]


def _nameless(room: Room, day: date) -> QuerySet[Exchange]:
    of_cash = Exchange.objects.filter(what=Exchange.What.CASH, side=Exchange.Side.PATRON, player=None)
    return of_cash.filter(room=room, gaming_day=day)


def _told(exchanges: list[str], room: Room) -> QuerySet[AuditEvent]:
    """The events of those exchanges of which somebody said that they were of different people."""
    events = AuditEvent.objects.filter(room=room, verb="drawer.exchanged", subject_kind=Exchange._meta.model_name)
    return events.filter(subject_id__in=exchanges, after__has_key=DIFFERENT_PEOPLE)


def _with_whom(made: Exchange) -> str:
    if made.second:
        return f"the vault, before {made.second}"
    return str(made.player or made.get_side_display())
