"""The gaps in figures of a period: what is still to come, what the books don't know, days not built, pots not known,
boxes not counted, names that wait. Never silently left out."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from django.urls import reverse

from cage.selectors.drop import boxes_not_pulled
from config.days.models import DayLock
from config.days.selectors import first_day, locked_until
from players.models import CompDay, ListEntry
from players.selectors.comps import rules_on
from rake.figures.measures import COUNTED_APART, Measure, Source, Tier
from rake.figures.periods import Kind
from rake.figures.scopes import Scope
from rake.models import PlanHour, PlayDay
from rake.unbuilt import days_played_through, days_still_planned, days_still_played, days_to_rebuild
from tables.models import TableSession

_Sums = Mapping[str, int | None]


@dataclass(frozen=True, slots=True)
class Lack:
    """One thing that is missing, in a sentence, and the page where somebody can do something about it."""

    sentence: str
    href: str = ""


def lacks_of(scope: Scope, measures: Iterable[Measure], sums: Mapping[str, int | None]) -> Iterator[Lack]:
    """The gaps in these measures of the scope, whose sums are known; a query or two for each source."""
    told: list[Lack] = [*_still_to_come(scope), *_before_the_books(scope)]
    asked = [(measure.source, measure.tier) for measure in measures]
    for source in dict.fromkeys(source for source, _ in asked):
        if ask := _ASKED.get(source):
            told += [lack for lack in ask(scope, sums) if lack not in told]
    yield from told
    if (Source.HANDS, Tier.RATED) in asked:
        yield from _pots_not_known(sums)


_PERIODS: Mapping[Kind, str] = {
    Kind.SHIFT: "shift",
    Kind.DAY: "gaming day",
    Kind.WEEK: "week",
    Kind.MONTH: "month",
    Kind.DAYS: "period",
}


def _still_to_come(scope: Scope) -> Iterator[Lack]:
    """A period that goes on, or has not begun: whatever source is asked, the rest of it is in no figure."""
    if scope.at < scope.begins_at:
        yield Lack(f"This {_PERIODS[scope.period.kind]} has not begun: nothing of it is in any figure.")
    elif scope.at < scope.ends_at:
        yield Lack(f"This {_PERIODS[scope.period.kind]} goes on: what is still to come is in no figure.")


def _before_the_books(scope: Scope) -> Iterator[Lack]:
    """Days of the floor before the room's books began: nobody wrote down what happened on them."""
    first = first_day(scope.room)
    if scope.origin != TableSession.Source.FLOOR or (first and scope.period.first >= first):
        return
    began = f"began on {_day(first)}" if first else "have not begun"
    days = "these days" if scope.is_before_the_books else "the days before"
    yield Lack(f"The room’s books {began}: nothing of {days} is in any figure.")


def _days_not_built(scope: Scope, sums: _Sums) -> Iterator[Lack]:
    waiting = days_to_rebuild(scope.room, scope.days)
    yield from _told(waiting, "has hands that its rollup doesn’t know yet", "have hands that their rollup doesn’t know")


def _days_still_played(scope: Scope, sums: _Sums) -> Iterator[Lack]:
    through = days_played_through(scope.room, scope.at, scope.days)
    waiting = sorted({*days_still_played(scope.room, scope.days), *through})
    yield from _told(waiting, "was last built before it ended", "were last built before they ended")
    if undealt := sums["undealt_seconds"]:
        yield Lack(f"For {undealt / 3600:,.1f} table-hours nobody was put down as the dealer.", reverse("dealers"))


def _plans_not_held(scope: Scope, sums: _Sums) -> Iterator[Lack]:
    """Planned days that are to be built, and days without a plan among those with one."""
    waiting = {*days_still_planned(scope.room, scope.at, scope.days)}
    if scope.origin == TableSession.Source.FLOOR and waiting:
        waiting |= {*days_still_played(scope.room, scope.days)}
        yield from _told(sorted(waiting), "was last built before it ended", "were last built before they ended")
    of_days = {"room": scope.room, "gaming_day__range": scope.days}
    planned = PlanHour.objects.filter(**of_days).values("gaming_day")
    played = PlayDay.objects.filter(source=scope.origin, **of_days).exclude(gaming_day__in=planned)
    days = played.order_by().values("gaming_day").distinct().count() if sums["planned_seconds"] is not None else 0
    if days:
        said = "1 day, nothing was planned: its" if days == 1 else f"{days} days, nothing was planned: their"
        yield Lack(f"For {said} open tables are in no figure of plans.", reverse("table_plan"))


