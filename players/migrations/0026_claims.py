"""Who won what somebody owes waits for it: a debt says where it goes, and nothing is paid out of what is owed."""

import importlib

import django.db.models.deletion
from django.db import migrations, models

BEFORE = importlib.import_module("players.migrations.0024_corrections").ROUTES
ROUTES = BEFORE
for kind in ("ruling", "correction"):
    ROUTES = ROUTES.replace(f"('{kind}', 'receivable', 'pot'), ('{kind}', 'pot', 'receivable'),", "")
ROUTES = ROUTES.replace(
    "('debt', 'seat', 'receivable'),",
    "('debt', 'receivable', 'rake_box'), ('debt', 'rake_box', 'receivable'),"
    " ('debt', 'receivable', 'promo_box'), ('debt', 'promo_box', 'receivable'), ('debt', 'seat', 'receivable'),",
)

# Rows of before stay as they are; whatever is added says who waits.
SOMEBODY_WAITS = """
alter table players_debt add constraint debt_goes_to_somebody check (goes_to_id is not null) not valid;
"""


# What came into vault and drawers before, each by whoever entered it: from now on two people do.
EARLIER = """
insert into players_moneyact (room_id, session_id, act, amount, "limit", why_second, by_id, second_id, at, gaming_day,
    request_key)
select room_id, null, 'earlier', sum(amount), 0, '', max(by_id), null, max(at), max(gaming_day), request_key
from players_transfer t where kind in ('issue', 'funding', 'fill', 'credit')
    and not exists (select 1 from players_moneyact a where a.request_key = t.request_key)
group by room_id, request_key
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0025_ties")]

    operations = [
        migrations.AddField(
            model_name="debt",
            name="goes_to",
            field=models.ForeignKey(
                help_text="the rack or the box that waits for it",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="claims",
                to="players.account",
            ),
        ),
        migrations.AlterField(
            model_name="debtentry",
            name="how",
            field=models.CharField(
                choices=[
                    ("seat", "chips on the table"),
                    ("rack", "chips off the table"),
                    ("cash", "cash at the cage"),
                    ("written_off", "paid by the house, and written off"),
                    ("set_off", "set off: who waited for it has to give it up"),
                    ("refunded", "given back, the ruling was taken back"),
                    ("restored", "the write-off was taken back with the ruling"),
                    ("taken_back", "no longer owed, the ruling was taken back"),
                ],
                max_length=11,
            ),
        ),
        migrations.RunSQL(ROUTES, BEFORE),
        migrations.RunSQL(EARLIER, migrations.RunSQL.noop),
        migrations.RunSQL(SOMEBODY_WAITS, "alter table players_debt drop constraint debt_goes_to_somebody"),
    ]
