"""The routes of the ledger are found at once: the hands of a file make transfers by the thousand."""

from django.db import migrations

from config.audit.database import from_file


class Migration(migrations.Migration):
    dependencies = [("players", "0014_found_by_amount")]

    operations = from_file(__file__, "routes_at_once")
