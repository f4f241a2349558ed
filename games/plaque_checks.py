"""Questions of `audit_books` about plaques: every hand was played under the one in force, with its house rules."""

from collections.abc import Iterator

from django.db import connection

from config.audit.checks import register

_OTHER_PLAQUE = """
select * from (
select hand.id, plaque.number, case
    when plaque.table_id <> session.table_id then 'which stands on another table'
    when hand.house_rules_id <> plaque.house_rules_id then 'with other house rules than stand on it'
    when plaque.effective_at > hand.started_at + interval '1 minute' then 'which was not in force yet'
    else (
        select 'when plaque ' || newer.number || ' was in force' from tables_plaqueversion newer
        where newer.table_id = plaque.table_id and newer.source = 'floor' and newer.number > plaque.number
            and newer.effective_at < hand.started_at - interval '1 minute'
            and newer.posted_at < hand.started_at - interval '1 minute'
        order by newer.number desc limit 1)
    end as fault
from games_hand hand join tables_tablesession session on session.id = hand.session_id
join tables_plaqueversion plaque on plaque.id = hand.plaque_id
where session.source = 'floor' and hand.version = 1
) hands where fault is not null
"""


@register("I-9", "Every hand was played under the plaque in force at its start, and under that plaque's house rules")
def other_plaques() -> Iterator[str]:
    """Hands of the floor under a plaque of another table, or one of another time. A plaque and a hand of the same
    minute may have met at the table in either order."""
    with connection.cursor() as cursor:
        cursor.execute(_OTHER_PLAQUE)
        for hand, number, fault in cursor:
            yield f"hand {hand} was played under plaque {number}, {fault}"


@register("I-9", "A hand that was corrected keeps its plaque")
def changed_plaques() -> Iterator[str]:
    """Versions of one hand under different plaques."""
    query = """
        select later.id, first.id from games_hand later join games_hand first on first.id = later.supersedes_id
        where (later.plaque_id, later.house_rules_id) is distinct from (first.plaque_id, first.house_rules_id)
    """
    with connection.cursor() as cursor:
        cursor.execute(query)
        for later, first in cursor:
            yield f"hand {later} corrects hand {first} under another plaque"
