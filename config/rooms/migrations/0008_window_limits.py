"""The limits of the window: cash without an identity on record, the log, and what a cashier pays alone."""

from django.db import migrations, models


def _limit(name: str, usual: int, words: str) -> migrations.AddField:
    field = models.PositiveBigIntegerField(db_default=usual, default=usual, help_text=words)
    return migrations.AddField(model_name="room", name=name, field=field)


class Migration(migrations.Migration):
    dependencies = [("rooms", "0007_slips")]

    operations = [
        _limit(
            "identity_from",
            10_000_00,
            "minor units; more cash than that, in or out, moves on a gaming day for nobody whose identity is not "
            "on record (31 CFR 1021.311: more than 10,000)",
        ),
        _limit(
            "log_from",
            3_000_00,
            "minor units; whose cash of a gaming day, in or out, comes to that is in the log of transactions "
            "(a house parameter, usually 2,500 to 3,000)",
        ),
        _limit(
            "presented_alone",
            500_00,
            "minor units; chips without a known origin that a cashier redeems alone on a gaming day (house)",
        ),
        _limit(
            "payouts_alone",
            500_00,
            "minor units; prizes, promotions, comps and petty cash that a cashier pays alone on a gaming day "
            "(house; 25 CFR 543.10(g)(3) asks for papers from 600)",
        ),
    ]
