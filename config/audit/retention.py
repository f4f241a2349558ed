"""Classes of record: how long the rows of each are kept, by which source, and how many are older than that.

Nothing here takes a row away: rows of the ledgers, the hands and the trail are never deleted, and of what may go it is
only said how much there is.
"""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.apps import apps
from django.db import connection
from django.db.models import Count, Min, Q

FILE = Path(__file__).with_name("retention.toml")
YEAR = timedelta(days=365.25)


@dataclass(frozen=True, slots=True)
class RecordClass:
    """A class of record. `years` is 0 for what has no age; `may_go` says whether anything rests on rows past them.

    `tables` are the labels of models with the field that tells a row's age ("" where it has none).
    """

    code: str
    title: str
    years: int
    source: str
    may_go: bool
    tables: tuple[tuple[str, str], ...]

    def ends(self, at: datetime) -> datetime:
        """The instant before which a row is older than it must be."""
        return at - self.years * YEAR


@dataclass(frozen=True, slots=True)
class Held:
    """The rows of one model: where they lie, how many, since when, and how many are older than their class asks for."""

    table: str
    rows: int
    oldest: datetime | None
    past: int
    size: int
    """Bytes, indices included."""


def classes() -> list[RecordClass]:
    """Every class of record, in the order of the file."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return [
        RecordClass(
            code, each["title"], each["years"], each["source"], each["after"] == "may_go",
            tuple(tuple(table.split(":", 1)) for table in each["tables"]),
        )
        for code, each in read.items()
    ]  # fmt: skip


def held(of: RecordClass, at: datetime) -> Iterator[Held]:
    """The rows of the class's models at an instant; two queries for each."""
    for label, field in of.tables:
        yield _held(label, field, of.ends(at))


def past(found: Sequence[Held]) -> int:
    """The number of rows of these that are older than they must be."""
    return sum(each.past for each in found)


def _held(label: str, field: str, ends: datetime) -> Held:
    model = apps.get_model(label)
    table, rows = model._meta.db_table, model._base_manager.all()
    with connection.cursor() as cursor:
        cursor.execute("select pg_total_relation_size(%s)", [table])
        (size,) = cursor.fetchone() or (0,)
    if not field:
        return Held(table, rows.count(), None, 0, size)
    found = rows.aggregate(rows=Count("pk"), oldest=Min(field), past=Count("pk", filter=Q(**{f"{field}__lt": ends})))
    return Held(table, found["rows"], found["oldest"], found["past"], size)
