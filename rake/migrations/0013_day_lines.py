"""The hours of both rollups added up by table and plaque, a line a day: the database keeps them beside the hours,
whichever release builds a day. A locked day keeps its lines."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Coalesce, Least

from config.audit.database import from_file
from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("days", "0002_guards"),
        ("rake", "0012_planned_hours"),
    ]

    operations = [
        migrations.CreateModel(
            name="RakeDay",
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
                ("hours", models.PositiveIntegerField(help_text="the lines that it is the sum of")),
                ("first_hour_at", models.DateTimeField(help_text="the beginning of the first of these hours")),
                ("ticks", models.PositiveIntegerField()),
                ("full_hands", models.PositiveIntegerField()),
                ("rated", models.PositiveIntegerField(help_text="hands with a known pot, rated")),
                ("unrated", models.PositiveIntegerField(help_text="hands with a known pot, not rated yet")),
                (
                    "timed",
                    models.PositiveIntegerField(help_text="hands under a plaque with a time charge in place of a rake"),
                ),
                ("pot", models.BigIntegerField(help_text="of the hands with a known pot")),
                ("rake_taken", models.BigIntegerField()),
                ("rake_owed", models.BigIntegerField(help_text="of the rated hands")),
                (
                    "rake_over",
                    models.BigIntegerField(help_text="taken beyond what was owed, summed over the rated hands"),
                ),
                ("rake_under", models.BigIntegerField(help_text="owed and not taken, summed over the rated hands")),
                ("promo_taken", models.BigIntegerField()),
                ("promo_owed", models.BigIntegerField()),
                ("promo_over", models.BigIntegerField()),
                ("promo_under", models.BigIntegerField()),
                (
                    "plaque",
                    models.ForeignKey(
                        help_text="null in days of releases before 0.4",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.plaqueversion",
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rooms.room"),
                ),
                (
                    "table",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.table"),
                ),
            ],
            options={
                "ordering": ["gaming_day", "table", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        *("room", "gaming_day", "source", "table", "game", "plaque_name"),
                        Coalesce("plaque", 0),
                        name="rake_day_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayDay",
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
                ("hours", models.PositiveIntegerField(help_text="the lines that it is the sum of")),
                ("first_hour_at", models.DateTimeField(help_text="the beginning of the first of these hours")),
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
                (
                    "dead_undealt_seconds",
                    models.PositiveIntegerField(
                        db_default=0, default=0, help_text="of these, with fewer than two players present as well"
                    ),
                ),
                ("seat_seconds", models.PositiveIntegerField(help_text="open, over the plaque's seats")),
                (
                    "taken_seconds",
                    models.PositiveIntegerField(help_text="of these seats, taken by somebody, present or away"),
                ),
                ("played_seconds", models.PositiveIntegerField(help_text="of these seats, with a player present")),
                (
                    "dealer_cost",
                    models.BigIntegerField(
                        db_default=0,
                        default=0,
                        help_text="of the dealer’s minutes, at the room’s cost of one when this was built",
                    ),
                ),
                (
                    "table_cost",
                    models.BigIntegerField(
                        db_default=0,
                        default=0,
                        help_text="of the table’s time, at the room’s cost of an hour when this was built",
                    ),
                ),
                (
                    "plaque",
                    models.ForeignKey(
                        help_text="null in days of releases before 0.4",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.plaqueversion",
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rooms.room"),
                ),
                (
                    "table",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.table"),
                ),
            ],
            options={
                "ordering": ["gaming_day", "table", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        *("room", "gaming_day", "source", "table", "game", "plaque_name"),
                        Coalesce("plaque", 0),
                        name="play_day_once",
                    ),
                    models.CheckConstraint(
                        condition=Q(
                            open_seconds=F("game_seconds") + F("dead_seconds"),
                            undealt_seconds__lte=F("open_seconds"),
                            dead_undealt_seconds__lte=Least(F("dead_seconds"), F("undealt_seconds")),
                            seat_seconds__gte=F("taken_seconds"),
                            taken_seconds__gte=F("played_seconds"),
                        ),
                        name="play_day_adds_up",
                    ),
                ],
            },
        ),
        *from_file(__file__, "day_lines"),
        locked_with_its_day("rake_rakeday"),  # after the lines of days that are locked already were made
        locked_with_its_day("rake_playday"),
    ]
