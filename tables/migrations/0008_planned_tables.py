"""The tables that managers plan: entries that are only ever added, each in the chain."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import kept_for_ever


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_guards"),
        ("rooms", "0015_week_starts"),
        ("tables", "0007_newest_downs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="TablePlan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("plaque_name", models.CharField(help_text="the game and limit, as plaques name it", max_length=60)),
                ("game", models.CharField(max_length=24)),
                ("for_day", models.DateField(help_text="the gaming day; null where it is for a weekday", null=True)),
                (
                    "weekday",
                    models.PositiveSmallIntegerField(help_text="0 is Monday; null where it is for one day", null=True),
                ),
                ("tables", models.PositiveSmallIntegerField(help_text="0 plans none")),
                ("since_hour", models.PositiveSmallIntegerField()),
                ("until_hour", models.PositiveSmallIntegerField()),
                ("planned_at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "planned_by",
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="table_plans", to="rooms.room"
                    ),
                ),
            ],
            options={
                "ordering": ["room", "pk"],
                "indexes": [
                    models.Index(fields=["room", "for_day"], name="table_plan_day"),
                    models.Index(fields=["room", "weekday"], name="table_plan_weekday"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("for_day", None), ("weekday__lte", 6)),
                            models.Q(("for_day__isnull", False), ("weekday", None)),
                            _connector="OR",
                        ),
                        name="table_plan_day_or_weekday",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("since_hour__lte", 23), ("tables__lte", 99), ("until_hour__lte", 23)),
                        name="table_plan_bounded",
                    ),
                ],
            },
        ),
        *kept_for_ever("tables_tableplan"),
    ]
