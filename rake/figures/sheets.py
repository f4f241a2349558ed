"""Sheets: figures of a period by its parts, as one value that the page, the files and the API all show."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from typing import Any

from config.errors import DomainError
from config.snapshots import snapshot
from rake.figures.costs import is_stated
from rake.figures.definitions import Chapter, Figure, of_chapter
from rake.figures.lacks import Lack, lacks_of
from rake.figures.measures import MEASURES_OF, Source
from rake.figures.parts import WHOLE, By, Part, Splitter
from rake.figures.periods import Kind
from rake.figures.readers import READERS, RECORDS
from rake.figures.scopes import Scope
from rake.figures.units import whole


@dataclass(frozen=True, slots=True)
class Row:
    """One part with its figures: `sums` are of its measures, `values` in the smallest parts of each figure's unit."""

    part: Part
    sums: Mapping[str, int | None]
    values: tuple[int | None, ...]
    records: Mapping[Source, int] = field(default_factory=dict)

    def exact(self, figure: Figure) -> Fraction | None:
        """The figure before it is rounded."""
        return figure.formula.worth(self.sums)


@dataclass(frozen=True)
class Sheet:
    """Figures of a scope split by something, with their total, what they are compared with, and what they lack."""

    scope: Scope
    by: By
    figures: tuple[Figure, ...]
    rows: tuple[Row, ...]
    total: Row
    before: Row
    lacks: tuple[Lack, ...]
    read_at: datetime
    read_from: str = ""
    """A sentence on the replica that it was read from, or why it wasn't; empty where no replica is named."""

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing."""
        return not self.lacks

    @cached_property
    def changes(self) -> tuple[int | None, ...]:
        """Each total less that of the period before; None where either isn't known."""
        pairs = zip(self.total.values, self.before.values, strict=True)
        return tuple(None if now is None or then is None else now - then for now, then in pairs)


def sheet(scope: Scope, figures: Sequence[Figure], by: By = By.WHOLE) -> Sheet:
    """The figures of the scope by its parts, in the parts' order; all read from one picture of the database.

    Raises DomainError `figure_not_split` where a figure can't be split so: `allowed` names those that can.
    """
    _refuse_unsplit(figures, by)
    with snapshot(at_most="2min"):
        sources = {source for figure in figures for source in figure.sources}
        read = {source: _read(scope, source, by) for source in sorted(sources)}
        parts = Splitter(scope.room, by).parts({key for found in read.values() for key in found})
        rows = [_row(part, {source: found.get(key) for source, found in read.items()}, figures, scope)
                for key, part in parts.items()]  # fmt: skip
        total = _row(WHOLE, {source: _all_of(found) for source, found in read.items()}, figures, scope)
        measures = [measure for figure in figures for measure in figure.measures]
        return Sheet(
            scope,
            by,
            tuple(figures),
            tuple(sorted(rows, key=lambda row: row.part.place)),
            total,
            _compared(scope.before, sources, figures),
            tuple(lacks_of(scope, measures, total.sums)),
            scope.at,
        )


def splits(figure: Figure) -> frozenset[By]:
    """The ways in which a figure can be split: those of all its sources."""
    return frozenset.intersection(*(READERS[source].splits for source in figure.sources))


def figures_by(chapter: Chapter, by: By) -> tuple[Figure, ...]:
    """The figures of a chapter that can be split so."""
    return tuple(figure for figure in of_chapter(chapter) if by in splits(figure))


def _refuse_unsplit(figures: Iterable[Figure], by: By) -> None:
    if wrong := next((figure for figure in figures if by not in splits(figure)), None):
        message = f"{wrong.title} isn’t known by {by.value}: choose another split."
        raise DomainError("figure_not_split", message, allowed={"by": sorted(splits(wrong))}, field="by")


def _read(scope: Scope, source: Source, by: By) -> dict[Any, dict[str, int]]:
    return READERS[source].read(scope, by) if _is_read(scope, source) else {}


def _is_read(scope: Scope, source: Source) -> bool:
    """Whether the source can tell anything of such a period: a shift only where its rows know their hour."""
    return scope.period.kind != Kind.SHIFT or By.SHIFT in READERS[source].splits


def _whole(scope: Scope, sources: Iterable[Source], figures: Sequence[Figure]) -> Row:
    found = {source: next(iter(_read(scope, source, By.WHOLE).values()), None) for source in sources}
    return _row(WHOLE, found, figures, scope)


def _compared(before: Scope, sources: Iterable[Source], figures: Sequence[Figure]) -> Row:
    """The figures of the period to compare with; nothing is known of one that was over before the books began."""
    if before.is_before_the_books:
        return Row(WHOLE, {}, (None,) * len(figures))
    return _whole(before, sources, figures)


def _all_of(parts: Mapping[Any, Mapping[str, int]]) -> Mapping[str, int] | None:
    """The sums of all parts together, for every row lies in one; None where there are none."""
    whole: Counter[str] = Counter()
    for sums in parts.values():
        for name, worth in sums.items():
            whole[name] += worth
    return whole if parts else None


def _row(part: Part, found: Mapping[Source, Mapping[str, int] | None], figures: Sequence[Figure], scope: Scope) -> Row:
    sums: dict[str, int | None] = {}
    for source, read in found.items():
        known, is_read = read or {}, _is_read(scope, source)
        for measure in MEASURES_OF[source]:
            code = measure.code
            is_known = is_read and (known.get(code) or is_stated(measure, known, scope.room))
            sums[code] = known.get(code, 0) if is_known else None
    values = tuple(whole(figure.formula.worth(sums), figure.unit) for figure in figures)
    return Row(part, sums, values, {source: (read or {}).get(RECORDS, 0) for source, read in found.items()})
