"""Payments that would cross the limit of identity are held, as cash-outs are; terms of pools name the games that win
them; and every slip of the cage is put on paper."""

import django.db.models.deletion
from django.db import migrations, models

from config.audit.database import chained

Q = models.Q
_HELD = [
    ("chip_redemption", "chips redeemed"),
    ("tournament_paid", "tournament prize paid"),
    ("promo_payout", "promotion paid"),
    ("comp_paid", "comp paid"),
    ("award_paid", "award paid"),
    ("withdrawal", "taken out of a player's bank"),
]


def _allowed_by(model: str, related_name: str) -> migrations.AddField:
    return migrations.AddField(
        model_name=model,
        name="allowed_by",
        field=models.OneToOneField(
            help_text="the supervisor's decision by which it was paid to somebody without an identity on record",
            null=True,
            on_delete=django.db.models.deletion.PROTECT,
            related_name=related_name,
            to="cage.holdend",
        ),
    )


class Migration(migrations.Migration):
    dependencies = [("cage", "0040_felts_investigated")]

    operations = [
        migrations.AddField(
            model_name="heldcashout",
            name="kind",
            field=models.CharField(
                choices=_HELD,
                db_default="chip_redemption",
                default="chip_redemption",
                help_text="what would have been paid",
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="heldcashout",
            name="award_share",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="holds",
                to="cage.awardshare",
            ),
        ),
        migrations.AddField(
            model_name="heldcashout",
            name="bank",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="holds",
                to="cage.playerbank",
            ),
        ),
        migrations.AddConstraint(
            model_name="heldcashout",
            constraint=models.CheckConstraint(
                condition=Q(("award_share__isnull", False), ("kind", "award_paid"))
                | (~Q(kind="award_paid") & Q(award_share=None)),
                name="held_award_has_share",
            ),
        ),
        migrations.AddConstraint(
            model_name="heldcashout",
            constraint=models.CheckConstraint(
                condition=Q(("bank__isnull", False), ("kind", "withdrawal")) | (~Q(kind="withdrawal") & Q(bank=None)),
                name="held_withdrawal_has_bank",
            ),
        ),
        _allowed_by("cashslip", "used_by_slip"),
        _allowed_by("bankslip", "used_by_bank"),
        migrations.AddField(
            model_name="poolversion",
            name="won_in",
            field=models.JSONField(
                db_default=models.Value([], models.JSONField()),
                default=list,
                help_text="codes of the games that may win it; none: any, as terms of before said it in words alone",
            ),
        ),
        migrations.RemoveConstraint(model_name="paperprint", name="print_of_one_paper"),
        migrations.AddField(
            model_name="paperprint",
            name="paper",
            field=models.CharField(
                db_default="",
                default="",
                help_text="another slip: its kind and its number, as in transit-12",
                max_length=40,
            ),
        ),
        migrations.AddConstraint(
            model_name="paperprint",
            constraint=models.CheckConstraint(
                condition=Q(("chip_slip__isnull", False), ("paper", ""), ("receipt", None))
                | Q(("chip_slip", None), ("paper", ""), ("receipt__isnull", False))
                | (Q(("chip_slip", None), ("receipt", None)) & ~Q(paper="")),
                name="print_of_one_paper",
            ),
        ),
        migrations.AddConstraint(
            model_name="paperprint",
            constraint=models.UniqueConstraint(
                condition=~Q(paper=""), fields=("room", "paper", "number"), name="print_of_other_slip_once"
            ),
        ),
        chained("cage_paperprint"),
        chained("cage_poolversion"),
        chained("cage_heldcashout"),
        chained("cage_cashslip"),
        chained("cage_bankslip"),
    ]
