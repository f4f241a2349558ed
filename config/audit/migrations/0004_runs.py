"""Audits of the books are kept, and what they found until it is gone."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import append_only, chained


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0003_chain"),
        ("rooms", "0004_room_second_factor"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="AuditRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("started_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField()),
                (
                    "why",
                    models.CharField(choices=[("hour", "every hour"), ("day_end", "a gaming day ended")], max_length=8),
                ),
                (
                    "since_at",
                    models.DateTimeField(
                        help_text="the dearest checks looked at hands recorded since then; at all of them where null",
                        null=True,
                    ),
                ),
                ("checks", models.PositiveIntegerField(help_text="how many were made")),
                ("findings", models.PositiveIntegerField(help_text="faults that stood at its end")),
                ("release", models.CharField(max_length=20)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="AuditFinding",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=8)),
                ("title", models.CharField(help_text="what should hold", max_length=200)),
                ("text", models.TextField(help_text="what the check says")),
                ("digest", models.CharField(help_text="sha256 of code, title and text", max_length=64)),
                ("found_at", models.DateTimeField()),
                ("gone_at", models.DateTimeField(help_text="when an audit didn't find it any more", null=True)),
                ("seen_at", models.DateTimeField(null=True)),
                (
                    "reason",
                    models.CharField(blank=True, help_text="what whoever acknowledged it says of it", max_length=400),
                ),
                (
                    "room",
                    models.ForeignKey(
                        help_text="the room that it names; null: everybody's",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rooms.room",
                    ),
                ),
                (
                    "seen_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("gone_at", None)), fields=("digest",), name="finding_stands_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("reason", ""), ("seen_at", None), ("seen_by", None)),
                            models.Q(
                                ("seen_at__isnull", False),
                                ("seen_by__isnull", False),
                                models.Q(("reason", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="finding_seen_by_somebody",
                    ),
                ],
            },
        ),
        append_only("audit_auditrun"),
        chained("audit_auditrun"),
    ]
