"""Signatures under the pools of a gaming day, by one person who is independent of the card room (R45)."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import from_file, kept_for_ever


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_guards"),
        ("cage", "0035_exchanges_named"),
        ("players", "0019_awards"),
        ("rooms", "0018_vault_counted"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PoolReconciliation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "of_day",
                    models.DateField(help_text="the gaming day whose counts and awards are compared with the ledger"),
                ),
                ("figures", models.TextField(help_text="JSON; amounts in minor units")),
                ("digest", models.CharField(help_text="sha256 of the figures, in hexadecimal", max_length=64)),
                (
                    "is_off",
                    models.BooleanField(
                        help_text="whether the ledger differs anywhere from what was counted and signed"
                    ),
                ),
                (
                    "explanation",
                    models.CharField(
                        blank=True, help_text="of the difference; always where there is one", max_length=400
                    ),
                ),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pool_reconciliations",
                        to="rooms.room",
                    ),
                ),
                (
                    "signed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["-of_day", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("is_off", False), models.Q(("explanation", ""), _negated=True), _connector="OR"
                        ),
                        name="pools_off_only_with_an_explanation",
                    ),
                    models.UniqueConstraint(fields=("room", "of_day"), name="pools_reconciled_once"),
                ],
            },
        ),
        *kept_for_ever("cage_poolreconciliation"),
        *from_file(__file__, "pools_reconciled"),
    ]
