"""Counts of dealers' trays, and what tables lost or found at their close."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import from_file, kept_for_ever
from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0013_transit_slips"),
        ("rooms", "0007_slips"),
        ("tables", "0004_trays"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="FeltResidual",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "amount",
                    models.BigIntegerField(help_text="minor units that the felt held; below zero: that it lacked"),
                ),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="felt_residuals", to="rooms.room"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="felt_residuals",
                        to="tables.tablesession",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("amount", 0), _negated=True), name="felt_residual_is_one"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TrayCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "part",
                    models.CharField(
                        choices=[
                            ("opening", "at the opening"),
                            ("shift", "at the shift"),
                            ("dropped", "dropped open"),
                            ("closing", "at the close"),
                        ],
                        max_length=10,
                    ),
                ),
                ("chips", models.JSONField(help_text="pieces by value in minor units")),
                ("chips_amount", models.BigIntegerField(help_text="minor units")),
                ("last_number", models.BigIntegerField(help_text="the room’s ledger as it ended when it was counted")),
                ("booked", models.BigIntegerField(help_text="minor units, by the books before the count")),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "by",
                    models.ForeignKey(
                        help_text="who was signed in where it was entered",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "counted_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "dealer",
                    models.ForeignKey(
                        help_text="who dealt at the table then",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.dealer",
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tray_counts", to="rooms.room"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        help_text="that was open there, if any",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.tablesession",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tray_counts", to="tables.table"
                    ),
                ),
                (
                    "verified_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "indexes": [models.Index(fields=["table", "-id"], name="tray_count_newest")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("booked__gte", 0), ("chips_amount__gte", 0)), name="tray_count_not_negative"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("counted_by", models.F("verified_by")), _negated=True),
                        name="tray_count_by_two",
                    ),
                ],
            },
        ),
        *kept_for_ever("cage_traycount", "cage_feltresidual"),
        locked_with_its_day("cage_traycount"),
        locked_with_its_day("cage_feltresidual"),
        *from_file(__file__, "trays"),
    ]
