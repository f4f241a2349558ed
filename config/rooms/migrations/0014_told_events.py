"""The kinds of events that a webhook of the room asks for, so that an event nobody asks for costs no statement."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0013_late_chips"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="told_events",
            field=models.JSONField(
                db_default=models.Value([], models.JSONField()),
                default=list,
                editable=False,
                help_text="codes of the kinds of events that a webhook of the room asks for; kept by config.hooks",
            ),
        ),
    ]
