"""Players are kept apart by a room, at its own tables: separations that stand tell which, as the trail does."""

import django.db.models.deletion
from django.db import migrations, models

from config.audit.database import from_file


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0001_initial"),
        ("players", "0024_seeds"),
        ("rooms", "0019_pools_signed"),
    ]

    operations = [
        migrations.AddField(
            model_name="separation",
            name="room",
            field=models.ForeignKey(
                help_text="the room that decided it",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="rooms.room",
            ),
        ),
        migrations.RemoveConstraint(
            model_name="separation",
            name="separation_once_at_a_time",
        ),
        migrations.AddConstraint(
            model_name="separation",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at", None)),
                fields=("room", "first", "second"),
                name="separation_once_at_a_time",
                nulls_distinct=False,
            ),
        ),
        *from_file(__file__, "rooms_apart"),
    ]
