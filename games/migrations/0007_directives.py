"""What a ruling directs for the next hand, and what of it was taken back: rows that are only ever added."""

import django.db.models.deletion
from django.db import migrations, models

from config.audit.database import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_append_only"),
        ("games", "0006_dispute_dealer"),
        ("players", "0011_absences_move"),
        ("tables", "0004_must_move"),
    ]

    operations = [
        migrations.CreateModel(
            name="Directive",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "what",
                    models.CharField(
                        choices=[
                            ("kill", "the kill is on"),
                            ("no_kill", "no kill is on"),
                            ("button", "the button lies there"),
                            ("blinds", "what a player owes of the blinds"),
                        ],
                        max_length=7,
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                (
                    "missed",
                    models.CharField(
                        blank=True,
                        choices=[("small", "the small blind"), ("big", "the big blind"), ("both", "both")],
                        max_length=5,
                    ),
                ),
                ("after_hand", models.PositiveIntegerField(help_text="the last recorded hand before it")),
                (
                    "open_dealt_at",
                    models.DateTimeField(help_text="the deal of the hand that was being played", null=True),
                ),
                (
                    "plaque",
                    models.ForeignKey(
                        help_text="the sign of the table then",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.plaqueversion",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        help_text="who sat there",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="players.player",
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="directives", to="games.ruling"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="directives", to="tables.tablesession"
                    ),
                ),
            ],
            options={
                "ordering": ["ruling", "number"],
            },
        ),
        migrations.CreateModel(
            name="DirectiveWithdrawal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "directive",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="withdrawal", to="games.directive"
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="withdrawals", to="games.ruling"
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="directive",
            index=models.Index(fields=["session", "what"], name="directive_session"),
        ),
        migrations.AddConstraint(
            model_name="directive",
            constraint=models.UniqueConstraint(fields=("ruling", "number"), name="directive_number_once"),
        ),
        migrations.AddConstraint(
            model_name="directive",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("player__isnull", False), ("seat__isnull", False), ("what__in", ("kill", "blinds"))),
                    models.Q(("player", None), ("seat__isnull", False), ("what", "button")),
                    models.Q(("player", None), ("seat", None), ("what", "no_kill")),
                    _connector="OR",
                ),
                name="directive_says_whose",
            ),
        ),
        migrations.AddConstraint(
            model_name="directive",
            constraint=models.CheckConstraint(
                condition=models.Q(("missed", ""), ("what", "blinds"), _connector="OR"), name="directive_misses_blinds"
            ),
        ),
        append_only("games_directive"),
        append_only("games_directivewithdrawal"),
    ]
