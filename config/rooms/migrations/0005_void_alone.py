"""The sum up to which one person voids slips of the window alone on a gaming day."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0004_variances"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="void_alone",
            field=models.PositiveBigIntegerField(
                db_default=10000,
                default=10000,
                help_text="what one person voids alone at the window on a gaming day, minor units",
            ),
        ),
    ]
