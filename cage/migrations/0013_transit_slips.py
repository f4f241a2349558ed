"""Fills and credits on their way: slips, and each act of them, which is only ever added."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import from_file, kept_for_ever
from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0012_box_guards"),
        ("audit", "0002_guards"),
        ("days", "0002_guards"),
        ("players", "0009_covers_of_boxes"),
        ("rooms", "0007_slips"),
        ("tables", "0004_trays"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="TransitSlip",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("fill", "fill"), ("credit", "credit")], max_length=6)),
                ("year", models.PositiveSmallIntegerField(help_text="of the gaming day on which it was asked for")),
                ("number", models.PositiveIntegerField(help_text="1, 2, 3 … without gaps within room, year and kind")),
                ("chips", models.JSONField(help_text="pieces by value in minor units")),
                ("cash", models.JSONField(help_text="pieces by value in minor units")),
                ("chips_amount", models.BigIntegerField(help_text="minor units")),
                ("cash_amount", models.BigIntegerField(help_text="minor units")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("requested", "asked for"),
                            ("authorised", "authorised"),
                            ("sent", "on its way"),
                            ("received", "received"),
                            ("refused", "refused"),
                            ("voided", "voided"),
                        ],
                        default="requested",
                        max_length=10,
                    ),
                ),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField(help_text="when it was asked for")),
                (
                    "drawer",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="transit_slips",
                        to="cage.drawer",
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="transit_slips", to="rooms.room"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        help_text="whose tray",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="TransitAct",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "step",
                    models.CharField(
                        choices=[
                            ("requested", "asked for"),
                            ("authorised", "authorised"),
                            ("sent", "on its way"),
                            ("received", "received"),
                            ("refused", "refused"),
                            ("voided", "voided"),
                        ],
                        max_length=10,
                    ),
                ),
                ("chips", models.JSONField(help_text="pieces by value in minor units")),
                ("cash", models.JSONField(help_text="pieces by value in minor units")),
                ("chips_amount", models.BigIntegerField(help_text="minor units")),
                ("cash_amount", models.BigIntegerField(help_text="minor units")),
                ("is_moved", models.BooleanField(help_text="whether chips or cash moved with it")),
                ("reason", models.CharField(blank=True, max_length=400)),
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
                    "dealer",
                    models.ForeignKey(
                        help_text="who dealt at the table then, of a tray",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.dealer",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rooms.room"),
                ),
                (
                    "runner",
                    models.ForeignKey(
                        help_text="who carries it, of sending",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "verifier",
                    models.ForeignKey(
                        help_text="who signed at the tray (R23)",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "slip",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="acts", to="cage.transitslip"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.AddIndex(
            model_name="transitslip",
            index=models.Index(
                condition=models.Q(("state__in", ["requested", "authorised", "sent"])),
                fields=["room"],
                name="transit_slip_open",
            ),
        ),
        migrations.AddIndex(
            model_name="transitslip",
            index=models.Index(fields=["room", "gaming_day"], name="transit_slip_day"),
        ),
        migrations.AddConstraint(
            model_name="transitslip",
            constraint=models.UniqueConstraint(
                fields=("room", "year", "kind", "number"), name="transit_slip_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="transitslip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("drawer__isnull", False), ("table", None)),
                    models.Q(("drawer", None), ("table__isnull", False)),
                    _connector="OR",
                ),
                name="transit_slip_of_one_place",
            ),
        ),
        migrations.AddConstraint(
            model_name="transitslip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("cash_amount__gte", 0),
                    ("chips_amount__gte", 0),
                    models.Q(("cash_amount", 0), ("chips_amount", 0), _negated=True),
                ),
                name="transit_slip_moves_something",
            ),
        ),
        migrations.AddConstraint(
            model_name="transitslip",
            constraint=models.CheckConstraint(
                condition=models.Q(("table", None), ("cash_amount", 0), _connector="OR"),
                name="transit_slip_tray_holds_chips",
            ),
        ),
        migrations.AddConstraint(
            model_name="transitact",
            constraint=models.UniqueConstraint(fields=("slip", "step"), name="transit_act_once"),
        ),
        migrations.AddConstraint(
            model_name="transitact",
            constraint=models.UniqueConstraint(
                condition=models.Q(("step__in", ["received", "refused", "voided"])),
                fields=("slip",),
                name="transit_act_one_end",
            ),
        ),
        migrations.AddConstraint(
            model_name="transitact",
            constraint=models.CheckConstraint(
                condition=models.Q(("cash_amount__gte", 0), ("chips_amount__gte", 0)), name="transit_act_not_negative"
            ),
        ),
        migrations.AddConstraint(
            model_name="transitact",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("runner__isnull", False), ("step", "sent")),
                    models.Q(models.Q(("step", "sent"), _negated=True), ("runner", None)),
                    _connector="OR",
                ),
                name="transit_act_sent_with_runner",
            ),
        ),
        migrations.AddConstraint(
            model_name="transitact",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("step__in", ["refused", "voided"]), _negated=True),
                    models.Q(("reason", ""), _negated=True),
                    _connector="OR",
                ),
                name="transit_act_ended_with_reason",
            ),
        ),
        *kept_for_ever("cage_transitact"),
        locked_with_its_day("cage_transitslip"),
        locked_with_its_day("cage_transitact"),
        *from_file(__file__, "transit_slips"),
    ]
