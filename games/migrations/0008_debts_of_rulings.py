"""What rulings could not take before players' debts were kept is written down as whose debt it is."""

from django.db import migrations

INCUR = """
insert into players_debt (room_id, player_id, case_id, ruling_id, number, amount, incurred_at)
select dispute.room_id, sitting.player_id, dispute.id, ruling.id, remedy.number, remedy.shortfall, ruling.ruled_at
from games_remedy remedy
join games_ruling ruling on ruling.id = remedy.ruling_id
join games_dispute dispute on dispute.id = ruling.dispute_id
join players_sitting sitting on sitting.id = remedy.source_sitting_id
where remedy.shortfall > 0
order by remedy.id
"""

# A ruling that was taken back on appeal left nothing owed; the manager who took it back is who ended the debt.
TAKEN_BACK = """
insert into players_debtentry (debt_id, how, amount, reason, at, by_id, gaming_day, request_key)
select debt.id, 'taken_back', debt.amount, '', later.ruled_at, later.ruled_by_id, later.gaming_day, later.request_key
from players_debt debt join games_ruling later on later.takes_back_id = debt.ruling_id
order by debt.id
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0007_directives"), ("players", "0014_debts")]

    operations = [
        migrations.RunSQL(INCUR, migrations.RunSQL.noop),
        migrations.RunSQL(TAKEN_BACK, migrations.RunSQL.noop),
    ]
