"""The room that made an exclusion, and the second person who let somebody in again."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# Which room made an exclusion that is there already is in the audit trail alone.
ROOMS = """
update players_ban b set room_id = (
    select e.room_id from audit_auditevent e
    where e.verb = 'player.barred' and e.subject_id = b.player_id::text and e.reason = b.reason
    order by e.at desc limit 1)
"""


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_append_only"),
        ("players", "0019_identity_binds"),
        ("rooms", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="ban",
            name="room",
            field=models.ForeignKey(
                help_text="the room that made it",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="rooms.room",
            ),
        ),
        migrations.AddField(
            model_name="ban",
            name="lifted_second",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.RunSQL(ROOMS, migrations.RunSQL.noop),
    ]
