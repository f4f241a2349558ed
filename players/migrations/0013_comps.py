"""Comps: rates and rules of a room, each player’s account of points, corrections of hours, links to statements."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import from_file, kept_for_ever
from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_guards"),
        ("days", "0002_guards"),
        ("players", "0012_toke_voids"),
        ("rooms", "0013_late_chips"),
        ("tables", "0005_dealer_pins"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="CompRules",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(help_text="of the version in its room, from 1")),
                (
                    "from_day",
                    models.DateField(
                        help_text="the first gaming day for which it holds, after the day on which it is made"
                    ),
                ),
                ("source", models.CharField(help_text="the rule or the book that it follows", max_length=400)),
                ("reason", models.CharField(max_length=400)),
                ("made_at", models.DateTimeField()),
                ("made_on", models.DateField(help_text="the gaming day on which it was made")),
                ("request_key", models.CharField(max_length=80, unique=True)),
                ("is_on", models.BooleanField(help_text="whether points are earned and redeemed at all")),
                ("point_value", models.PositiveBigIntegerField(help_text="minor units that one point is worth")),
                (
                    "expires_days",
                    models.PositiveIntegerField(help_text="gaming days after which points are gone; 0: never"),
                ),
                (
                    "earning_days",
                    models.PositiveIntegerField(help_text="the last so many gaming days are the earning period"),
                ),
                (
                    "required_minutes",
                    models.PositiveIntegerField(help_text="of play in the earning period, before anything is redeemed"),
                ),
                (
                    "most_redemptions",
                    models.PositiveIntegerField(help_text="in the earning period; 0: as many as one likes"),
                ),
                (
                    "player_day_points",
                    models.PositiveBigIntegerField(help_text="the most that one person redeems on a gaming day"),
                ),
                (
                    "cashier_day_points",
                    models.PositiveBigIntegerField(help_text="the most that one of the staff redeems on a day"),
                ),
                ("alone_points", models.PositiveBigIntegerField(help_text="of these, so many without a second person")),
                (
                    "cash_allowed",
                    models.BooleanField(
                        help_text="whether the window may pay points out, as the comp of its closed list"
                    ),
                ),
                ("excluded_days", models.JSONField(help_text="gaming days that earn nothing, as ISO dates")),
                (
                    "excluded_hours",
                    models.JSONField(help_text="hours of the week that earn nothing: [days, from, until]"),
                ),
                ("excluded_plaques", models.JSONField(help_text="the ids of plaques that earn nothing")),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rooms.room"),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["room", "number"],
            },
        ),
        migrations.CreateModel(
            name="CompEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(help_text="of the entry in its account, from 1 without a gap")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("earned", "earned"),
                            ("difference", "hours corrected"),
                            ("redeemed", "redeemed"),
                            ("reversed", "redemption taken back"),
                            ("expired", "expired"),
                        ],
                        max_length=12,
                    ),
                ),
                ("points", models.BigIntegerField(help_text="below zero where they leave the account")),
                ("balance", models.BigIntegerField(help_text="after it")),
                (
                    "value",
                    models.BigIntegerField(
                        help_text="minor units, at what a point was worth then; the sign of the points"
                    ),
                ),
                (
                    "for_day",
                    models.DateField(help_text="the locked gaming day that was played, of what is earned", null=True),
                ),
                ("seconds", models.BigIntegerField(default=0, help_text="of play that count, of what is earned")),
                ("lines", models.JSONField(default=list)),
                (
                    "expires_on",
                    models.DateField(help_text="the first gaming day on which these points are gone", null=True),
                ),
                (
                    "what",
                    models.CharField(
                        blank=True, help_text="what was given for it, or why nothing was earned", max_length=200
                    ),
                ),
                ("is_cash", models.BooleanField(default=False, help_text="whether the window paid it in cash")),
                ("reason", models.CharField(blank=True, max_length=400)),
                ("at", models.DateTimeField()),
                ("gaming_day", models.DateField(help_text="the open day on which it is booked")),
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
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="comp_entries", to="players.player"
                    ),
                ),
                (
                    "reverses",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reversed_by",
                        to="players.compentry",
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rooms.room"),
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
                    "rules",
                    models.ForeignKey(
                        help_text="under which it was made",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="players.comprules",
                    ),
                ),
            ],
            options={
                "ordering": ["room", "player", "number"],
            },
        ),
        migrations.CreateModel(
            name="CompDay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("for_day", models.DateField()),
                ("players", models.PositiveIntegerField()),
                ("settled_at", models.DateTimeField()),
                (
                    "room",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rooms.room"),
                ),
                (
                    "rules",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="players.comprules"
                    ),
                ),
            ],
            options={
                "ordering": ["room", "for_day", "pk"],
            },
        ),
        migrations.CreateModel(
            name="HoursCorrection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("for_day", models.DateField(help_text="the locked gaming day that it is about")),
                ("began_at", models.DateTimeField()),
                ("until", models.DateTimeField()),
                (
                    "adds",
                    models.BooleanField(
                        help_text="whether it was played and is not in the books; else the other way round"
                    ),
                ),
                ("reason", models.CharField(max_length=400)),
                ("at", models.DateTimeField()),
                ("gaming_day", models.DateField(help_text="the day on which it was entered")),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "plaque",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.plaqueversion"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="players.player"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rooms.room"),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="StatementLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "nonce",
                    models.CharField(help_text="chance; the address is this, signed", max_length=40, unique=True),
                ),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "ended_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="players.player"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rooms.room"),
                ),
            ],
            options={
                "ordering": ["-made_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="CompRate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(help_text="of the version in its room, from 1")),
                (
                    "from_day",
                    models.DateField(
                        help_text="the first gaming day for which it holds, after the day on which it is made"
                    ),
                ),
                ("source", models.CharField(help_text="the rule or the book that it follows", max_length=400)),
                ("reason", models.CharField(max_length=400)),
                ("made_at", models.DateTimeField()),
                ("made_on", models.DateField(help_text="the gaming day on which it was made")),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "hours",
                    models.JSONField(
                        help_text="points an hour by hours of the week: [days, from, until, points]; the last counts"
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "plaque",
                    models.ForeignKey(
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
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["room", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("room", "number"), name="comp_rate_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("reason", ""), _negated=True), models.Q(("source", ""), _negated=True)
                        ),
                        name="comp_rate_has_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("second", models.F("made_by")), _negated=True), name="comp_rate_by_two"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("from_day__gt", models.F("made_on"))), name="comp_rate_ahead"
                    ),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="comprules",
            constraint=models.UniqueConstraint(fields=("room", "number"), name="comp_rules_once"),
        ),
        migrations.AddConstraint(
            model_name="comprules",
            constraint=models.CheckConstraint(
                condition=models.Q(models.Q(("reason", ""), _negated=True), models.Q(("source", ""), _negated=True)),
                name="comp_rules_have_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="comprules",
            constraint=models.CheckConstraint(
                condition=models.Q(("second", models.F("made_by")), _negated=True), name="comp_rules_by_two"
            ),
        ),
        migrations.AddConstraint(
            model_name="comprules",
            constraint=models.CheckConstraint(
                condition=models.Q(("from_day__gt", models.F("made_on"))), name="comp_rules_ahead"
            ),
        ),
        migrations.AddConstraint(
            model_name="comprules",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("alone_points__lte", models.F("cashier_day_points")),
                    ("earning_days__gte", 1),
                    ("point_value__gte", 1),
                ),
                name="comp_rules_in_bounds",
            ),
        ),
        migrations.AddIndex(
            model_name="compentry",
            index=models.Index(fields=["room", "gaming_day"], name="comp_entry_day"),
        ),
        migrations.AddIndex(
            model_name="compentry",
            index=models.Index(fields=["room", "for_day"], name="comp_entry_for_day"),
        ),
        migrations.AddConstraint(
            model_name="compentry",
            constraint=models.UniqueConstraint(fields=("room", "player", "number"), name="comp_entry_once"),
        ),
        migrations.AddConstraint(
            model_name="compentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "earned")),
                fields=("room", "player", "for_day"),
                name="comp_earned_once_a_day",
            ),
        ),
        migrations.AddConstraint(
            model_name="compentry",
            constraint=models.CheckConstraint(
                condition=models.Q(("balance__gte", 0)), name="comp_balance_not_negative"
            ),
        ),
        migrations.AddConstraint(
            model_name="compentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "earned"), ("points__gte", 0)),
                    ("kind", "difference"),
                    models.Q(("kind", "reversed"), ("points__gt", 0)),
                    models.Q(("kind__in", ["redeemed", "expired"]), ("points__lt", 0)),
                    _connector="OR",
                ),
                name="comp_points_have_their_sign",
            ),
        ),
        migrations.AddConstraint(
            model_name="compentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("for_day__isnull", False), ("kind__in", ["earned", "difference"])),
                    models.Q(
                        models.Q(("kind__in", ["earned", "difference"]), _negated=True),
                        ("for_day", None),
                        ("seconds", 0),
                    ),
                    _connector="OR",
                ),
                name="comp_earned_for_a_day",
            ),
        ),
        migrations.AddConstraint(
            model_name="compentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "reversed"), ("reverses__isnull", False)),
                    models.Q(models.Q(("kind", "reversed"), _negated=True), ("reverses", None)),
                    _connector="OR",
                ),
                name="comp_reversal_names_its_entry",
            ),
        ),
        migrations.AddConstraint(
            model_name="compday",
            constraint=models.UniqueConstraint(fields=("room", "for_day"), name="comp_day_once"),
        ),
        migrations.AddConstraint(
            model_name="hourscorrection",
            constraint=models.CheckConstraint(
                condition=models.Q(("until__gt", models.F("began_at"))), name="hours_correction_lasts"
            ),
        ),
        migrations.AddConstraint(
            model_name="hourscorrection",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("second", models.F("by")), _negated=True), models.Q(("reason", ""), _negated=True)
                ),
                name="hours_correction_by_two",
            ),
        ),
        migrations.AddConstraint(
            model_name="hourscorrection",
            constraint=models.CheckConstraint(
                condition=models.Q(("gaming_day__gt", models.F("for_day"))), name="hours_correction_of_the_past"
            ),
        ),
        migrations.AddConstraint(
            model_name="statementlink",
            constraint=models.CheckConstraint(
                condition=models.Q(("expires_at__gt", models.F("made_at"))), name="statement_link_lasts"
            ),
        ),
        migrations.AddConstraint(
            model_name="statementlink",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at", None), ("ended_by", None)),
                    models.Q(("ended_at__isnull", False), ("ended_by__isnull", False)),
                    _connector="OR",
                ),
                name="statement_link_ended_by_somebody",
            ),
        ),
        *kept_for_ever(
            "players_comprules", "players_comprate", "players_hourscorrection", "players_compentry", "players_compday"
        ),
        locked_with_its_day("players_hourscorrection"),
        locked_with_its_day("players_compentry"),
        *from_file(__file__, "comps"),
    ]
