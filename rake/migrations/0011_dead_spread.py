"""The dead spread with nobody down to deal: one of its causes, where the other is that no players were there."""

from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Least


class Migration(migrations.Migration):
    dependencies = [("rake", "0010_schedule_lab")]

    operations = [
        migrations.AddField(
            "playhour",
            "dead_undealt_seconds",
            models.PositiveIntegerField(
                db_default=0, default=0, help_text="of these, with fewer than two players present as well"
            ),
        ),
        migrations.RemoveConstraint("playhour", "play_hour_adds_up"),
        migrations.AddConstraint(
            "playhour",
            models.CheckConstraint(
                condition=Q(
                    open_seconds=F("game_seconds") + F("dead_seconds"),
                    undealt_seconds__lte=F("open_seconds"),
                    dead_undealt_seconds__lte=Least(F("dead_seconds"), F("undealt_seconds")),
                    seat_seconds__gte=F("taken_seconds"),
                    taken_seconds__gte=F("played_seconds"),
                ),
                name="play_hour_adds_up",
            ),
        ),
    ]
