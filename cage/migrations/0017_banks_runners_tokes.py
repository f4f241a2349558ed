"""Players' banks, drawers of chip runners, and tokes, with the slips of each."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0016_cash_slip_guards"),
        ("players", "0011_banks_and_tokes"),
        ("rooms", "0009_banks_runners_tokes"),
        ("tables", "0003_locked_days"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="drawer",
            name="kind",
            field=models.CharField(
                choices=[("window", "window"), ("runner", "chip runner’s bank")],
                db_default="window",
                default="window",
                max_length=8,
            ),
        ),
        migrations.CreateModel(
            name="PlayerBank",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("form_number", models.CharField(help_text="of the form that the player signed", max_length=40)),
                ("pin_hash", models.CharField(max_length=200)),
                ("pin_set_at", models.DateTimeField()),
                ("opened_at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="banks", to="players.player"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="player_banks", to="rooms.room"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="BankSlip",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("deposit", "deposit"), ("withdrawal", "withdrawal")],
                        help_text="of a void: that of the slip it takes back",
                        max_length=10,
                    ),
                ),
                ("amount", models.BigIntegerField(help_text="minor units")),
                ("reason", models.CharField(blank=True, help_text="of a void", max_length=400)),
                (
                    "receipt",
                    models.BigIntegerField(help_text="its receipt's number, in the one row of numbers of the room"),
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
                    "drawer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="bank_slips", to="cage.drawer"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="bank_slips", to="players.player"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="bank_slips", to="rooms.room"
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        help_text="who confirmed a void",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "voids",
                    models.OneToOneField(
                        help_text="the slip it voids",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="void",
                        to="cage.bankslip",
                    ),
                ),
                (
                    "bank",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="slips", to="cage.playerbank"
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="BankGuesses",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("failures", models.PositiveIntegerField(default=0)),
                ("last_at", models.DateTimeField()),
                (
                    "guesser",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "bank",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="guesses", to="cage.playerbank"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="buyin",
            name="from_bank",
            field=models.ForeignKey(
                help_text="that paid for it; null: cash did",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="buy_ins",
                to="cage.playerbank",
            ),
        ),
        migrations.AddField(
            model_name="cashout",
            name="into_bank",
            field=models.ForeignKey(
                help_text="that took it; null: paid in cash",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="cash_outs",
                to="cage.playerbank",
            ),
        ),
        migrations.CreateModel(
            name="TokeShare",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("minutes", models.PositiveIntegerField(help_text="dealt on that gaming day")),
                ("amount", models.BigIntegerField(help_text="minor units; 0 where the minutes come to nothing")),
                (
                    "dealer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="toke_shares", to="tables.dealer"
                    ),
                ),
            ],
            options={
                "ordering": ["split", "dealer"],
            },
        ),
        migrations.CreateModel(
            name="TokeSlip",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("own", "own tokes exchanged"),
                            ("counted", "tokes counted"),
                            ("paid", "share of tokes paid"),
                        ],
                        max_length=8,
                    ),
                ),
                ("of_day", models.DateField(help_text="the gaming day whose tokes they are")),
                (
                    "chips",
                    models.JSONField(
                        default=dict, help_text="pieces by value in minor units, as two people counted them"
                    ),
                ),
                ("amount", models.BigIntegerField(help_text="minor units")),
                (
                    "receipt",
                    models.BigIntegerField(help_text="its receipt's number, in the one row of numbers of the room"),
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
                    "dealer",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="toke_slips",
                        to="tables.dealer",
                    ),
                ),
                (
                    "drawer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="toke_slips", to="cage.drawer"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="toke_slips", to="rooms.room"
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        help_text="who counted them too",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "share",
                    models.OneToOneField(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="paid", to="cage.tokeshare"
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="TokeSplit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("gaming_day", models.DateField(help_text="whose tokes they are")),
                ("amount", models.BigIntegerField(help_text="minor units")),
                (
                    "is_carried",
                    models.BooleanField(default=False, help_text="nobody dealt: it waits for the next gaming day"),
                ),
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="toke_splits", to="rooms.room"
                    ),
                ),
            ],
            options={
                "ordering": ["-gaming_day", "-pk"],
            },
        ),
        migrations.AddField(
            model_name="tokeshare",
            name="split",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="shares", to="cage.tokesplit"
            ),
        ),
        migrations.AddConstraint(
            model_name="playerbank",
            constraint=models.UniqueConstraint(fields=("room", "player"), name="player_bank_once"),
        ),
        migrations.AddConstraint(
            model_name="playerbank",
            constraint=models.CheckConstraint(
                condition=models.Q(("form_number", ""), _negated=True), name="player_bank_signed"
            ),
        ),
        migrations.AddIndex(
            model_name="bankslip",
            index=models.Index(fields=["room", "gaming_day"], name="bank_slip_day"),
        ),
        migrations.AddIndex(
            model_name="bankslip",
            index=models.Index(fields=["bank", "at"], name="bank_slip_of_bank"),
        ),
        migrations.AddConstraint(
            model_name="bankslip",
            constraint=models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="bank_slip_amount_positive"),
        ),
        migrations.AddConstraint(
            model_name="bankslip",
            constraint=models.UniqueConstraint(fields=("room", "receipt"), name="bank_slip_receipt_once"),
        ),
        migrations.AddConstraint(
            model_name="bankslip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("reason", ""), ("second", None), ("voids", None)),
                    models.Q(("voids__isnull", False), models.Q(("reason", ""), _negated=True)),
                    _connector="OR",
                ),
                name="bank_slip_void_has_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="bankslip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("second", None), models.Q(("second", models.F("by")), _negated=True), _connector="OR"
                ),
                name="bank_slip_void_by_two_people",
            ),
        ),
        migrations.AddConstraint(
            model_name="bankguesses",
            constraint=models.UniqueConstraint(fields=("bank", "guesser"), name="bank_guesses_counted_once"),
        ),
        migrations.AddIndex(
            model_name="tokeslip",
            index=models.Index(fields=["room", "of_day"], name="toke_slip_day"),
        ),
        migrations.AddConstraint(
            model_name="tokeslip",
            constraint=models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="toke_slip_amount_positive"),
        ),
        migrations.AddConstraint(
            model_name="tokeslip",
            constraint=models.UniqueConstraint(fields=("room", "receipt"), name="toke_slip_receipt_once"),
        ),
        migrations.AddConstraint(
            model_name="tokeslip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("dealer__isnull", False), ("kind", "own"), ("second__isnull", False), ("share", None)),
                    models.Q(("dealer", None), ("kind", "counted"), ("second__isnull", False), ("share", None)),
                    models.Q(("dealer__isnull", False), ("kind", "paid"), ("second", None), ("share__isnull", False)),
                    _connector="OR",
                ),
                name="toke_slip_by_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="tokeslip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("second", None), models.Q(("second", models.F("by")), _negated=True), _connector="OR"
                ),
                name="toke_slip_counted_by_two",
            ),
        ),
        migrations.AddConstraint(
            model_name="tokesplit",
            constraint=models.UniqueConstraint(fields=("room", "gaming_day"), name="toke_split_once"),
        ),
        migrations.AddConstraint(
            model_name="tokesplit",
            constraint=models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="toke_split_amount_positive"),
        ),
        migrations.AddConstraint(
            model_name="tokeshare",
            constraint=models.UniqueConstraint(fields=("split", "dealer"), name="toke_share_once"),
        ),
        migrations.AddConstraint(
            model_name="tokeshare",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gte", 0), ("minutes__gt", 0)), name="toke_share_of_minutes"
            ),
        ),
    ]
