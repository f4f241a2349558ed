"""The time of tables by the hour, and both rollups by plaque and dealer; a locked day keeps its lines of both."""

import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.comparison
from django.db import migrations, models

from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("days", "0002_guards"),
        ("rake", "0005_pots_asked_guards"),
        ("rooms", "0010_shifts"),
        ("tables", "0004_trays"),
    ]

    operations = [
        migrations.CreateModel(
            name="PlayHour",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("gaming_day", models.DateField()),
                (
                    "source",
                    models.CharField(
                        choices=[("floor", "opened on the floor"), ("import", "imported from files")],
                        default="floor",
                        max_length=8,
                    ),
                ),
                ("game", models.CharField(max_length=24)),
                ("plaque_name", models.CharField(max_length=60)),
                ("hour_starts_at", models.DateTimeField()),
                ("open_seconds", models.PositiveIntegerField(help_text="that the table was open")),
                ("game_seconds", models.PositiveIntegerField(help_text="of these, with two players present or more")),
                (
                    "dead_seconds",
                    models.PositiveIntegerField(help_text="of these, with fewer than two players present"),
                ),
                (
                    "undealt_seconds",
                    models.PositiveIntegerField(help_text="of these, with nobody put down as the dealer"),
                ),
                ("seat_seconds", models.PositiveIntegerField(help_text="open, over the plaque's seats")),
                (
                    "taken_seconds",
                    models.PositiveIntegerField(help_text="of these seats, taken by somebody, present or away"),
                ),
                ("played_seconds", models.PositiveIntegerField(help_text="of these seats, with a player present")),
            ],
            options={
                "ordering": ["gaming_day", "hour_starts_at", "table", "pk"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="rakehour",
            name="rake_hour_once",
        ),
        migrations.AddField(
            model_name="rakehour",
            name="dealer",
            field=models.ForeignKey(
                help_text="null where nobody was put down as the dealer",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tables.dealer",
            ),
        ),
        migrations.AddField(
            model_name="rakehour",
            name="plaque",
            field=models.ForeignKey(
                help_text="null in days of releases before 0.4",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tables.plaqueversion",
            ),
        ),
        migrations.AddConstraint(
            model_name="rakehour",
            constraint=models.UniqueConstraint(
                models.F("room"),
                models.F("gaming_day"),
                models.F("source"),
                models.F("table"),
                models.F("game"),
                models.F("plaque_name"),
                models.F("hour_starts_at"),
                django.db.models.functions.comparison.Coalesce("plaque", 0),
                django.db.models.functions.comparison.Coalesce("dealer", 0),
                name="rake_hour_once",
            ),
        ),
        migrations.AddField(
            model_name="playhour",
            name="dealer",
            field=models.ForeignKey(
                help_text="null where nobody was put down as the dealer",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tables.dealer",
            ),
        ),
        migrations.AddField(
            model_name="playhour",
            name="plaque",
            field=models.ForeignKey(
                help_text="null in days of releases before 0.4",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tables.plaqueversion",
            ),
        ),
        migrations.AddField(
            model_name="playhour",
            name="room",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rooms.room"),
        ),
        migrations.AddField(
            model_name="playhour",
            name="table",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.table"),
        ),
        migrations.AddConstraint(
            model_name="playhour",
            constraint=models.UniqueConstraint(
                models.F("room"),
                models.F("gaming_day"),
                models.F("source"),
                models.F("table"),
                models.F("game"),
                models.F("plaque_name"),
                models.F("hour_starts_at"),
                django.db.models.functions.comparison.Coalesce("plaque", 0),
                django.db.models.functions.comparison.Coalesce("dealer", 0),
                name="play_hour_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="playhour",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "open_seconds",
                        django.db.models.expressions.CombinedExpression(
                            models.F("game_seconds"), "+", models.F("dead_seconds")
                        ),
                    ),
                    ("seat_seconds__gte", models.F("taken_seconds")),
                    ("taken_seconds__gte", models.F("played_seconds")),
                    ("undealt_seconds__lte", models.F("open_seconds")),
                ),
                name="play_hour_adds_up",
            ),
        ),
        locked_with_its_day("rake_playhour"),
    ]
