"""The chips of the house: sets, and slips of the pieces that were received and destroyed. What was issued before has its
slips from now on too."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

from config.audit.database import from_file, kept_for_ever
from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0008_locked_days"),
        ("rooms", "0005_void_alone"),
        ("players", "0007_locked_days"),
        ("audit", "0002_guards"),
        ("days", "0002_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ChipAlarm",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("value", models.BigIntegerField(help_text="minor units")),
                ("counted", models.BigIntegerField(help_text="pieces, in the latest counts of the house")),
                ("issued", models.BigIntegerField(help_text="pieces issued and not destroyed")),
                ("place", models.CharField(help_text="what was counted when it was noticed", max_length=60)),
                ("people", models.JSONField(help_text="ids of who counted there, and who entered it")),
                ("at", models.DateTimeField()),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="chip_alarms", to="rooms.room"
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="ChipAlarmAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.CharField(max_length=400)),
                ("at", models.DateTimeField()),
                (
                    "alarm",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="answer", to="cage.chipalarm"
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="ChipSet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
                ("use", models.CharField(choices=[("primary", "primary"), ("secondary", "secondary")], max_length=10)),
                ("at", models.DateTimeField()),
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
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="chip_sets", to="rooms.room"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="ChipSlip",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("receipt", "receipt of chips"),
                            ("destruction", "destruction of chips"),
                            ("retirement", "retirement of a set"),
                        ],
                        max_length=12,
                    ),
                ),
                ("year", models.PositiveSmallIntegerField(help_text="of its gaming day")),
                ("number", models.PositiveIntegerField(help_text="in the row of its room, kind and year")),
                ("pieces", models.JSONField(help_text="pieces by value in minor units; none of a retirement")),
                ("amount", models.BigIntegerField(help_text="what the pieces come to, minor units")),
                (
                    "is_spread",
                    models.BooleanField(
                        default=False, help_text="an amount was stated and no pieces: these are one way to make it up"
                    ),
                ),
                (
                    "last_day",
                    models.DateField(
                        help_text="of a retirement: the last day on which its chips are redeemed", null=True
                    ),
                ),
                ("reason", models.CharField(max_length=400)),
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
                    "chip_set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="slips", to="cage.chipset"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="chip_slips", to="rooms.room"
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.AddIndex(
            model_name="chipalarm",
            index=models.Index(fields=["room", "at"], name="chip_alarm_room"),
        ),
        migrations.AddConstraint(
            model_name="chipalarm",
            constraint=models.CheckConstraint(
                condition=models.Q(("counted__gt", models.F("issued")), ("issued__gte", 0)),
                name="chip_alarm_more_counted",
            ),
        ),
        migrations.AddConstraint(
            model_name="chipalarmanswer",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="chip_alarm_answer_has_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="chipset",
            constraint=models.UniqueConstraint(
                models.F("room"), django.db.models.functions.text.Upper("name"), name="chip_set_name_once_per_room"
            ),
        ),
        migrations.AddConstraint(
            model_name="chipslip",
            constraint=models.UniqueConstraint(fields=("room", "kind", "year", "number"), name="chip_slip_number_once"),
        ),
        migrations.AddConstraint(
            model_name="chipslip",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "retirement")), fields=("chip_set",), name="chip_set_retired_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="chipslip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("amount", 0), ("is_spread", False), ("kind", "retirement"), ("last_day__isnull", False)),
                    models.Q(models.Q(("kind", "retirement"), _negated=True), ("amount__gt", 0), ("last_day", None)),
                    _connector="OR",
                ),
                name="chip_slip_moves_or_retires",
            ),
        ),
        migrations.AddConstraint(
            model_name="chipslip",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind", "receipt"), ("is_spread", False), _connector="OR"),
                name="chip_slip_spread_received",
            ),
        ),
        migrations.AddConstraint(
            model_name="chipslip",
            constraint=models.CheckConstraint(
                condition=models.Q(("second", models.F("by")), _negated=True), name="chip_slip_by_two_people"
            ),
        ),
        migrations.AddConstraint(
            model_name="chipslip",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="chip_slip_has_reason"
            ),
        ),
        *from_file(__file__, "chips_of_before", "chip_sets"),
        *kept_for_ever("cage_chipset", "cage_chipslip", "cage_chipalarm", "cage_chipalarmanswer"),
        locked_with_its_day("cage_chipslip"),
    ]
