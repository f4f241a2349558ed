"""What players owe to disputed cases, how it is settled, and the routes of chips that settle it."""

import importlib

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import append_only

BEFORE = importlib.import_module("players.migrations.0005_impound").ROUTES
ROUTES = BEFORE.replace(
    "('import', 'chip_issue', 'seat'),",
    "('debt', 'seat', 'receivable'), ('debt', 'rack', 'receivable'), ('debt', 'receivable', 'rack'),"
    " ('debt', 'drawer_chips', 'receivable'), ('debt', 'vault_chips', 'receivable'),"
    " ('debt', 'receivable', 'vault_chips'), ('import', 'chip_issue', 'seat'),",
)


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_append_only"),
        ("players", "0013_list_closed"),
        ("rooms", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="transfer",
            name="kind",
            field=models.CharField(
                choices=[
                    ("issue", "chips issued or withdrawn"),
                    ("funding", "cash brought or banked"),
                    ("fill", "fill"),
                    ("credit", "credit"),
                    ("chip_sale", "chips sold"),
                    ("chip_redemption", "chips redeemed"),
                    ("buy_in", "buy-in"),
                    ("add_on", "add-on"),
                    ("hand", "hand"),
                    ("count", "stack counted"),
                    ("time_charge", "time charge"),
                    ("toke", "toke"),
                    ("incidental", "incidental"),
                    ("pick_up", "pick-up"),
                    ("move", "table change"),
                    ("leave", "left the table"),
                    ("ruling", "ruling"),
                    ("debt", "debt to a case"),
                    ("import", "stack stated by a file"),
                ],
                max_length=16,
            ),
        ),
        migrations.CreateModel(
            name="Debt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("case_id", models.BigIntegerField(help_text="the dispute (games.Dispute)")),
                ("ruling_id", models.BigIntegerField(help_text="the ruling by which he owes it (games.Ruling)")),
                ("number", models.PositiveSmallIntegerField(help_text="of the ruling's remedy")),
                ("amount", models.BigIntegerField()),
                ("incurred_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="debts", to="players.player"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="debts", to="rooms.room"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="DebtEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "how",
                    models.CharField(
                        choices=[
                            ("seat", "chips on the table"),
                            ("rack", "chips off the table"),
                            ("cash", "cash at the cage"),
                            ("written_off", "written off"),
                            ("refunded", "given back, the ruling was taken back"),
                            ("restored", "the write-off was taken back with the ruling"),
                            ("taken_back", "no longer owed, the ruling was taken back"),
                        ],
                        max_length=11,
                    ),
                ),
                ("amount", models.BigIntegerField(help_text="minor units")),
                ("reason", models.CharField(blank=True, max_length=400)),
                ("at", models.DateTimeField()),
                ("gaming_day", models.DateField()),
                ("request_key", models.CharField(max_length=80)),
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
                    "debt",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="players.debt"
                    ),
                ),
                (
                    "drawer",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="players.drawer"
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.AddIndex(
            model_name="debt",
            index=models.Index(fields=["case_id"], name="debt_case"),
        ),
        migrations.AddConstraint(
            model_name="debt",
            constraint=models.UniqueConstraint(fields=("ruling_id", "number"), name="debt_of_remedy_once"),
        ),
        migrations.AddConstraint(
            model_name="debt",
            constraint=models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="debt_is_something"),
        ),
        migrations.AddIndex(
            model_name="debtentry",
            index=models.Index(fields=["request_key"], name="debt_entry_key"),
        ),
        migrations.AddConstraint(
            model_name="debtentry",
            constraint=models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="debt_entry_is_something"),
        ),
        migrations.AddConstraint(
            model_name="debtentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("drawer__isnull", False), ("how", "cash")),
                    models.Q(("how", "cash"), _negated=True),
                    _connector="OR",
                ),
                name="debt_cash_drawer",
            ),
        ),
        migrations.AddConstraint(
            model_name="debtentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("how", "written_off"), _negated=True),
                    models.Q(
                        ("second__isnull", False),
                        models.Q(("second", models.F("by")), _negated=True),
                        models.Q(("reason", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="debt_written_off_by_two",
            ),
        ),
        append_only("players_debt"),
        append_only("players_debtentry"),
        migrations.RunSQL(ROUTES, BEFORE),
    ]
