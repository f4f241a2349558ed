"""Patrons who are described instead of registered; other slips of the window can be voided."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import from_file, kept_for_ever
from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0009_covers_of_boxes"),
        ("rooms", "0008_window_limits"),
        ("audit", "0002_guards"),
        ("days", "0002_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="is_described",
            field=models.BooleanField(
                db_default=False,
                default=False,
                editable=False,
                help_text="known by how they look (players.Description)",
            ),
        ),
        migrations.CreateModel(
            name="Description",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(help_text="1, 2, 3 … of the room and gaming day")),
                (
                    "sex",
                    models.CharField(choices=[("man", "man"), ("woman", "woman"), ("unsure", "person")], max_length=8),
                ),
                (
                    "age_band",
                    models.CharField(
                        choices=[
                            ("under_30", "under 30"),
                            ("30_44", "30–44"),
                            ("45_59", "45–59"),
                            ("60_up", "60 or older"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "height",
                    models.CharField(
                        choices=[("short", "short"), ("medium", "medium"), ("tall", "tall")], max_length=8
                    ),
                ),
                (
                    "hair",
                    models.CharField(
                        choices=[
                            ("dark", "dark hair"),
                            ("brown", "brown hair"),
                            ("fair", "fair hair"),
                            ("red", "red hair"),
                            ("grey", "grey hair"),
                            ("none", "bald"),
                            ("covered", "hair covered"),
                        ],
                        max_length=8,
                    ),
                ),
                ("clothing", models.CharField(blank=True, max_length=60)),
                ("seat", models.CharField(blank=True, help_text="table and seat, as people say it", max_length=30)),
                ("note", models.CharField(blank=True, max_length=200)),
                ("gaming_day", models.DateField()),
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
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="description", to="players.player"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rooms.room"),
                ),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(fields=("room", "gaming_day", "number"), name="description_number_once")
                ],
            },
        ),
        *kept_for_ever("players_description"),
        locked_with_its_day("players_description"),
        *from_file(__file__, "slip_voids", "group_faults"),
    ]
