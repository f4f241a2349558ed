"""Slips of every other kind of money at a window, and cash-outs that are held."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0014_trays"),
        ("players", "0010_described"),
        ("rooms", "0008_window_limits"),
        ("tables", "0003_locked_days"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="CashSlip",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("presented", "chips presented, origin not on the books"),
                            ("tournament_entry", "tournament entry"),
                            ("tournament_paid", "tournament prize paid"),
                            ("promo_payout", "promotion paid"),
                            ("comp_paid", "comp paid"),
                            ("paid_out", "paid out"),
                            ("paid_in", "paid in"),
                        ],
                        max_length=16,
                    ),
                ),
                ("amount", models.BigIntegerField(help_text="minor units")),
                (
                    "origin",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("won", "won at a table"),
                            ("brought_back", "brought back"),
                            ("given", "given by somebody"),
                            ("unsaid", "not said"),
                        ],
                        help_text="of chips presented",
                        max_length=12,
                    ),
                ),
                (
                    "pieces",
                    models.JSONField(
                        help_text="the chips on the counter by value; null where nobody counted", null=True
                    ),
                ),
                (
                    "what",
                    models.CharField(
                        blank=True, help_text="the tournament, the promotion, what was bought", max_length=120
                    ),
                ),
                (
                    "reference",
                    models.CharField(blank=True, help_text="the number of the outside receipt", max_length=60),
                ),
                (
                    "alone_up_to",
                    models.BigIntegerField(
                        help_text="minor units a day; null where no second person is asked", null=True
                    ),
                ),
                (
                    "receipt",
                    models.BigIntegerField(help_text="its receipt's number, in the one row of numbers of the room"),
                ),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="HeldCashOut",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("amount", models.BigIntegerField(help_text="minor units")),
                (
                    "missing",
                    models.CharField(help_text="what is not on record of the patron, in words", max_length=120),
                ),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="HoldEnd",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("identified", "identified"),
                            ("allowed", "paid by a supervisor’s decision"),
                            ("withdrawn", "not paid"),
                        ],
                        max_length=12,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=400)),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=90, unique=True)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="slipvoid",
            name="slip_void_of_one_slip",
        ),
        migrations.AddField(
            model_name="cashslip",
            name="by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="cashslip",
            name="corrects",
            field=models.OneToOneField(
                help_text="the void of the mistake that it puts right",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entered_anew",
                to="cage.slipvoid",
            ),
        ),
        migrations.AddField(
            model_name="cashslip",
            name="drawer",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="cash_slips", to="cage.drawer"
            ),
        ),
        migrations.AddField(
            model_name="cashslip",
            name="player",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="cash_slips", to="players.player"
            ),
        ),
        migrations.AddField(
            model_name="cashslip",
            name="rack_paid",
            field=models.OneToOneField(
                help_text="the rack’s chips, paid with it",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="presented_with",
                to="cage.cashout",
            ),
        ),
        migrations.AddField(
            model_name="cashslip",
            name="room",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="cash_slips", to="rooms.room"
            ),
        ),
        migrations.AddField(
            model_name="cashslip",
            name="second",
            field=models.ForeignKey(
                help_text="who confirmed it, by PIN",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="slipvoid",
            name="cash_slip",
            field=models.OneToOneField(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="void", to="cage.cashslip"
            ),
        ),
        migrations.AddConstraint(
            model_name="slipvoid",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("buy_in__isnull", False), ("cash_out", None), ("cash_slip", None)),
                    models.Q(("buy_in", None), ("cash_out__isnull", False), ("cash_slip", None)),
                    models.Q(("buy_in", None), ("cash_out", None), ("cash_slip__isnull", False)),
                    _connector="OR",
                ),
                name="slip_void_of_one_slip",
            ),
        ),
        migrations.AddField(
            model_name="heldcashout",
            name="by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="heldcashout",
            name="drawer",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="cage.drawer"),
        ),
        migrations.AddField(
            model_name="heldcashout",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="held_cash_outs", to="players.player"
            ),
        ),
        migrations.AddField(
            model_name="heldcashout",
            name="room",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="held_cash_outs", to="rooms.room"
            ),
        ),
        migrations.AddField(
            model_name="heldcashout",
            name="session",
            field=models.ForeignKey(
                help_text="where the alarm stands",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tables.tablesession",
            ),
        ),
        migrations.AddField(
            model_name="holdend",
            name="by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="holdend",
            name="hold",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="end", to="cage.heldcashout"
            ),
        ),
        migrations.AddField(
            model_name="holdend",
            name="paid",
            field=models.OneToOneField(
                help_text="the payment that identity allowed",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="ended_hold",
                to="cage.cashout",
            ),
        ),
        migrations.AddField(
            model_name="holdend",
            name="room",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rooms.room"),
        ),
        migrations.AddField(
            model_name="cashout",
            name="allowed_by",
            field=models.OneToOneField(
                help_text="the supervisor's decision by which it was paid to somebody without an identity on record",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="used_by",
                to="cage.holdend",
            ),
        ),
        migrations.AddIndex(
            model_name="cashslip",
            index=models.Index(fields=["room", "gaming_day", "kind"], name="cash_slip_day"),
        ),
        migrations.AddConstraint(
            model_name="cashslip",
            constraint=models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="cash_slip_amount_positive"),
        ),
        migrations.AddConstraint(
            model_name="cashslip",
            constraint=models.UniqueConstraint(fields=("room", "receipt"), name="cash_slip_receipt_once"),
        ),
        migrations.AddConstraint(
            model_name="cashslip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("kind__in", ["presented", "tournament_entry", "tournament_paid", "promo_payout", "comp_paid"]),
                        ("player__isnull", False),
                    ),
                    models.Q(("kind__in", ["paid_out", "paid_in"]), ("player", None)),
                    _connector="OR",
                ),
                name="cash_slip_patron_by_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="cashslip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "presented"), models.Q(("origin", ""), _negated=True)),
                    models.Q(models.Q(("kind", "presented"), _negated=True), ("origin", "")),
                    _connector="OR",
                ),
                name="cash_slip_origin_of_presented",
            ),
        ),
        migrations.AddConstraint(
            model_name="cashslip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "paid_out"), _negated=True),
                    models.Q(("reference", ""), _negated=True),
                    _connector="OR",
                ),
                name="cash_slip_paid_out_has_receipt",
            ),
        ),
        migrations.AddConstraint(
            model_name="cashslip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("alone_up_to", None),
                    ("second__isnull", False),
                    ("amount__lte", models.F("alone_up_to")),
                    _connector="OR",
                ),
                name="cash_slip_above_limit_has_second",
            ),
        ),
        migrations.AddConstraint(
            model_name="cashslip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("alone_up_to", None), ("kind__in", ["tournament_entry", "paid_in"])),
                    models.Q(
                        models.Q(("kind__in", ["tournament_entry", "paid_in"]), _negated=True),
                        ("alone_up_to__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="cash_slip_limit_by_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="cashslip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("second", None), models.Q(("second", models.F("by")), _negated=True), _connector="OR"
                ),
                name="cash_slip_by_two_people",
            ),
        ),
        migrations.AddIndex(
            model_name="heldcashout",
            index=models.Index(fields=["room", "gaming_day"], name="held_cash_out_day"),
        ),
        migrations.AddConstraint(
            model_name="heldcashout",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gt", 0)), name="held_cash_out_amount_positive"
            ),
        ),
        migrations.AddConstraint(
            model_name="holdend",
            constraint=models.CheckConstraint(
                condition=models.Q(("outcome", "identified"), models.Q(("reason", ""), _negated=True), _connector="OR"),
                name="hold_end_decided_with_reason",
            ),
        ),
    ]
