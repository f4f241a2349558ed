"""A seed that was won lies in its pool no longer, and the house puts another one in."""

from django.db import migrations

from config.audit.database import from_file


class Migration(migrations.Migration):
    dependencies = [("cage", "0046_slips_two_words")]

    operations = [*from_file(__file__, "seed_left")]
