"""Bank accounts that cover the chips in use, as their statements say."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import kept_for_ever


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0003_drawer_names"),
        ("audit", "0002_guards"),
        ("rooms", "0003_cover_asked"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="BankStatement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("account", models.CharField(help_text="how the room calls the bank account", max_length=60)),
                ("amount", models.BigIntegerField(help_text="minor units")),
                ("stated_on", models.DateField(help_text="the day that the statement speaks of")),
                ("at", models.DateTimeField()),
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="bank_statements", to="rooms.room"
                    ),
                ),
            ],
            options={
                "ordering": ["-stated_on", "-id"],
                "indexes": [models.Index(fields=["room", "-stated_on"], name="bank_statement_day")],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("amount__gte", 0)), name="bank_statement_not_negative")
                ],
            },
        ),
        *kept_for_ever("cage_bankstatement"),
    ]
