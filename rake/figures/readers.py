"""The readers: for each source of measures, its rows in a scope, what they can be split by, and their sums."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import (
    BigIntegerField,
    BooleanField,
    Case,
    Count,
    DateTimeField,
    DurationField,
    ExpressionWrapper,
    F,
    Func,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.expressions import Combinable, CombinedExpression
from django.db.models.functions import Abs, Coalesce, Greatest, Least

from cage.models import BoxPull, DrawerVariance, Holds
from cage.selectors.drop import covered_by_count
from disputes.models import Dispute, Ruling
from disputes.selectors.case_dealers import dealer_of_case
from players.models import CompEntry, ListEntry, TimeCharge
from players.selectors.comps import OF_PLAY, point_value
from rake.figures.measures import COUNTED_APART, MEASURES, Source
from rake.figures.parts import FIELDS, OF_TIME, By, Splitter
from rake.figures.periods import Kind
from rake.figures.scopes import Scope, gaming_day_of, hour_of
from rake.models import PlanHour, PlayDay, PlayHour, RakeDay, RakeHour
from tables.models import PlaqueVersion, TableSession

RECORDS = "records"
"""The number of rows that sums were made of: hands, boxes, names; beside the measures in every reading."""

Sums = dict[str, int]


@dataclass(frozen=True, slots=True)
class Reader:
    """A reading of a source: its rows with `fields` by the names that parts are told by, and a sum for each measure.

    `of_days` reads the same sums of fewer rows, where whole days are asked for by none of what it can't split.
    """

    splits: frozenset[By]
    rows: Callable[[Scope], QuerySet[Any]]
    sums: Mapping[str, Combinable]
    records: Combinable = field(default_factory=lambda: Count("pk"))
    of_days: "Reader | None" = None

    def read(self, scope: Scope, by: By) -> dict[Any, Sums]:
        """The sums of each part, by its key; one query, grouped in the database as far as the part needs."""
        if self.of_days and by in self.of_days.splits and scope.period.kind != Kind.SHIFT:
            return self.of_days.read(scope, by)
        asked = FIELDS[by]
        rows = self.rows(scope).order_by().values(*asked)
        named = {f"sum_{code}": sum_ for code, sum_ in {**self.sums, RECORDS: self.records}.items()}
        summed = rows.annotate(**named) if asked else [rows.aggregate(**named)]
        return _folded(summed, Splitter(scope.room, by))


def _folded(rows: Iterable[Mapping[str, Any]], splitter: Splitter) -> dict[Any, Sums]:
    found: dict[Any, Sums] = defaultdict(lambda: defaultdict(int))
    for row in rows:
        if not row[f"sum_{RECORDS}"]:
            continue
        part = found[splitter.key(row)]
        for name, value in row.items():
            if name.startswith("sum_"):
                part[name.removeprefix("sum_")] += round(value or 0)
    return found


def _sum(column: str, *, where: Q | None = None) -> Combinable:
    return Coalesce(Sum(column, filter=where), 0)


_ON_TIME: Final = Q(on_time=True)
_OF_SOME_LINES: Final = {
    "raked_pot": _sum("pot", where=Q(timed=0)),
    "timed_seconds": _sum("open_seconds", where=_ON_TIME),
    "timed_played_seconds": _sum("played_seconds", where=_ON_TIME),
}
"""A line is of one plaque: all its hands bear rake, or none does; all its time is charged, or none is."""


def _sums(source: Source) -> dict[str, Combinable]:
    """The sums of a rollup: each measure is the column of its name, or of some lines alone."""
    codes = (code for code, measure in MEASURES.items() if measure.source == source)
    return {code: _OF_SOME_LINES.get(code, _sum(code)) for code in codes}


def _over(difference: Combinable) -> Combinable:
    return Coalesce(Sum(Greatest(difference, Value(0))), 0)


def _under(difference: Combinable) -> Combinable:
    return Coalesce(Sum(Abs(Least(difference, Value(0)))), 0)


# ------------------------------------------------------------------------------------------------------- their rows


def _hands(scope: Scope) -> QuerySet[Any]:
    rows = RakeHour.objects.filter(scope.of_days(), room=scope.room, source=scope.origin)
    return rows.annotate(hour=F("hour_starts_at"), dealt_by=F("dealer_id")).filter(scope.of_shift())


def _play(scope: Scope) -> QuerySet[Any]:
    rows = PlayHour.objects.filter(scope.of_days(), room=scope.room, source=scope.origin)
    hours = rows.annotate(hour=F("hour_starts_at"), dealt_by=F("dealer_id"), on_time=_is_on_time(scope))
    return hours.filter(scope.of_shift())


def _hands_of_days(scope: Scope) -> QuerySet[Any]:
    return RakeDay.objects.filter(scope.of_days(), room=scope.room, source=scope.origin)


def _play_of_days(scope: Scope) -> QuerySet[Any]:
    rows = PlayDay.objects.filter(scope.of_days(), room=scope.room, source=scope.origin)
    return rows.annotate(on_time=_is_on_time(scope))


def _is_on_time(scope: Scope) -> Combinable:
    """Whether a line is of a table whose players pay for time in place of a rake; null where its plaque is unknown."""
    timed = PlaqueVersion.objects.filter(room=scope.room, plaque_json__fee__mode="time")
    return ExpressionWrapper(Q(plaque__in=timed), output_field=BooleanField())


def _plans(scope: Scope) -> QuerySet[Any]:
    rows = PlanHour.objects.filter(scope.of_days(), room=scope.room).annotate(hour=F("hour_starts_at"))
    return _on_the_floor(scope, rows.filter(scope.of_shift()))


def _on_the_floor(scope: Scope, rows: QuerySet[Any]) -> QuerySet[Any]:
    """Rows that only play in this room makes: none of imported hands."""
    return rows if scope.origin == TableSession.Source.FLOOR else rows.none()


def _pulls(scope: Scope) -> QuerySet[Any]:
    rows = BoxPull.objects.filter(scope.of_days(), room=scope.room).exclude(holds=Holds.TOKES)
    return _on_the_floor(scope, rows.annotate(covered=covered_by_count()))


def _charges(scope: Scope) -> QuerySet[Any]:
    rows = TimeCharge.objects.filter(scope.of_days(), session__room=scope.room)
    of_now = Q(sitting__session=F("session")) & (Q(voids=None) | Q(voids__gaming_day=F("gaming_day")))
    when = Case(When(of_now, then="began_at"), default="at", output_field=DateTimeField())
    rows = rows.annotate(hour=hour_of(when, scope.room), table_id=F("sitting__session__table"))
    return _on_the_floor(scope, rows.filter(scope.of_shift()))


def _names(scope: Scope) -> QuerySet[Any]:
    rows = ListEntry.objects.filter(
        waiting_list__room=scope.room, ended_at__gte=scope.since, ended_at__lt=scope.until
    ).annotate(
        hour=hour_of("ended_at", scope.room),
        gaming_day=gaming_day_of("ended_at", scope.room),
        plaque_name=F("waiting_list__name"),
        game=F("waiting_list__game"),
        waited=_lasted(Greatest(F("joined_at"), Coalesce(F("arrived_at"), F("joined_at"))), F("ended_at")),
    )
    return _on_the_floor(scope, rows.filter(scope.of_shift()))


def _variances(scope: Scope) -> QuerySet[Any]:
    rows = DrawerVariance.objects.filter(scope.of_days(), room=scope.room).annotate(hour=hour_of("at", scope.room))
    return _on_the_floor(scope, rows.filter(scope.of_shift()))


def _cases(scope: Scope) -> QuerySet[Any]:
    first = Ruling.objects.filter(dispute=OuterRef("pk")).order_by().values("dispute")
    rows = Dispute.objects.filter(scope.of_days(), room=scope.room).annotate(
        hour=hour_of("opened_at", scope.room),
        table_id=F("session__table"),
        plaque_name=F("plaque__short_name"),
        game=F("plaque__game"),
        ruled_at=Subquery(first.annotate(at=Min("ruled_at")).values("at")),
        **dealer_of_case(),
    )
    return _on_the_floor(scope, rows.filter(scope.of_shift()))


def _points(scope: Scope) -> QuerySet[Any]:
    rows = CompEntry.objects.filter(scope.of_days(), room=scope.room).annotate(hour=hour_of("at", scope.room))
    return _on_the_floor(scope, rows.filter(scope.of_shift()))


def _points_until(scope: Scope) -> QuerySet[Any]:
    """Every entry until the period ends: what accounts hold is a state, and no sum of days."""
    last = scope.period.last
    rows = CompEntry.objects.filter(room=scope.room, gaming_day__lte=last)
    return _on_the_floor(scope, rows.annotate(worth=F("points") * Value(point_value(scope.room, last))))


def _lasted(since: Combinable, until: Combinable) -> Combinable:
    """The whole seconds from one instant to another."""
    return Func(
        CombinedExpression(until, "-", since, output_field=DurationField()),
        template="floor(extract(epoch from (%(expressions)s)))::bigint",
        output_field=BigIntegerField(),
    )


# ----------------------------------------------------------------------------------------------------- the readers

_SEATED, _COUNTED = Q(state=ListEntry.State.SEATED), Q(state=BoxPull.State.COUNTED)
_QUOTED = _SEATED & Q(quoted_minutes__isnull=False)
_COLLECTED, _VOIDED = (Q(outcome=outcome) for outcome in (TimeCharge.Outcome.COLLECTED, TimeCharge.Outcome.VOIDED))
_OFF = F("counted") + F("covered") - F("expected")
_TAKEN = Q(kind__in=[CompEntry.Kind.REDEEMED, CompEntry.Kind.REVERSED])
_PLACES = frozenset({By.WHOLE, By.TABLE, By.SECTION, By.GAME, By.LIMIT, By.PLAQUE, By.DEALER})
_OF_DAYS = _PLACES - {By.DEALER} | {By.WEEKDAY, By.DAY, By.WEEK, By.MONTH}
"""Parts that a line of a table's day can tell: neither its hours nor who dealt."""
_HANDS = _sum("ticks") + _sum("full_hands")

