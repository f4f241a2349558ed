"""Guards of the audit trail in the database itself: rows are only ever added, in one chain."""

from django.db import migrations

from config.audit.database import append_only, from_file, kept_for_ever


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]

    operations = [
        *from_file(__file__, "append_only", "chain"),
        *(append_only(f"audit_{part}") for part in ("chainform", "chainlink", "chainseal", "anchor")),
        *kept_for_ever("audit_auditevent", "audit_auditrun"),
    ]
