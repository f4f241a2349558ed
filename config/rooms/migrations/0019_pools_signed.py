"""A room sets whether a gaming day waits for its pools to be reconciled before it is locked."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0018_vault_counted"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="pools_signed",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="whether a gaming day waits for its pools to be reconciled by somebody independent of the "
                "card room before it is locked (25 CFR 543.10(g)(9))",
            ),
        ),
    ]
