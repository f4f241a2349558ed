"""The time of tables beside what was planned; the lines of a locked day stay as they are."""

import django.db.models.deletion
import django.db.models.expressions
from django.db import migrations, models

from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("days", "0002_guards"),
        ("rake", "0011_dead_spread"),
        ("rooms", "0015_week_starts"),
    ]

    operations = [
        migrations.CreateModel(
            name="PlanHour",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("gaming_day", models.DateField()),
                ("game", models.CharField(max_length=24)),
                ("plaque_name", models.CharField(max_length=60)),
                ("hour_starts_at", models.DateTimeField()),
                ("planned_seconds", models.PositiveIntegerField(help_text="planned, however many tables were open")),
                ("open_seconds", models.PositiveIntegerField(help_text="that tables were open")),
                ("over_seconds", models.PositiveIntegerField(help_text="open and not planned")),
                ("short_seconds", models.PositiveIntegerField(help_text="planned and not open")),
                (
                    "room",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rooms.room"),
                ),
            ],
            options={
                "ordering": ["gaming_day", "hour_starts_at", "plaque_name", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("room", "gaming_day", "plaque_name", "hour_starts_at"), name="plan_hour_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "open_seconds",
                                django.db.models.expressions.CombinedExpression(
                                    django.db.models.expressions.CombinedExpression(
                                        models.F("planned_seconds"), "+", models.F("over_seconds")
                                    ),
                                    "-",
                                    models.F("short_seconds"),
                                ),
                            )
                        ),
                        name="plan_hour_adds_up",
                    ),
                ],
            },
        ),
        locked_with_its_day("rake_planhour"),
    ]
