"""The audit trail is only ever added to: the database refuses the rest."""

from django.db import migrations

from config.audit.database import APPEND_ONLY_FUNCTION, append_only


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]

    operations = [
        migrations.RunSQL(APPEND_ONLY_FUNCTION, "drop function refuse_change()"),
        append_only("audit_auditevent"),
    ]
