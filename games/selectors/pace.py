"""The pace of each dealer: the hands recorded during their downs over the minutes of the downs."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import F, Func, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from config.rooms.models import Room
from games.models import Hand
from tables.models import Dealer, Down
from tables.selectors.dealers import minutes


@dataclass(frozen=True, slots=True)
class Pace:
    """One dealer's gaming day: downs, minutes dealt, hands. Hands per hour is None before the first minute."""

    dealer: Dealer
    downs: int
    minutes: int
    hands: int
    tables: tuple[str, ...]

    @property
    def hands_per_hour(self) -> int | None:
        """Whole hands per hour dealt, rounded half up."""
        return (self.hands * 120 + self.minutes) // (2 * self.minutes) if self.minutes else None


def pace_by_dealer(room: Room, day: date, at: datetime) -> list[Pace]:
    """Everybody who dealt on the gaming day `day`, by name; one query. A down that lasts still counts until `at`."""
    kept = Down.objects.exclude(ended_with=Down.End.UNDONE)
    downs = kept.filter(shift__room=room, shift__gaming_day=day).select_related("shift__dealer", "session__table")
    of_dealer: dict[Dealer, list[Down]] = defaultdict(list)
    for down in downs.annotate(hands=Coalesce(Subquery(_hands_during(at)), 0)).order_by("shift__dealer", "pk"):
        of_dealer[down.shift.dealer].append(down)
    paces = (_pace(dealer, dealt, at) for dealer, dealt in of_dealer.items())
    return sorted(paces, key=lambda pace: (pace.dealer.display_name, pace.dealer.pk))


def _hands_during(at: datetime) -> QuerySet[Hand, Any]:
    """The hands of a down's table recorded while it lasted; what superseded them later was dealt once."""
    hands = Hand.objects.filter(
        session=OuterRef("session"),
        version=1,
        recorded_at__gt=OuterRef("started_at"),
        recorded_at__lte=Coalesce(OuterRef("ended_at"), at),
    )
    counted = Func(F("pk"), function="count", output_field=IntegerField())
    return hands.order_by().annotate(counted=counted).values("counted")


def _pace(dealer: Dealer, downs: Iterable[Down], at: datetime) -> Pace:
    dealt = list(downs)
    spent = sum(minutes(down.started_at, down.ended_at or at) for down in dealt)
    tables = tuple(dict.fromkeys(down.session.table.name for down in dealt))
    return Pace(dealer, len(dealt), spent, sum(down.hands for down in dealt), tables)  # type: ignore[attr-defined]