READERS: Mapping[Source, Reader] = {
    Source.HANDS: Reader(
        _PLACES.union(OF_TIME), _hands, _sums(Source.HANDS), _HANDS,
        of_days=Reader(_OF_DAYS, _hands_of_days, _sums(Source.HANDS), _HANDS),
    ),
    Source.PLAY: Reader(
        _PLACES.union(OF_TIME), _play, _sums(Source.PLAY),
        of_days=Reader(_OF_DAYS, _play_of_days, _sums(Source.PLAY), _sum("hours")),
    ),
    Source.PLANS: Reader(
        frozenset({By.WHOLE, By.GAME, By.LIMIT}).union(OF_TIME), _plans, _sums(Source.PLANS)
    ),
    Source.DROP: Reader(
        frozenset({By.WHOLE, By.TABLE, By.SECTION, By.WEEKDAY, By.DAY, By.WEEK, By.MONTH}),
        _pulls,
        {
            "rake_counted": _sum("counted", where=Q(holds=Holds.RAKE)),
            "promo_counted": _sum("counted", where=Q(holds=Holds.PROMO)),
            "time_counted": _sum("counted", where=Q(holds=Holds.TIME)),
            "drop_over": Coalesce(Sum(Greatest(_OFF, Value(0)), filter=_COUNTED), 0),
            "drop_under": Coalesce(Sum(Abs(Least(_OFF, Value(0))), filter=_COUNTED), 0),
            "boxes_counted": Count("pk", filter=_COUNTED),
            "boxes_waiting": Count("pk", filter=~_COUNTED),
            **{f"{kind}_waiting": Count("pk", filter=~_COUNTED & Q(holds=kind)) for kind in COUNTED_APART},
        },
    ),
    Source.TIME: Reader(
        frozenset({By.WHOLE, By.TABLE, By.SECTION}).union(OF_TIME),
        _charges,
        {
            "time_collected": _sum("amount", where=_COLLECTED) - _sum("amount", where=_VOIDED),
            "time_waived": _sum("amount", where=Q(outcome=TimeCharge.Outcome.WAIVED)),
            "time_payers": Count("pk", filter=_COLLECTED) - Count("pk", filter=_VOIDED),
        },
    ),
    Source.LISTS: Reader(
        frozenset({By.WHOLE, By.GAME, By.LIMIT}).union(OF_TIME),
        _names,
        {
            "names": Count("pk"),
            "names_seated": Count("pk", filter=_SEATED),
            "names_declined": Count("pk", filter=Q(state=ListEntry.State.DECLINED)),
            "names_no_show": Count("pk", filter=Q(state=ListEntry.State.NO_SHOW)),
            "names_removed": Count("pk", filter=Q(state=ListEntry.State.REMOVED)),
            "wait_seconds": _sum("waited", where=_SEATED),
            "quoted_names": Count("pk", filter=_QUOTED),
            "quoted_seconds": Coalesce(Sum(F("quoted_minutes") * 60, filter=_QUOTED), 0),
            "quoted_wait_seconds": _sum("waited", where=_QUOTED),
        },
    ),
    Source.DRAWERS: Reader(
        frozenset({By.WHOLE}).union(OF_TIME),
        _variances,
        {
            "drawers_over": _over(F("chips")) + _over(F("cash")),
            "drawers_short": _under(F("chips")) + _under(F("cash")),
            "drawer_variances": Count("pk"),
        },
    ),
    Source.CASES: Reader(
        _PLACES.union(OF_TIME),
        _cases,
        {
            "cases_opened": Count("pk"),
            "cases_ruled": Count("pk", filter=Q(ruled_at__isnull=False)),
            "ruling_seconds": Coalesce(Sum(_lasted(F("opened_at"), F("ruled_at"))), 0),
        },
    ),
    Source.COMPS: Reader(
        frozenset({By.WHOLE}).union(OF_TIME),
        _points,
        {
            "points_earned": _sum("points", where=Q(kind__in=OF_PLAY)),
            "points_redeemed": -_sum("points", where=_TAKEN),
            "points_expired": -_sum("points", where=Q(kind=CompEntry.Kind.EXPIRED)),
            "comps_redeemed": -_sum("value", where=_TAKEN),
        },
    ),
    Source.COMPS_OWED: Reader(
        frozenset({By.WHOLE}), _points_until, {"points_unredeemed": _sum("points"), "comps_owed": _sum("worth")}
    ),
}  # fmt: skip
"""The reader of each source. What a source can't be split by, its figures aren't shown by."""
