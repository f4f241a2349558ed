"""The gaps in figures of a period: days not built, pots not known, boxes not counted. Never silently left out."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Sum
from django.urls import reverse

from cage.models import BoxPull, Holds
from rake.figures.measures import Source, Tier
from rake.figures.periods import Kind
from rake.figures.scopes import Scope
from rake.models import PlayHour, RakeHour
from rake.unbuilt import days_still_played, days_to_rebuild
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class Lack:
    """One thing that is missing, in a sentence, and the page where somebody can do something about it."""

    sentence: str
    href: str = ""


def lacks_of(scope: Scope, source: Source, tier: Tier) -> Iterator[Lack]:
    """The gaps in measures of this source and tier in the scope."""
    if ask := _ASKED.get(source):
        yield from ask(scope)
    if source == Source.HANDS and tier == Tier.RATED:
        yield from _pots_not_known(scope)


def _days_not_built(scope: Scope) -> Iterator[Lack]:
    first, last = scope.days
    waiting = [day for day in days_to_rebuild(scope.room) if first <= day <= last]
    yield from _told(waiting, "has hands that its rollup doesn’t know yet", "have hands that their rollup doesn’t know")


def _days_still_played(scope: Scope) -> Iterator[Lack]:
    first, last = scope.days
    waiting = [day for day in days_still_played(scope.room) if first <= day <= last]
    yield from _told(waiting, "was last built before it ended", "were last built before they ended")
    spread = PlayHour.objects.filter(scope.of_days(), room=scope.room)
    undealt = spread.aggregate(seconds=Sum("undealt_seconds"))["seconds"] or 0
    if undealt:
        yield Lack(f"For {undealt / 3600:,.1f} table-hours nobody was put down as the dealer.", reverse("dealers"))


def _told(days: list[date], one: str, many: str) -> Iterator[Lack]:
    if len(days) == 1:
        yield Lack(f"{_day(days[0])} {one}.", reverse("rake_report", args=[days[0]]))
    elif days:
        yield Lack(f"{len(days)} days, from {_day(days[0])}, {many}.", reverse("rake_report", args=[days[0]]))


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _pots_not_known(scope: Scope) -> Iterator[Lack]:
    rows = RakeHour.objects.filter(scope.of_days(), room=scope.room, source=scope.origin)
    sums = rows.aggregate(ticks=Sum("ticks"), full=Sum("full_hands"), rated=Sum("rated"), unrated=Sum("unrated"))
    hands = (sums["ticks"] or 0) + (sums["full"] or 0)
    unknown = hands - (sums["rated"] or 0) - (sums["unrated"] or 0)
    if unknown:
        yield Lack(f"Of {hands:,} hands {unknown:,} have no known pot: owed, over and under are of the others.")
    if sums["unrated"]:
        yield Lack(f"{sums['unrated']:,} hands with a known pot are not rated yet.")


def _boxes_not_counted(scope: Scope) -> Iterator[Lack]:
    if scope.origin != TableSession.Source.FLOOR:
        return
    if scope.period.kind == Kind.SHIFT:
        yield Lack("Boxes are counted by drop, not by shift: ask for the day.")
    pulled = BoxPull.objects.filter(scope.of_days(), room=scope.room).exclude(holds=Holds.TOKES)
    waiting = pulled.exclude(state=BoxPull.State.COUNTED).count()
    if waiting:
        said = "1 box was pulled and is" if waiting == 1 else f"{waiting} boxes were pulled and are"
        yield Lack(f"{said} not counted yet.", reverse("boxes"))


_ASKED: Mapping[Source, Callable[[Scope], Iterator[Lack]]] = {
    Source.HANDS: _days_not_built,
    Source.PLAY: _days_still_played,
    Source.DROP: _boxes_not_counted,
}
