"""The limit of chip runners, whether they redeem, when a player's bank is dormant, and whose the tokes are."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0008_window_limits"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="runner_limit",
            field=models.PositiveBigIntegerField(
                db_default=200000,
                default=200000,
                help_text="minor units; the most that a chip runner carries, chips and cash together (house; imprest banks: 25 CFR 543.10(b)(1))",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="runners_redeem",
            field=models.BooleanField(
                db_default=False, default=False, help_text="whether chip runners pay cash for chips too (house)"
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="bank_dormant_days",
            field=models.PositiveSmallIntegerField(
                db_default=365,
                default=365,
                help_text="days without a move after which a player’s bank is listed as dormant (house; unclaimed property)",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="tokes_mode",
            field=models.CharField(
                choices=[("own", "each dealer’s own"), ("pooled_by_hours", "pooled, shared by the minutes dealt")],
                db_default="own",
                default="own",
                help_text="whose the tokes are (COMAR 36.03.10.49: pooled, shared pro rata)",
                max_length=16,
            ),
        ),
    ]
