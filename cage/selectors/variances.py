"""Drawers counted short or over, and the investigations that wait for somebody above."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from cage.models import (
    Carried,
    Drawer,
    DrawerCount,
    DrawerSession,
    DrawerVariance,
    FeltResidual,
    GivenUpCount,
    Investigation,
    TransitAct,
    TransitSlip,
    TrayCount,
)
from config.rooms.models import Room
from config.staff.models import User

SESSIONS, CARRIED, TRAYS, MOST = 10, 40, 40, 1000


def variances(room: Room) -> QuerySet[DrawerVariance]:
    """The variances of a room's drawers, newest first, each with its investigation."""
    people = ("session__drawer", "cashier", "closed_by", "investigation__settled_by", "investigation__second")
    return DrawerVariance.objects.filter(room=room).select_related(*people)


def open_investigations(room: Room) -> list[Investigation]:
    """The investigations of drawers, of trays, of felts, of the vault and of what was carried that nobody has settled,
    oldest first, with who counted and carried; five queries."""
    of_room = Q(variance__room=room) | Q(carried__room=room) | Q(tray__room=room) | Q(vault_variance__room=room)
    of_room |= Q(felt__room=room)
    found = Investigation.objects.filter(of_room, state=Investigation.State.OPEN)
    things = (
        *("variance__session__drawer", "variance__cashier", "carried__slip__drawer", "carried__slip__table"),
        *("tray__room", "tray__table", "tray__counted_by", "tray__verified_by", "tray__dealer"),
        *("vault_variance__room", "vault_variance__count"),
        *("felt__room", "felt__session__table", "felt__by", "felt__second"),
    )
    hands = ("variance__session__counts", "carried__slip__acts", "vault_variance__count__sheets__counted_by")
    return list(found.select_related(*things).prefetch_related(*hands).order_by("pk"))


def carried_off(room: Room, *, most: int = CARRIED) -> list[Carried]:
    """The newest slips of which something else came than was sent, each with its investigation; two queries."""
    sent = TransitAct.objects.filter(slip=OuterRef("slip"), step=TransitSlip.State.SENT)
    came = TransitAct.objects.filter(room=room, is_moved=True).exclude(step=TransitSlip.State.SENT)
    came = came.annotate(sent_chips=Subquery(sent.values("chips_amount")[:1]))
    came = came.annotate(sent_cash=Subquery(sent.values("cash_amount")[:1]))
    off = came.exclude(chips_amount=F("sent_chips"), cash_amount=F("sent_cash")).order_by("-pk")
    things = ("slip__room", "slip__drawer", "slip__table", "investigation__settled_by", "investigation__second")
    acts = list(off.select_related(*things)[:most])
    ways = TransitAct.objects.filter(slip__in=[act.slip_id for act in acts], step=TransitSlip.State.SENT)
    by_slip = {act.slip_id: act for act in ways.select_related("runner")}
    return [Carried(by_slip[act.slip_id], act) for act in acts]


def trays_off(room: Room, *, most: int = TRAYS) -> list[TrayCount]:
    """The newest counts of trays that were short or over, each with its investigation; one query."""
    off = TrayCount.objects.filter(room=room, is_first=False).exclude(chips_amount=F("booked"))
    people = ("table", "counted_by", "verified_by", "dealer", "investigation__settled_by", "investigation__second")
    return list(off.select_related(*people)[:most])


def felts_off(room: Room, *, most: int = TRAYS) -> list[FeltResidual]:
    """The newest felts that held or lacked something at the close of their table, each with its investigation; one
    query."""
    people = ("session__table", "by", "second", "investigation__settled_by", "investigation__second")
    return list(FeltResidual.objects.filter(room=room).select_related(*people)[:most])


def chips_against(room: Room, until: datetime) -> list[tuple[User, int]]:
    """The people who carried less than was sent, with the chips that stand against each, minor units, by name; none
    that is settled. Three queries."""
    sums: dict[int, int] = defaultdict(int)
    people: dict[int, User] = {}
    for carried in carried_off(room, most=MOST):
        found = getattr(carried.came, "investigation", None)
        if carried.came.at <= until and (found is None or found.state == Investigation.State.OPEN):
            people[carried.runner.pk] = carried.runner
            sums[carried.runner.pk] -= carried.chips
    named = [(people[pk], amount) for pk, amount in sums.items() if amount]
    return sorted(named, key=lambda each: str(each[0]))


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A close that was given up although its two counts differed, with both."""

    row: GivenUpCount
    counts: Sequence[DrawerCount]

    @property
    def chips_apart(self) -> int:
        """The chips by which the two counts differ, minor units."""
        return abs(self.counts[0].chips_amount - self.counts[-1].chips_amount)

    @property
    def cash_apart(self) -> int:
        """The cash by which the two counts differ, minor units."""
        return abs(self.counts[0].cash_amount - self.counts[-1].cash_amount)


def given_up(room: Room, *, most: int = SESSIONS) -> list[GivenUp]:
    """The newest closes that were given up although two counts differed, each with both counts; two queries."""
    rows = GivenUpCount.objects.filter(session__room=room).select_related("session__drawer", "by", "second")
    newest = list(rows[:most])
    blind = (DrawerCount.Part.FIRST, DrawerCount.Part.SECOND)
    counts = DrawerCount.objects.filter(session__in=[row.session_id for row in newest], part__in=blind)
    made = list(counts.select_related("counted_by").order_by("part"))
    return [
        GivenUp(row, [one for one in made if (one.session_id, one.round) == (row.session_id, row.round)])
        for row in newest
    ]


def sessions_of(drawer: Drawer, *, most: int = SESSIONS) -> list[DrawerSession]:
    """The newest sessions of a drawer that were open, with their variances; two queries."""
    ended = DrawerSession.objects.filter(drawer=drawer, state=DrawerSession.State.CLOSED).exclude(opened_at=None)
    return list(ended.select_related("cashier", "counter").prefetch_related("variances")[:most])
