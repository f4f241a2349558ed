"""Hands by number, the newest of a room, later versions, and those that belong to a locked day: found without reading the
others."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0005_notes")]

    operations = [
        AddIndexConcurrently(
            model_name="hand",
            index=models.Index(fields=["room", "-recorded_at", "-id"], name="hand_newest"),
        ),
        AddIndexConcurrently(
            model_name="hand",
            index=models.Index(fields=["room", "number"], name="hand_numbered"),
        ),
        AddIndexConcurrently(
            model_name="hand",
            index=models.Index(
                condition=models.Q(("supersedes__isnull", False)), fields=["supersedes"], name="hand_later"
            ),
        ),
        AddIndexConcurrently(
            model_name="hand",
            index=models.Index(
                condition=models.Q(("belongs_to_day__isnull", False)),
                fields=["room", "belongs_to_day"],
                name="hand_of_locked_day",
            ),
        ),
    ]
