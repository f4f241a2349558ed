"""Acts that moved money after the fact; what was moved before there were such rows is told from the ledger."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import append_only

EARLIER = """
insert into players_moneyact (room_id, session_id, act, amount, "limit", why_second, by_id, second_id, at, gaming_day,
    request_key)
select room_id, null, 'earlier', sum(amount), 0, '', max(by_id), null, max(at), max(gaming_day),
    regexp_replace(request_key, ':(back|debt:[0-9]+)$', '')
from players_transfer
where kind in ('ruling', 'debt') and request_key not like 'dispute:%:hold'
group by room_id, regexp_replace(request_key, ':(back|debt:[0-9]+)$', '')
"""


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_append_only"),
        ("players", "0014_debts"),
        ("rooms", "0001_initial"),
        ("tables", "0005_alarms_put_away"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="MoneyAct",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("act", models.CharField(help_text="code of players.four_eyes.ACTS", max_length=20)),
                ("amount", models.BigIntegerField(help_text="minor units")),
                ("limit", models.BigIntegerField(help_text="what one person might move alone that day, minor units")),
                (
                    "why_second",
                    models.CharField(blank=True, help_text="why it needs a second person", max_length=300),
                ),
                ("at", models.DateTimeField()),
                ("gaming_day", models.DateField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="money_acts", to="rooms.room"
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="money_acts",
                        to="tables.tablesession",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "indexes": [models.Index(fields=["room", "by", "gaming_day"], name="money_act_day")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("amount__gte", 0), ("limit__gte", 0)), name="money_act_amounts"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("second", None), models.Q(("second", models.F("by")), _negated=True), _connector="OR"
                        ),
                        name="money_act_second_is_another",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("why_second", ""), ("second__isnull", False), _connector="OR"),
                        name="money_act_has_its_second",
                    ),
                ],
            },
        ),
        migrations.RunSQL(EARLIER, migrations.RunSQL.noop),
        append_only("players_moneyact"),
    ]
