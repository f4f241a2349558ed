"""Why a number: the figure's formula with its sums, the records that they are made of, and what is missing."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.urls import reverse

from config.rooms.models import Room
from players.models import TransferKind
from rake.figures.asking import Asked
from rake.figures.costs import states_its_cost
from rake.figures.definitions import Figure
from rake.figures.lacks import Lack
from rake.figures.measures import TIERS, Measure, Quantity, Source
from rake.figures.parts import By, Part
from rake.figures.scopes import Scope
from rake.figures.sheets import Row, Sheet, figures_by, sheet
from rake.figures.texts import shown
from tables.models import HouseRulesVersion, PlaqueVersion


@dataclass(frozen=True, slots=True)
class Piece:
    """One measure of the formula: its sum in words, the records behind it, and the page that shows them."""

    measure: Measure
    text: str
    records: int
    rests_on: str
    href: str


@dataclass(frozen=True, slots=True)
class Why:
    """A figure of one part of a period, taken apart."""

    row: Row
    text: str
    pieces: tuple[Piece, ...]
    lacks: tuple[Lack, ...]
    versions: tuple[str, ...]
    """The house rules and plaques that were posted in the period, in words."""


def why(figure: Figure, asked: Asked, room: Room, *, part: str, at: datetime) -> Why | None:
    """Take the figure apart, of the part of that key or, where it is empty, of the whole; None where there is none.

    A part that has no records of the figure's own is one where its chapter has some: the sheet shows it, too.
    """
    scope = Scope(room, asked.period, at, asked.origin)
    read = sheet(scope, [figure], asked.by if part else By.WHOLE)
    row = _of(part, read) or _of(part, sheet(scope, [figure, *figures_by(figure.chapter, asked.by)], asked.by))
    if row is None:
        return None
    pieces = tuple(
        Piece(
            measure,
            _in_words(measure, row.sums.get(measure.code), room),
            row.records.get(measure.source, 0),
            TIERS[measure.tier],
            _rows_of(measure.source, asked, row.part),
        )
        for measure in figure.measures
    )
    text = shown(row.values[0], figure.unit, room.exponent)
    lacks = (*costs_not_stated(room, figure.measures), *read.lacks)
    return Why(row, text, pieces, lacks, tuple(_versions(read.scope)))


_COSTS: Mapping[str, str] = {"dealer_cost": "a dealer’s minute", "table_cost": "a table’s hour"}


def costs_not_stated(room: Room, measures: Iterable[Measure]) -> Iterator[Lack]:
    """The costs among these measures that the room’s settings don’t say: what is made of them nobody knows."""
    for cost in (_COSTS[measure.code] for measure in measures if not states_its_cost(measure, room)):
        yield Lack(f"The room’s settings don’t say what {cost} costs: set it there.", reverse("room_settings"))


def _of(part: str, read: Sheet) -> Row | None:
    """The row of a part, or of the whole where none is named; None where the sheet has no such part."""
    return next((row for row in read.rows if row.part.key == part), None) if part else read.total


def _in_words(measure: Measure, value: int | None, room: Room) -> str:
    if value is None:
        return "not known"
    if measure.quantity == Quantity.SECONDS:
        hours, rest = divmod(value, 3600)
        return f"{hours:,} h {rest // 60:02d} min {rest % 60:02d} s"
    return room.money(value) if measure.quantity == Quantity.MONEY else f"{value:,}"


_TRAIL: Mapping[Source, str] = {
    Source.PLAY: "tablesession",
    Source.LISTS: "listentry",
    Source.CASES: "dispute",
    Source.COMPS: "compentry",
    Source.COMPS_OWED: "compentry",
}
"""The records of a source as the audit trail knows them; it shows those of a period, what was done to each."""
_LEDGER: Mapping[Source, str] = {Source.DROP: TransferKind.DROP, Source.TIME: TransferKind.TIME_CHARGE}
"""The rows of the ledger that a source is made of."""
_OF_ONE_DAY: Mapping[Source, str] = {Source.HANDS: "hands", Source.PLANS: "table_plan", Source.CASES: "disputes"}
"""The pages that show the records of a source on one day."""


def _rows_of(source: Source, asked: Asked, part: Part) -> str:
    """The page that shows the records of a source of the period, those of the table where it is one that is asked for;
    of plans those of its first day, and of drawers every difference with its day."""
    first, last = (day.isoformat() for day in (asked.period.first, asked.period.last))
    of_table = bool(part.key) and asked.by == By.TABLE
    if source == Source.DRAWERS:
        return reverse("variances")
    if source == Source.DROP and first == last:
        return reverse("drop_sheet", args=[first])
    if source in _OF_ONE_DAY and (source not in _TRAIL or first == last):
        facts = {"day": first}
        if source == Source.HANDS:
            facts |= {"source": asked.origin} | ({"until": last} if last != first else {})
        table = {"table": part.key} if of_table and source != Source.PLANS else {}
        return f"{reverse(_OF_ONE_DAY[source])}?{urlencode(facts | table)}"
    days = {"since": first, "until": last} | ({"table": part.name} if of_table else {})
    if kind := _LEDGER.get(source):
        return f"{reverse('ledger')}?{urlencode({'kind': kind} | days)}"
    since = {"until": last} if source == Source.COMPS_OWED else days
    return f"{reverse('audit')}?{urlencode({'subject_kind': _TRAIL[source]} | since)}"


def _versions(scope: Scope) -> list[str]:
    """The house rules in force at the end of the period, and the plaques posted in it."""
    rules = HouseRulesVersion.objects.filter(room=scope.room, source=scope.origin, effective_at__lt=scope.until)
    newest = rules.order_by("-effective_at", "-number").first()
    plaques = PlaqueVersion.objects.filter(room=scope.room, source=scope.origin, effective_at__lt=scope.until)
    posted = plaques.filter(effective_at__gte=scope.since).select_related("table").order_by("effective_at", "pk")
    told = [f"House rules: {newest}"] if newest else []
    return told + [f"{plaque.table.name}: {plaque}" for plaque in posted[:20]]
