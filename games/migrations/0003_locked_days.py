"""Hands of a locked gaming day: none is added any more, and a later version names the day that it belongs to."""

from django.db import migrations, models

from config.audit.database import chained
from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_guards"),
        ("days", "0002_guards"),
    ]

    operations = [
        migrations.AddField(
            model_name="hand",
            name="belongs_to_day",
            field=models.DateField(
                help_text="the locked gaming day whose hand this version corrects or voids; null for all others",
                null=True,
            ),
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("belongs_to_day", None),
                    models.Q(("belongs_to_day__lt", models.F("gaming_day")), ("supersedes__isnull", False)),
                    _connector="OR",
                ),
                name="hand_belongs_to_a_day_before",
            ),
        ),
        chained("games_hand"),
        locked_with_its_day("games_hand"),
    ]