def _told(days: list[date], one: str, many: str) -> Iterator[Lack]:
    if len(days) == 1:
        yield Lack(f"{_day(days[0])} {one}.", reverse("rake_report", args=[days[0]]))
    elif days:
        yield Lack(f"{len(days)} days, from {_day(days[0])}, {many}.", reverse("rake_report", args=[days[0]]))


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _pots_not_known(sums: _Sums) -> Iterator[Lack]:
    hands, rated, unrated = (sums["ticks"] or 0) + (sums["full_hands"] or 0), sums["rated"] or 0, sums["unrated"] or 0
    if unknown := hands - rated - unrated:
        yield Lack(f"Of {hands:,} hands {unknown:,} have no known pot: owed, over and under are of the others.")
    if unrated:
        yield Lack(f"{unrated:,} hands with a known pot are not rated yet.")


def _boxes_not_counted(scope: Scope, sums: _Sums) -> Iterator[Lack]:
    if scope.period.kind == Kind.SHIFT and scope.origin == TableSession.Source.FLOOR:
        yield Lack("Boxes are counted by drop, not by shift: ask for the day.")
    if waiting := sums["boxes_waiting"]:
        said = "1 box was pulled and is" if waiting == 1 else f"{waiting} boxes were pulled and are"
        yield Lack(f"{said} not counted yet.", reverse("boxes"))

    if scope.origin == TableSession.Source.FLOOR and scope.begins_at <= scope.at:
        yield from _boxes_not_pulled(scope)


def _boxes_not_pulled(scope: Scope) -> Iterator[Lack]:
    """Boxes that hang at tables with chips of the period: what lies in them counts on the day of their pull."""
    left = [holds for _, _, holds in boxes_not_pulled(scope.room, scope.period.last) if holds in COUNTED_APART]
    if left:
        said = "1 box hangs" if len(left) == 1 else f"{len(left)} boxes hang"
        yield Lack(
            f"{said} at tables with chips of these days or earlier ones, which count once pulled.", reverse("boxes")
        )


def _names_still_waiting(scope: Scope, sums: _Sums) -> Iterator[Lack]:
    """Names that wait while the period goes on: each counts when it leaves its list."""
    if not scope.begins_at <= scope.at < scope.ends_at:
        return
    waiting = ListEntry.objects.filter(waiting_list__room=scope.room, ended_at=None, joined_at__lte=scope.at).count()
    if waiting:
        said = "1 name waits" if waiting == 1 else f"{waiting} names wait"
        yield Lack(f"{said} on lists still: a name counts once it has left its list.", reverse("lists"))


def _cases_not_ruled(scope: Scope, sums: _Sums) -> Iterator[Lack]:
    """Cases without a ruling: in what was opened, and in no time to a ruling."""
    waiting = (sums["cases_opened"] or 0) - (sums["cases_ruled"] or 0)
    if waiting:
        said = "1 case has" if waiting == 1 else f"{waiting} cases have"
        yield Lack(f"{said} no ruling yet: how long a ruling took is told of the others.", reverse("disputes"))


def _points_not_given(scope: Scope, sums: _Sums) -> Iterator[Lack]:
    """Days of the period, with comps on, that are locked and whose points nobody has given yet, and those over that
    nobody has locked: points are given for locked days alone."""
    yield from _days_not_locked(scope)
    done = CompDay.objects.filter(room=scope.room).values("for_day")
    locked = DayLock.objects.filter(scope.of_days(), room=scope.room).exclude(gaming_day__in=done)
    waiting = [day for day in locked.values_list("gaming_day", flat=True) if rules_on(scope.room, day)]
    if waiting:
        said = "1 locked day has" if len(waiting) == 1 else f"{len(waiting)} locked days have"
        yield Lack(f"{said} earned players no points yet: a job gives them.", reverse("comps"))


def _days_not_locked(scope: Scope) -> Iterator[Lack]:
    room, (since, until) = scope.room, scope.days
    locked, first = locked_until(room), first_day(room)
    since = max(day for day in (since, first, locked and locked + timedelta(days=1)) if day)
    until = min(until, room.gaming_day(scope.at) - timedelta(days=1))
    if first is None or since > until or not rules_on(room, until):
        return
    days = (until - since).days + 1
    said = "1 day that is over is" if days == 1 else f"{days} days that are over are"
    yield Lack(f"{said} not locked: players earn points for locked days.", reverse("days"))


_ASKED: Mapping[Source, Callable[[Scope, _Sums], Iterator[Lack]]] = {
    Source.HANDS: _days_not_built,
    Source.PLAY: _days_still_played,
    Source.PLANS: _plans_not_held,
    Source.DROP: _boxes_not_counted,
    Source.LISTS: _names_still_waiting,
    Source.CASES: _cases_not_ruled,
    Source.COMPS: _points_not_given,
}
