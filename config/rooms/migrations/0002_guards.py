"""Guards of rooms in the database itself, whoever writes."""

from django.db import migrations

from config.audit.database import from_file


class Migration(migrations.Migration):
    dependencies = [("rooms", "0001_initial")]

    operations = from_file(__file__, "demo")
