"""A room sets from which cash of a patron's gaming day on somebody decides about a currency report."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0019_pools_signed"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="report_from",
            field=models.PositiveBigIntegerField(
                db_default=10_000_01,
                default=10_000_01,
                help_text="minor units; whose cash of a gaming day, in or out, comes to that is a candidate for a "
                "currency report, and somebody decides; 0: the house reports none (31 CFR 1021.311: more than 10,000)",
            ),
        ),
    ]
