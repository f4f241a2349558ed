"""The room sets how often two people count its vault."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0017_variance_deadlines"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="vault_counted",
            field=models.CharField(
                choices=[("day", "once a gaming day"), ("shift", "at the end of each shift")],
                db_default="day",
                default="day",
                help_text="how often two people count the vault (25 CFR 543.10(e): at the end of each shift)",
                max_length=5,
            ),
        ),
    ]
