"""Questions of the audit of the books about instants: what was entered later is dated later (I-24)."""

from collections.abc import Iterator

from django.apps import apps
from django.db import connection, models
from psycopg import sql

from config.audit.chain_words import row_in_words
from config.audit.checks import register
from config.audit.database import chained_tables

STAMPS = ("at", "recorded_at", "ruled_at", "posted_at")
"""The names of the instant of an act; of those that a row has, the first."""
LATE = "5 minutes"
"""The time by which a row may be dated earlier than the last seal: a request waits for its locks, clocks differ by
minutes."""

_DATED_BACK = """
with linked as (
    select row_id, min(id) as link from audit_chainlink
    where form_id in (select id from audit_chainform where table_name = %(table)s) group by row_id
), walked as (
    select row_id, at, seal_at, max(seal_at) over (
        order by link, seal_at is not null rows between unbounded preceding and 1 preceding) as sealed
    from (
        select linked.link, t.id as row_id, t.{stamp} as at, null::timestamptz as seal_at
        from {table} t join rooms_room r on r.id = t.room_id join linked on linked.row_id = t.id where not r.is_demo
        union all
        select last_link, null, null, at from audit_chainseal
    ) line
)
select row_id, at, sealed from walked where seal_at is null and at < sealed - %(late)s::interval order by row_id
"""


def stamped_tables() -> dict[str, str]:
    """The chained tables whose rows are of one room each, with the column that holds the act's instant."""
    found = {}
    chained = set(chained_tables())
    for model in apps.get_models():
        fields = {field.name: field for field in model._meta.concrete_fields}
        stamp = next((name for name in STAMPS if isinstance(fields.get(name), models.DateTimeField)), None)
        if stamp and "room" in fields and model._meta.db_table in chained:
            found[model._meta.db_table] = stamp
    return dict(sorted(found.items()))


@register("I-24", "What is entered later is dated later: no row is dated before a seal that it came after")
def dated_back() -> Iterator[str]:
    """Rows dated more than minutes before the last seal of the chain that was there when they were added.

    Seals are dated by the database's own clock every few minutes, so that also an act dated back within a quiet hour is
    seen. A demo's evening is told table by table, and left out.
    """
    for table, stamp in stamped_tables().items():
        query = sql.SQL(_DATED_BACK).format(table=sql.Identifier(table), stamp=sql.Identifier(stamp))
        with connection.cursor() as cursor:
            cursor.execute(query, {"table": table, "late": LATE})
            found = cursor.fetchall()
        for row, at, sealed in found:
            yield (
                f"{row_in_words(table, row)} is dated {at:%Y-%m-%d %H:%M:%S} UTC,"
                f" it was added after the seal of {sealed:%H:%M:%S}"
            )


@register("I-24", "No audit of the books is dated ahead of the clock")
def audits_ahead() -> Iterator[str]:
    """Audits that haven't been yet: a clock was wrong, or somebody wants none to be made until then."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select id, started_at from audit_auditrun where started_at > clock_timestamp() + %s::interval order by id",
            [LATE],
        )
        for run, at in cursor.fetchall():
            yield f"{row_in_words('audit_auditrun', run)} is dated {at:%Y-%m-%d %H:%M:%S} UTC, ahead of the clock"
