"""A credit that was sent off a tray may be taken back."""

from django.db import migrations

from config.audit.database import from_file


class Migration(migrations.Migration):
    dependencies = [("cage", "0023_given_up_guards")]

    operations = [*from_file(__file__, "slips_taken_back")]
