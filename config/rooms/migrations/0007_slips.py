"""Whether drawers are filled by slips, and when a slip that is still open is an alarm."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0006_drop_times"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="fills_by_slip",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="drawers are filled by slips that are asked for, authorised, sent and received (LA 42:III.2717)",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="slip_minutes",
            field=models.PositiveSmallIntegerField(
                db_default=15,
                default=15,
                help_text="minutes after which a slip that is still open is an alarm (house; usual at cages: 15)",
            ),
        ),
    ]
