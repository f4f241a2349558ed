"""The part of the chips in use that a room must cover."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0002_guards"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="cover_asked",
            field=models.PositiveSmallIntegerField(
                db_default=100,
                default=100,
                help_text="percent of the chips in use that the house’s money must cover (11 CCR 2053(b): all of it)",
            ),
        ),
    ]
