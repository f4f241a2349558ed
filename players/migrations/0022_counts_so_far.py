"""Stacks that were counted off the books before counts left an act: what they moved is told from the ledger."""

from django.db import migrations

EARLIER = """
insert into players_moneyact (room_id, session_id, act, amount, "limit", why_second, by_id, second_id, at, gaming_day,
    request_key)
select room_id, null, 'earlier', sum(amount), 0, '', max(by_id), null, max(at), max(gaming_day), request_key || ':count'
from players_transfer
where kind = 'count' and reason not like 'counted after ticks%'
group by room_id, request_key
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0021_exclusions_hold")]

    operations = [migrations.RunSQL(EARLIER, migrations.RunSQL.noop)]
