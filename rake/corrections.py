"""Corrections that cross a lock: booked on one gaming day, of a hand or a case of another that was locked already; and
hands that came after the cut-off of the day that they were played on."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.functions import Coalesce
from django.urls import reverse

from config.days.models import DayLock
from config.days.registry import Note, corrects, in_words
from config.rooms.models import Room
from config.web.text import begun
from disputes.models import Place, Remedy, Ruling
from games.models import Hand


@dataclass(frozen=True, slots=True)
class Correction:
    """One correction: the day that it is booked on, the locked day that it belongs to, and what it changes.

    `rake` and `promo` are what it adds to the takings, less than 0 where it gives back; `moved` is what a ruling moved
    in all, minor units. Of a hand that `came_late` they are what it took, which is in the figures of the day that it
    is booked on.
    """

    booked_on: date
    belongs_to: date
    what: str
    place: str
    args: tuple[int, ...]
    rake: int = 0
    promo: int = 0
    moved: int = 0
    came_late: bool = False

    @property
    def href(self) -> str:
        """The page of the hand or of the case."""
        return reverse(self.place, args=self.args)


@dataclass(frozen=True, slots=True)
class Corrections:
    """The corrections on one side of a report, with their sums in minor units."""

    rows: tuple[Correction, ...]

    def __bool__(self) -> bool:
        return bool(self.rows)

    @property
    def corrected(self) -> tuple[Correction, ...]:
        """Those of hands and cases that were on record before."""
        return tuple(row for row in self.rows if not row.came_late)

    @property
    def late(self) -> tuple[Correction, ...]:
        """The hands that were recorded after the cut-off of their day."""
        return tuple(row for row in self.rows if row.came_late)

    @property
    def rake(self) -> int:
        """The rake that corrections add."""
        return sum(row.rake for row in self.corrected)

    @property
    def promo(self) -> int:
        """The promo that corrections add."""
        return sum(row.promo for row in self.corrected)


def corrections_of_other_days(room: Room, day: date) -> Corrections:
    """The corrections that are booked on this day and belong to locked days before it, and the hands of a day before
    it that were recorded on it; three queries."""
    return _told(_hands(room).filter(gaming_day=day), _rulings(room).filter(gaming_day=day))


def later_corrections(room: Room, day: date) -> Corrections:
    """The corrections that belong to this day and were booked on others, after it was locked, and its hands that were
    recorded after its cut-off; three queries."""
    return _told(_hands(room).filter(belongs_to_day=day), _rulings(room).filter(belongs_to=day))


@corrects
def corrected_later(room: Room, day: date) -> Iterator[Note]:
    """The hands and cases of the day that were corrected or ruled on after its lock, and its hands that came after its
    cut-off; three queries."""
    for row in later_corrections(room, day).rows:
        rake, promo = room.money(row.rake), room.money(row.promo)
        moved = f", moved {room.money(row.moved)}" if row.moved else ""
        said = f"{begun(row.what)} on the gaming day {in_words(row.booked_on)}: rake {rake}"
        yield Note(f"{said}, promo {promo}{moved}.", row.place, row.args)


def _hands(room: Room) -> QuerySet[Hand]:
    named = Hand.objects.filter(room=room, belongs_to_day__isnull=False)
    return named.select_related("supersedes", "session__table").order_by("recorded_at", "pk")


def _rulings(room: Room) -> QuerySet[Any]:
    """The rulings of cases of a day that was locked when they were made, with that day as `belongs_to`."""
    of_hand = Coalesce("dispute__hand__belongs_to_day", "dispute__hand__gaming_day", "dispute__gaming_day")
    lock = DayLock.objects.filter(room=room, gaming_day=OuterRef("belongs_to"), locked_at__lte=OuterRef("ruled_at"))
    made: QuerySet[Any] = Ruling.objects.filter(dispute__room=room).annotate(belongs_to=of_hand)
    late = made.filter(Exists(lock), gaming_day__gt=F("belongs_to"))
    return late.prefetch_related("remedies").order_by("ruled_at", "pk")


def _told(hands: Iterable[Hand], rulings: Iterable[Any]) -> Corrections:
    return Corrections((*_of_hands(hands), *_of_rulings(rulings)))


def _of_hands(hands: Iterable[Hand]) -> Iterator[Correction]:
    for hand in hands:
        before, named = hand.supersedes, hand.belongs_to_day
        if named is None:
            continue
        word = "voided" if hand.is_void else "corrected"
        yield Correction(
            hand.gaming_day,
            named,
            f"{hand} {word if before else 'recorded late'}",
            "hand",
            (hand.pk,),
            rake=hand.rake_taken - (before.rake_taken if before else 0),
            promo=hand.promo_taken - (before.promo_taken if before else 0),
            came_late=before is None,
        )


def _of_rulings(rulings: Iterable[Any]) -> Iterator[Correction]:
    """Rulings as `_rulings` finds them."""
    for ruling in rulings:
        remedies = list(ruling.remedies.all())
        yield Correction(
            ruling.gaming_day,
            ruling.belongs_to,
            f"ruling in case {ruling.dispute_id}",
            "dispute",
            (ruling.dispute_id,),
            rake=_into(Place.RAKE, remedies),
            promo=_into(Place.PROMO, remedies),
            moved=ruling.moved,
        )


def _into(place: Place, remedies: Iterable[Remedy]) -> int:
    """The amount that remedies bring into a box, less what they take out of it."""
    return sum(((row.target == place) - (row.source == place)) * row.amount for row in remedies)
