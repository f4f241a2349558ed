"""Questions of the audit of the books about the chain: rows as they were added, seals as their links make them (I-7).

The digests and hashes are made anew with PostgreSQL's own functions alone, never with functions of the product, which
whoever owns the database can replace.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

from django.db import connection
from psycopg import sql

from config.audit.chain_words import row_in_words, when_sealed
from config.audit.checks import register
from config.audit.database import chained_tables
from config.audit.models import ChainForm, ChainSeal

MOST_NAMED = 100
"""So many rows of one table are named; a table that was emptied says the same of each."""

_DIFFERING = """
with link as (
    select row_id, id, digest from audit_chainlink where form_id = %(form)s
), line as (
    select {key} as row_id, sha256(convert_to((to_jsonb(line) - %(later)s::text[])::text, 'UTF8')) as digest
    from {table} as line
)
select coalesce(link.row_id, line.row_id), link.id, case
    when link.id is null then 'was put in behind the chain'
    when line.row_id is null then 'is gone'
    else 'was changed since it was added'
end
from link full join line using (row_id)
where (link.id is null and %(newest)s and not exists (
        select from audit_chainlink earlier where earlier.row_id = line.row_id and earlier.form_id = any(%(earlier)s)))
    or (link.id is not null and (line.row_id is null or link.digest <> line.digest))
order by 1
"""

_COLUMNS = """
select class.relname, attribute.attname, coalesce(attribute.attnum = any(index.indkey), false) as is_key
from pg_class class
join pg_attribute attribute on attribute.attrelid = class.oid and attnum > 0 and not attisdropped
left join pg_index index on index.indrelid = class.oid and index.indisprimary
where class.relname = any(%s) and pg_table_is_visible(class.oid)
order by class.relname, attribute.attnum
"""

_UNSEALED = """
with seal as (
    select *, lag(number, 1, 0::bigint) over chain as number_before, lag(last_link, 1, 0::bigint) over chain as after,
        lag(hash, 1, ''::bytea) over chain as hash_before
    from audit_chainseal window chain as (order by number)
)
select seal.number, case
    when number <> number_before + 1 then 'a seal before it is gone'
    else 'its links are not those that were sealed'
end
from seal left join lateral (
    select string_agg(int8send(id) || int8send(form_id) || int8send(row_id) || digest, '' order by id) as joined
    from audit_chainlink where id > seal.after and id <= seal.last_link
) as links on true
where number <> number_before + 1 or hash is distinct from sha256(
    hash_before || int8send(number) || int8send(last_link) || int8send((extract(epoch from at) * 1000000)::bigint)
    || coalesce(joined, ''))
order by 1
"""


@register("I-7", "Rows that are only added are as they were when they were added, each with its link in the chain")
def changed_rows() -> Iterator[str]:
    forms = list(ChainForm.objects.order_by("table_name", "pk"))
    tables = chained_tables()
    shapes = _shapes(tables)
    for table in tables:
        of_table = [form for form in forms if form.table_name == table]
        if not of_table:
            yield f"{table} has no form in the chain: nothing says what its rows were"
        for number, form in enumerate(of_table):
            earlier, is_newest = [each.pk for each in of_table[:number]], form is of_table[-1]
            yield from _differing(form, shapes[table], earlier=earlier, is_newest=is_newest)
    for form in forms:
        if form.table_name not in tables:
            yield f"{form} stands in the chain, and no such table is chained"


@register("I-7", "The chain's seals follow from one another and from their links")
def broken_seals() -> Iterator[str]:
    with connection.cursor() as cursor:
        cursor.execute(_UNSEALED)
        for number, fault in islice(cursor.fetchall(), MOST_NAMED):
            seal = ChainSeal.objects.get(pk=number)
            yield f"seal {number} of {seal.at:%d %b %Y %H:%M:%S} UTC: {fault}"


def first_broken_seal() -> int | None:
    """The number of the first seal that doesn't follow from the one before and its links."""
    with connection.cursor() as cursor:
        cursor.execute(_UNSEALED)
        found = cursor.fetchone()
    return found[0] if found else None


@dataclass(slots=True)
class Shape:
    """The primary key of a table and all its columns, as they are now; none of a table that is gone."""

    key: str = "id"
    columns: list[str] = field(default_factory=list)


def _shapes(tables: list[str]) -> Mapping[str, Shape]:
    """The shapes of these tables, in one statement: an audit asks for a hundred of them."""
    found: defaultdict[str, Shape] = defaultdict(Shape)
    with connection.cursor() as cursor:
        cursor.execute(_COLUMNS, [tables])
        for table, column, is_key in cursor.fetchall():
            found[table].columns.append(column)
            if is_key:
                found[table].key = column
    return found


def _differing(form: ChainForm, shape: Shape, *, earlier: list[int], is_newest: bool) -> Iterator[str]:
    if gone := [name for name in form.columns if name not in shape.columns]:
        yield f"{form.table_name} has lost {', '.join(gone)}: its rows can't be held against the chain"
        return
    query = sql.SQL(_DIFFERING).format(key=sql.Identifier(shape.key), table=sql.Identifier(form.table_name))
    later = [name for name in shape.columns if name not in form.columns]
    with connection.cursor() as cursor:
        cursor.execute(query, {"form": form.pk, "later": later, "earlier": earlier, "newest": is_newest})
        found = cursor.fetchmany(MOST_NAMED)
        more = cursor.rowcount - len(found)
    for row_id, link, fault in found:
        sealed = f", {when_sealed(link)}" if link else ""
        yield f"{row_in_words(form.table_name, row_id)} {fault}{sealed}"
    if more > 0:
        yield f"{form.table_name}: and {more} more"
