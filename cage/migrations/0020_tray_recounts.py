"""A tray that is opened with a difference is counted again before the difference is booked."""

from django.db import migrations, models

from config.audit.database import chained, from_file


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0019_toke_voids"),
    ]

    operations = [
        migrations.AddField(
            model_name="traycount",
            name="is_first",
            field=models.BooleanField(
                default=False, help_text="it differed at the opening: nothing is booked, the tray is counted again"
            ),
        ),
        migrations.AddConstraint(
            model_name="traycount",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("is_first", False),
                    models.Q(("part", "opening"), models.Q(("chips_amount", models.F("booked")), _negated=True)),
                    _connector="OR",
                ),
                name="tray_count_first_differs",
            ),
        ),
        chained("cage_traycount"),
        *from_file(__file__, "tray_recounts"),
    ]
