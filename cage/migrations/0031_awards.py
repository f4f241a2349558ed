"""Awards out of promotional pools, their shares, shares that were taken back, and the slips that pay them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0030_linked_days"),
        ("players", "0019_awards"),
        ("rooms", "0017_variance_deadlines"),
        ("tables", "0009_chips_wait"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="AwardShare",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(help_text="as they were named, from 1")),
                ("parts", models.PositiveIntegerField()),
                ("amount", models.BigIntegerField(help_text="minor units")),
            ],
            options={
                "ordering": ["award", "number"],
            },
        ),
        migrations.CreateModel(
            name="AwardVoid",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("primary", models.BigIntegerField(help_text="minor units, back in the pool")),
                ("reserve", models.BigIntegerField(help_text="minor units, back in its reserve")),
                ("reason", models.CharField(max_length=400)),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80)),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="PoolAward",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("bad_beat", "bad beat"),
                            ("high_hand", "high hand"),
                            ("drawing", "drawing or other promotion by its posted terms"),
                            ("disposition", "disposition of a pool that ended"),
                        ],
                        max_length=12,
                    ),
                ),
                ("what", models.CharField(help_text="what was won, in words", max_length=200)),
                ("hand_id", models.BigIntegerField(help_text="the hand that won it (games.Hand)", null=True)),
                ("primary", models.BigIntegerField(help_text="minor units")),
                ("reserve", models.BigIntegerField(help_text="minor units, where the pool itself held less")),
                ("remainder", models.BigIntegerField(help_text="minor units, in the share of the first named")),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="cashslip",
            name="cash_slip_patron_by_kind",
        ),
        migrations.AlterField(
            model_name="cashslip",
            name="kind",
            field=models.CharField(
                choices=[
                    ("presented", "chips presented, origin not on the books"),
                    ("tournament_entry", "tournament entry"),
                    ("tournament_paid", "tournament prize paid"),
                    ("promo_payout", "promotion paid"),
                    ("comp_paid", "comp paid"),
                    ("award_paid", "award paid"),
                    ("paid_out", "paid out"),
                    ("paid_in", "paid in"),
                ],
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="awardshare",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="award_shares", to="players.player"
            ),
        ),
        migrations.AddField(
            model_name="cashslip",
            name="award_share",
            field=models.ForeignKey(
                help_text="of an award out of a pool, that it paid",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="slips",
                to="cage.awardshare",
            ),
        ),
        migrations.AddConstraint(
            model_name="cashslip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        (
                            "kind__in",
                            [
                                "presented",
                                "tournament_entry",
                                "tournament_paid",
                                "promo_payout",
                                "comp_paid",
                                "award_paid",
                            ],
                        ),
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
                    models.Q(("award_share__isnull", False), ("kind", "award_paid")),
                    models.Q(models.Q(("kind", "award_paid"), _negated=True), ("award_share", None)),
                    _connector="OR",
                ),
                name="cash_slip_award_has_share",
            ),
        ),
        migrations.AddField(
            model_name="awardvoid",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="awardvoid",
            name="room",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="award_voids", to="rooms.room"
            ),
        ),
        migrations.AddField(
            model_name="awardvoid",
            name="second",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="awardvoid",
            name="share",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="void", to="cage.awardshare"
            ),
        ),
        migrations.AddField(
            model_name="poolaward",
            name="approved_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="poolaward",
            name="declared_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="poolaward",
            name="pool",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="awards", to="cage.promopool"
            ),
        ),
        migrations.AddField(
            model_name="poolaward",
            name="room",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="pool_awards", to="rooms.room"
            ),
        ),
        migrations.AddField(
            model_name="poolaward",
            name="table",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="pool_awards", to="tables.table"
            ),
        ),
        migrations.AddField(
            model_name="awardshare",
            name="award",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="shares", to="cage.poolaward"
            ),
        ),
        migrations.AddIndex(
            model_name="awardvoid",
            index=models.Index(fields=["room", "gaming_day"], name="award_void_day"),
        ),
        migrations.AddIndex(
            model_name="awardvoid",
            index=models.Index(fields=["request_key"], name="award_void_request"),
        ),
        migrations.AddConstraint(
            model_name="awardvoid",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="award_void_has_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="awardvoid",
            constraint=models.CheckConstraint(
                condition=models.Q(("by", models.F("second")), _negated=True), name="award_void_by_two_people"
            ),
        ),
        migrations.AddConstraint(
            model_name="awardvoid",
            constraint=models.CheckConstraint(
                condition=models.Q(("primary__gte", 0), ("reserve__gte", 0)), name="award_void_positive"
            ),
        ),
        migrations.AddIndex(
            model_name="poolaward",
            index=models.Index(fields=["room", "gaming_day"], name="pool_award_day"),
        ),
        migrations.AddConstraint(
            model_name="poolaward",
            constraint=models.CheckConstraint(
                condition=models.Q(("what", ""), _negated=True), name="pool_award_says_what"
            ),
        ),
        migrations.AddConstraint(
            model_name="poolaward",
            constraint=models.CheckConstraint(
                condition=models.Q(("declared_by", models.F("approved_by")), _negated=True),
                name="pool_award_by_two_people",
            ),
        ),
        migrations.AddConstraint(
            model_name="poolaward",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("primary__gte", 0),
                    ("remainder__gte", 0),
                    ("reserve__gte", 0),
                    models.Q(("primary", 0), ("reserve", 0), _negated=True),
                ),
                name="pool_award_positive",
            ),
        ),
        migrations.AddConstraint(
            model_name="awardshare",
            constraint=models.UniqueConstraint(fields=("award", "player"), name="award_share_once"),
        ),
        migrations.AddConstraint(
            model_name="awardshare",
            constraint=models.UniqueConstraint(fields=("award", "number"), name="award_share_number_once"),
        ),
        migrations.AddConstraint(
            model_name="awardshare",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gt", 0), ("number__gt", 0), ("parts__gt", 0)), name="award_share_positive"
            ),
        ),
    ]
