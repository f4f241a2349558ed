"""Entries that tablets kept while their line was down: marks that are only ever added, each in the chain."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import kept_for_ever


class Migration(migrations.Migration):
    dependencies = [
        ("requests", "0001_initial"),
        ("rooms", "0001_initial"),
        ("audit", "0002_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="LateEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "kind",
                    models.CharField(
                        help_text="what was recorded, as the audit trail names it: hand, absence …", max_length=40
                    ),
                ),
                ("subject", models.BigIntegerField(help_text="the id of the row")),
                (
                    "entered_at",
                    models.DateTimeField(help_text="as the tablet said, brought between the two instants below"),
                ),
                (
                    "opened_at",
                    models.DateTimeField(help_text="the opening of the table session: nothing was entered before it"),
                ),
                ("arrived_at", models.DateTimeField()),
                (
                    "is_bounded",
                    models.BooleanField(default=False, help_text="the tablet said an instant outside of those two"),
                ),
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
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rooms.room"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["kind", "subject"], name="late_subject")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("entered_at__gte", models.F("opened_at")), ("entered_at__lte", models.F("arrived_at"))
                        ),
                        name="late_entry_within_the_session",
                    )
                ],
            },
        ),
        *kept_for_ever("requests_lateentry"),
    ]
