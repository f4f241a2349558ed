"""The day on which weeks start in figures."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0014_told_events"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="week_starts",
            field=models.PositiveSmallIntegerField(
                choices=[
                    (0, "Monday"),
                    (1, "Tuesday"),
                    (2, "Wednesday"),
                    (3, "Thursday"),
                    (4, "Friday"),
                    (5, "Saturday"),
                    (6, "Sunday"),
                ],
                db_default=0,
                default=0,
                help_text="the day on which weeks start in figures (house; ISO 8601: Monday)",
            ),
        ),
    ]
