"""Until when a variance is settled, from which amount the regulator is told of it, and until when."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0016_late_time"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="variance_days",
            field=models.PositiveSmallIntegerField(
                db_default=3,
                default=3,
                help_text="days in which a variance beyond the notice is explained or accepted (house; LA 42:III.2729"
                " asks for an investigation and names no days)",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="regulator_note_from",
            field=models.PositiveBigIntegerField(
                db_default=20000,
                default=20000,
                help_text="minor units; the regulator is told of a variance of so much or more; 0: of none"
                " (WAC 230-15-495(5)(g): 200.00)",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="regulator_note_hours",
            field=models.PositiveSmallIntegerField(
                db_default=24,
                default=24,
                help_text="hours in which the regulator is told of such a variance (WAC 230-15-495(5)(g): 24)",
            ),
        ),
    ]
