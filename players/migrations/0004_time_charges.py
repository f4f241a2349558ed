"""Time charges: what was collected or waived for each half hour, and the chips of a table's collection in one act."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import from_file, kept_for_ever


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0003_owners_and_acts"),
        ("audit", "0002_guards"),
        ("tables", "0002_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="TimeCharge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("began_at", models.DateTimeField(help_text="the start of the half hour, by the room's clock")),
                (
                    "amount",
                    models.BigIntegerField(help_text="minor units, as the plaque said when the half hour began"),
                ),
                (
                    "outcome",
                    models.CharField(choices=[("collected", "collected"), ("waived", "waived")], max_length=10),
                ),
                ("reason", models.CharField(blank=True, help_text="why it was waived", max_length=400)),
                ("request_key", models.CharField(max_length=80)),
                ("at", models.DateTimeField()),
                ("gaming_day", models.DateField()),
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
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="time_charges", to="players.player"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="time_charges",
                        to="tables.tablesession",
                    ),
                ),
                (
                    "sitting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="time_charges", to="players.sitting"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "indexes": [models.Index(fields=["request_key"], name="time_charge_request")],
                "constraints": [
                    models.UniqueConstraint(fields=("session", "player", "began_at"), name="time_charge_once"),
                    models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="time_charge_amount_positive"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("outcome", "collected"), ("reason", "")),
                            models.Q(("outcome", "waived"), models.Q(("reason", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="time_charge_waived_with_reason",
                    ),
                ],
            },
        ),
        *kept_for_ever("players_timecharge"),
        *from_file(__file__, "time_charges"),
    ]
