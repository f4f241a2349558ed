"""Disputed cases, what they hold, their rulings and remedies, and the one appeal: rows that are only ever added."""

import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models

from config.audit.database import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_append_only"),
        ("games", "0003_kill_facts"),
        ("players", "0005_impound"),
        ("rooms", "0001_initial"),
        ("tables", "0002_append_only"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Dispute",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("kind", models.CharField(help_text="code of games.disputes.kinds", max_length=32)),
                ("hand_number", models.PositiveIntegerField(null=True)),
                ("hand_started_at", models.DateTimeField(help_text="the deal of the disputed hand", null=True)),
                (
                    "next_dealt_at",
                    models.DateTimeField(
                        help_text="the next deal, where it came before the case was opened", null=True
                    ),
                ),
                ("street", models.CharField(blank=True, max_length=20)),
                (
                    "action_index",
                    models.PositiveSmallIntegerField(help_text="the disputed act, 0 being the first", null=True),
                ),
                ("facts", models.TextField(max_length=2000)),
                ("cards", models.CharField(blank=True, max_length=120)),
                ("chips", models.BigIntegerField(help_text="what is in dispute, minor units", null=True)),
                ("reporter", models.CharField(blank=True, max_length=60)),
                ("dealer", models.CharField(blank=True, help_text="badge of who dealt", max_length=40)),
                ("cameras_asked", models.BooleanField(default=False)),
                (
                    "hold",
                    models.CharField(
                        choices=[("none", "nothing"), ("whole", "the whole pot"), ("part", "part of it")],
                        default="none",
                        max_length=5,
                    ),
                ),
                (
                    "hold_amount",
                    models.BigIntegerField(help_text="minor units, where part of the pot is held", null=True),
                ),
                ("reported_at", models.DateTimeField(help_text="when it was reported at the table, as stated")),
                ("opened_at", models.DateTimeField(help_text="when it was entered, by the server's clock")),
                ("gaming_day", models.DateField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "hand",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="disputes", to="games.hand"
                    ),
                ),
                (
                    "house_rules",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.houserulesversion"
                    ),
                ),
                (
                    "opened_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "plaque",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.plaqueversion"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="disputes", to="rooms.room"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="disputes", to="tables.tablesession"
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("party", models.CharField(help_text="who asks for it", max_length=60)),
                ("words", models.TextField(max_length=2000)),
                ("taken_at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "taken_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "dispute",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="appeal", to="games.dispute"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="DisputeParty",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "dispute",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="parties", to="games.dispute"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="disputes", to="players.player"
                    ),
                ),
                (
                    "sitting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="players.sitting"
                    ),
                ),
            ],
            options={
                "ordering": ["seat"],
            },
        ),
        migrations.CreateModel(
            name="Holding",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("amount", models.BigIntegerField()),
                (
                    "dispute",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="holdings", to="games.dispute"
                    ),
                ),
                (
                    "hand",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.hand"),
                ),
                (
                    "sitting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="players.sitting"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("level", models.PositiveSmallIntegerField(choices=[(1, "supervisor"), (2, "manager, on appeal")])),
                ("outcome", models.CharField(max_length=120)),
                ("rule_code", models.CharField(max_length=60)),
                ("rule", models.CharField(help_text="the rule's sentence as it was then", max_length=400)),
                ("citation", models.CharField(max_length=300)),
                ("words", models.TextField(blank=True, max_length=2000)),
                ("objection", models.CharField(blank=True, max_length=400)),
                ("moved", models.BigIntegerField(default=0, help_text="what the remedies move, minor units")),
                ("why_second", models.CharField(blank=True, help_text="why it needs a second person", max_length=300)),
                ("ruled_at", models.DateTimeField()),
                ("gaming_day", models.DateField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "dispute",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="rulings", to="games.dispute"
                    ),
                ),
                (
                    "ruled_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
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
                (
                    "takes_back",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="taken_back_by",
                        to="games.ruling",
                    ),
                ),
            ],
            options={
                "ordering": ["dispute", "level"],
            },
        ),
        migrations.CreateModel(
            name="Remedy",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "source",
                    models.CharField(
                        choices=[("seat", "a player"), ("rake_box", "the rake"), ("promo_box", "the promo")],
                        max_length=10,
                    ),
                ),
                (
                    "target",
                    models.CharField(
                        choices=[("seat", "a player"), ("rake_box", "the rake"), ("promo_box", "the promo")],
                        max_length=10,
                    ),
                ),
                ("amount", models.BigIntegerField()),
                ("impounded", models.BigIntegerField(default=0)),
                ("shortfall", models.BigIntegerField(default=0)),
                (
                    "source_sitting",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="players.sitting"
                    ),
                ),
                (
                    "target_sitting",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="players.sitting"
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="remedies", to="games.ruling"
                    ),
                ),
            ],
            options={
                "ordering": ["ruling", "number"],
            },
        ),
        migrations.AddIndex(
            model_name="dispute",
            index=models.Index(fields=["room", "gaming_day"], name="dispute_day"),
        ),
        migrations.AddIndex(
            model_name="dispute",
            index=models.Index(fields=["session", "hand_number"], name="dispute_hand"),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.CheckConstraint(
                condition=models.Q(("reported_at__lte", models.F("opened_at"))), name="dispute_reported_before_opened"
            ),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("hand", None), ("hand_number", None), ("hand_started_at", None), ("hold", "none")),
                    models.Q(("hand_number__isnull", False), ("hand_started_at__isnull", False)),
                    _connector="OR",
                ),
                name="dispute_hand_is_whole",
            ),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("hold", "part"), ("hold_amount__gt", 0)),
                    models.Q(models.Q(("hold", "part"), _negated=True), ("hold_amount", None)),
                    _connector="OR",
                ),
                name="dispute_holds_an_amount",
            ),
        ),
        migrations.AddConstraint(
            model_name="disputeparty",
            constraint=models.UniqueConstraint(fields=("dispute", "seat"), name="dispute_party_once"),
        ),
        migrations.AddConstraint(
            model_name="holding",
            constraint=models.UniqueConstraint(fields=("dispute", "sitting"), name="dispute_holds_once"),
        ),
        migrations.AddConstraint(
            model_name="holding",
            constraint=models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="dispute_holds_something"),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.UniqueConstraint(fields=("dispute", "level"), name="dispute_ruled_once"),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(condition=models.Q(("level__in", (1, 2))), name="ruling_two_levels"),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("second", None), models.Q(("second", models.F("ruled_by")), _negated=True), _connector="OR"
                ),
                name="ruling_second_is_another",
            ),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(
                condition=models.Q(("why_second", ""), ("second__isnull", False), _connector="OR"),
                name="ruling_has_its_second",
            ),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(
                condition=models.Q(("moved__gte", 0)), name="ruling_moves_something_or_nothing"
            ),
        ),
        migrations.AddConstraint(
            model_name="remedy",
            constraint=models.UniqueConstraint(fields=("ruling", "number"), name="remedy_number_once"),
        ),
        migrations.AddConstraint(
            model_name="remedy",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("amount__gt", 0),
                    ("impounded__gte", 0),
                    ("shortfall__gte", 0),
                    (
                        "amount__gte",
                        django.db.models.expressions.CombinedExpression(
                            models.F("impounded"), "+", models.F("shortfall")
                        ),
                    ),
                ),
                name="remedy_adds_up",
            ),
        ),
        migrations.AddConstraint(
            model_name="remedy",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("source", "seat"), ("source_sitting__isnull", False)),
                    models.Q(models.Q(("source", "seat"), _negated=True), ("source_sitting", None)),
                    _connector="OR",
                ),
                name="remedy_source_is_a_place",
            ),
        ),
        migrations.AddConstraint(
            model_name="remedy",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("target", "seat"), ("target_sitting__isnull", False)),
                    models.Q(models.Q(("target", "seat"), _negated=True), ("target_sitting", None)),
                    _connector="OR",
                ),
                name="remedy_target_is_a_place",
            ),
        ),
        append_only("games_dispute"),
        append_only("games_disputeparty"),
        append_only("games_holding"),
        append_only("games_ruling"),
        append_only("games_remedy"),
        append_only("games_appeal"),
    ]
