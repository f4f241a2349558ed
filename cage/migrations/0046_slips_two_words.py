"""Two people tell that something else came back of a slip than was sent."""

from django.db import migrations

from config.audit.database import from_file


class Migration(migrations.Migration):
    dependencies = [("cage", "0045_drawer_fills")]

    operations = [*from_file(__file__, "slips_two_words")]
