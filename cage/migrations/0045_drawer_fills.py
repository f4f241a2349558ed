"""The pieces of fills of drawers without a slip."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import kept_for_ever
from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_guards"),
        ("cage", "0044_pool_money"),
        ("days", "0002_guards"),
        ("rooms", "0022_statement_days"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="DrawerFill",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("chips", models.JSONField(help_text="pieces by value in minor units")),
                ("cash", models.JSONField(help_text="pieces by value in minor units")),
                ("chips_amount", models.BigIntegerField(help_text="minor units")),
                ("cash_amount", models.BigIntegerField(help_text="minor units")),
                (
                    "is_spread",
                    models.BooleanField(
                        help_text="whether amounts alone were stated: the chips are spread over the values, of the "
                        "cash no pieces are"
                    ),
                ),
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
                    "drawer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="fills", to="cage.drawer"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="drawer_fills", to="rooms.room"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "indexes": [models.Index(fields=["room", "gaming_day"], name="drawer_fill_day")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("cash_amount__gte", 0),
                            ("chips_amount__gte", 0),
                            models.Q(("cash_amount", 0), ("chips_amount", 0), _negated=True),
                        ),
                        name="drawer_fill_moves_something",
                    )
                ],
            },
        ),
        *kept_for_ever("cage_drawerfill"),
        locked_with_its_day("cage_drawerfill"),
    ]
