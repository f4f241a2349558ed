"""One person works one drawer at a time."""

from django.db import migrations

from config.audit.database import from_file


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0027_box_counts_given_up"),
    ]

    operations = [
        *from_file(__file__, "one_drawer_each"),
    ]
