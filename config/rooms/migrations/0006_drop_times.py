"""The schedule of a room’s drops."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0005_void_alone"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="drop_minutes",
            field=models.PositiveSmallIntegerField(
                db_default=60, default=60, help_text="how long after its time a drop may go on, minutes (house)"
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="drop_times",
            field=models.JSONField(
                db_default=models.Value([], models.JSONField()),
                default=list,
                help_text="local times at which drop boxes are pulled, HH:MM (MS 35-5-07-02-100(1)); none: at any time",
            ),
        ),
    ]
