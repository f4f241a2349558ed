"""Why a number: the figure's formula with its sums, the records that they are made of, and what is missing."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from config.rooms.models import Room
from rake.figures.asking import Asked
from rake.figures.definitions import Figure
from rake.figures.lacks import Lack
from rake.figures.measures import TIERS, Measure, Quantity, Source
from rake.figures.parts import By
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
            _rows_of(measure.source, asked, part),
        )
        for measure in figure.measures
    )
    text = shown(row.values[0], figure.unit, room.exponent)
    return Why(row, text, pieces, read.lacks, tuple(_versions(read.scope)))


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


_PAGES: Mapping[Source, tuple[str, str]] = {
    Source.HANDS: ("hands", "?day={first}&source={origin}{table}"),
    Source.PLAY: ("floor", ""),
    Source.PLANS: ("table_plan", "?day={first}"),
    Source.DROP: ("boxes", ""),
    Source.TIME: ("floor", ""),
    Source.LISTS: ("lists", ""),
    Source.DRAWERS: ("variances", ""),
    Source.CASES: ("disputes", ""),
    Source.COMPS: ("comps", ""),
    Source.COMPS_OWED: ("comps", ""),
}


def _rows_of(source: Source, asked: Asked, part: str) -> str:
    """The page that shows the rows of a source, the nearest that there is: of hands those of the first day, and of the
    table where it is one that is asked for."""
    name, query = _PAGES[source]
    table = f"&table={part}" if part and asked.by == By.TABLE else ""
    return reverse(name) + query.format(first=asked.period.first.isoformat(), origin=asked.origin, table=table)


def _versions(scope: Scope) -> list[str]:
    """The house rules in force at the end of the period, and the plaques posted in it."""
    rules = HouseRulesVersion.objects.filter(room=scope.room, source=scope.origin, effective_at__lt=scope.until)
    newest = rules.order_by("-effective_at", "-number").first()
    plaques = PlaqueVersion.objects.filter(room=scope.room, source=scope.origin, effective_at__lt=scope.until)
    posted = plaques.filter(effective_at__gte=scope.since).select_related("table").order_by("effective_at", "pk")
    told = [f"House rules: {newest}"] if newest else []
    return told + [f"{plaque.table.name}: {plaque}" for plaque in posted[:20]]
