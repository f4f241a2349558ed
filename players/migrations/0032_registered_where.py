"""Where the people of before were registered, as the trail says. Whom it does not name is known by what they did."""

from django.db import migrations

REGISTERED = """
update players_player player set registered_in_id = told.room_id
from audit_auditevent told
where told.subject_kind = 'player' and told.subject_id = player.id::text and told.room_id is not null
    and told.verb in ('player.registered', 'player.guest_made')
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0031_known_in_rooms"), ("audit", "0003_chain")]

    operations = [migrations.RunSQL(REGISTERED, migrations.RunSQL.noop)]
