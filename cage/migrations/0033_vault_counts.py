"""Two people count the vault, and what it is short or over is booked, investigated and kept like a drawer's."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import from_file, kept_for_ever
from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0032_award_guards"),
        ("rooms", "0018_vault_counted"),
        ("players", "0019_awards"),
        ("audit", "0002_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="VaultCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("counting", "being counted"),
                            ("recount", "to be counted together"),
                            ("counted", "counted"),
                            ("given_up", "given up"),
                        ],
                        default="counting",
                        max_length=10,
                    ),
                ),
                ("until", models.DateTimeField(help_text="the end of the shift or the gaming day that it answers for")),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "expected_chips",
                    models.BigIntegerField(help_text="minor units, by the books when it was counted", null=True),
                ),
                (
                    "expected_cash",
                    models.BigIntegerField(help_text="minor units, by the books when it was counted", null=True),
                ),
                (
                    "last_number",
                    models.BigIntegerField(help_text="the room’s ledger as it ended when it was counted", null=True),
                ),
                ("reason", models.CharField(blank=True, help_text="why they were", max_length=400)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="VaultLook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="VaultSheet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "part",
                    models.CharField(
                        choices=[("first", "first count"), ("second", "second count"), ("together", "count together")],
                        max_length=10,
                    ),
                ),
                ("chips", models.JSONField(help_text="pieces by value in minor units")),
                ("cash", models.JSONField(help_text="pieces by value in minor units")),
                ("chips_amount", models.BigIntegerField(help_text="minor units")),
                ("cash_amount", models.BigIntegerField(help_text="minor units")),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="VaultVariance",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("chips", models.BigIntegerField(help_text="minor units; more than the books said, below zero: less")),
                ("cash", models.BigIntegerField(help_text="minor units; more than the books said, below zero: less")),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="investigation",
            name="investigation_of_one_thing",
        ),
        migrations.AddField(
            model_name="vaultcount",
            name="counter",
            field=models.ForeignKey(
                help_text="who began it, and counts first",
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="vaultcount",
            name="given_up_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="vaultcount",
            name="room",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="vault_counts", to="rooms.room"
            ),
        ),
        migrations.AddField(
            model_name="vaultcount",
            name="second",
            field=models.ForeignKey(
                help_text="the supervisor who let two counts that differ be given up",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="vaultlook",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="vaultlook",
            name="room",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="vault_looks", to="rooms.room"
            ),
        ),
        migrations.AddField(
            model_name="vaultsheet",
            name="by",
            field=models.ForeignKey(
                help_text="who was signed in where it was entered",
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="vaultsheet",
            name="count",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="sheets", to="cage.vaultcount"
            ),
        ),
        migrations.AddField(
            model_name="vaultsheet",
            name="counted_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="vaultsheet",
            name="second",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="vaultsheet",
            name="third",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="vaultvariance",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="vaultvariance",
            name="count",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="variance", to="cage.vaultcount"
            ),
        ),
        migrations.AddField(
            model_name="vaultvariance",
            name="room",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="vault_variances", to="rooms.room"
            ),
        ),
        migrations.AddField(
            model_name="investigation",
            name="vault_variance",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="investigation",
                to="cage.vaultvariance",
            ),
        ),
        migrations.AddConstraint(
            model_name="investigation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("variance__isnull", False),
                        ("box_variance", None),
                        ("carried", None),
                        ("tray", None),
                        ("vault_variance", None),
                    ),
                    models.Q(
                        ("box_variance__isnull", False),
                        ("carried", None),
                        ("tray", None),
                        ("variance", None),
                        ("vault_variance", None),
                    ),
                    models.Q(
                        ("carried__isnull", False),
                        ("box_variance", None),
                        ("tray", None),
                        ("variance", None),
                        ("vault_variance", None),
                    ),
                    models.Q(
                        ("tray__isnull", False),
                        ("box_variance", None),
                        ("carried", None),
                        ("variance", None),
                        ("vault_variance", None),
                    ),
                    models.Q(
                        ("vault_variance__isnull", False),
                        ("box_variance", None),
                        ("carried", None),
                        ("tray", None),
                        ("variance", None),
                    ),
                    _connector="OR",
                ),
                name="investigation_of_one_thing",
            ),
        ),
        migrations.AddIndex(
            model_name="vaultcount",
            index=models.Index(fields=["room", "-until"], name="vault_count_newest"),
        ),
        migrations.AddConstraint(
            model_name="vaultcount",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["counting", "recount"])),
                fields=("room",),
                name="vault_count_one_runs",
            ),
        ),
        migrations.AddConstraint(
            model_name="vaultcount",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("ended_at__isnull", False),
                        ("expected_cash__isnull", False),
                        ("expected_chips__isnull", False),
                        ("last_number__isnull", False),
                        ("state", "counted"),
                    ),
                    models.Q(
                        models.Q(("state", "counted"), _negated=True),
                        ("expected_cash", None),
                        ("expected_chips", None),
                        ("last_number", None),
                    ),
                    _connector="OR",
                ),
                name="vault_count_counted_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="vaultcount",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at__isnull", False), ("given_up_by__isnull", False), ("state", "given_up")),
                    models.Q(
                        models.Q(("state", "given_up"), _negated=True),
                        ("given_up_by", None),
                        ("reason", ""),
                        ("second", None),
                    ),
                    _connector="OR",
                ),
                name="vault_count_given_up_by_somebody",
            ),
        ),
        migrations.AddConstraint(
            model_name="vaultcount",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("reason", ""), ("second", None)),
                    models.Q(
                        models.Q(("reason", ""), _negated=True),
                        models.Q(("second", models.F("given_up_by")), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="vault_count_given_up_by_two",
            ),
        ),
        migrations.AddIndex(
            model_name="vaultlook",
            index=models.Index(fields=["room", "by", "at"], name="vault_look_of"),
        ),
        migrations.AddConstraint(
            model_name="vaultsheet",
            constraint=models.UniqueConstraint(fields=("count", "part"), name="vault_sheet_once"),
        ),
        migrations.AddConstraint(
            model_name="vaultsheet",
            constraint=models.CheckConstraint(
                condition=models.Q(("cash_amount__gte", 0), ("chips_amount__gte", 0)), name="vault_sheet_not_negative"
            ),
        ),
        migrations.AddConstraint(
            model_name="vaultsheet",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(models.Q(("part", "together"), _negated=True), ("second", None), ("third", None)),
                    models.Q(("part", "together"), ("second__isnull", False), ("third__isnull", False)),
                    _connector="OR",
                ),
                name="vault_sheet_together_by_three",
            ),
        ),
        migrations.AddConstraint(
            model_name="vaultsheet",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("second", None),
                    models.Q(
                        models.Q(("second", models.F("counted_by")), _negated=True),
                        models.Q(("third", models.F("counted_by")), _negated=True),
                        models.Q(("third", models.F("second")), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="vault_sheet_by_different_people",
            ),
        ),
        migrations.AddIndex(
            model_name="vaultvariance",
            index=models.Index(fields=["room", "gaming_day"], name="vault_variance_day"),
        ),
        migrations.AddConstraint(
            model_name="vaultvariance",
            constraint=models.CheckConstraint(
                condition=models.Q(("cash", 0), ("chips", 0), _negated=True), name="vault_variance_is_one"
            ),
        ),
        *kept_for_ever("cage_vaultsheet", "cage_vaultlook", "cage_vaultvariance"),
        locked_with_its_day("cage_vaultvariance"),
        *from_file(__file__, "vault_counts"),
    ]
