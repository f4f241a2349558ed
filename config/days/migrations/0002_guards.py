"""Guards of gaming days in the database: locks are kept for ever, and a locked day takes no row."""

from django.db import migrations

from config.audit.database import from_file, kept_for_ever


class Migration(migrations.Migration):
    dependencies = [("days", "0001_initial"), ("audit", "0002_guards")]

    operations = [
        *kept_for_ever("days_daylock", "days_keptfigures"),
        *from_file(__file__, "locked_days"),
    ]
