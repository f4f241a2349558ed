"""Say of each class of record how long it is kept, since when there are rows, and how many are older."""

import json
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection, transaction
from django.utils import timezone

from config.audit.retention import Held, RecordClass, classes, held, past


class Command(BaseCommand):
    help = (
        "Say of each class of record how many years it is kept, by which source, when its oldest row is of, how many "
        "rows are older than that, and in which tables they lie. Nothing is taken away."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="this alone is done; the word is for timers")
        parser.add_argument("--json", action="store_true", help="a line of JSON for each class")

    def handle(self, *args: Any, **options: Any) -> None:
        at = timezone.now()
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("set local statement_timeout = 0")  # big tables are read whole: this is no page
            for of in classes():
                found = list(held(of, at))
                self.stdout.write(json.dumps(_as_json(of, found)) if options["json"] else _in_words(of, found))


def _in_words(of: RecordClass, found: Sequence[Held]) -> str:
    rows, size = sum(each.rows for each in found), sum(each.size for each in found) / 1e6
    if not of.years:
        return f"{of.code}: {of.title}. {rows:,} rows, {size:,.1f} MB."
    oldest = min((each.oldest for each in found if each.oldest), default=None)
    since = f"the oldest of {oldest:%Y-%m-%d}" if oldest else "none yet"
    old = ", ".join(f"{each.table} {each.past:,}" for each in found if each.past)
    then = "may go" if of.may_go else "stay"
    older = f"{past(found):,} older, which {then}: {old}" if old else "none older"
    years = "1 year" if of.years == 1 else f"{of.years} years"
    return f"{of.code}: {of.title}. {years} ({of.source}). {rows:,} rows, {size:,.1f} MB, {since}; {older}."


def _as_json(of: RecordClass, found: Sequence[Held]) -> dict[str, Any]:
    tables = [
        {"table": each.table, "rows": each.rows, "oldest": each.oldest and each.oldest.isoformat(),
         "past": each.past, "bytes": each.size}
        for each in found
    ]  # fmt: skip
    return {
        "class": of.code, "title": of.title, "years": of.years, "source": of.source, "may_go": of.may_go,
        "rows": sum(each.rows for each in found), "past": past(found), "tables": tables,
    }  # fmt: skip
