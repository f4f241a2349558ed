"""A locked gaming day takes no case and no ruling."""

from django.db import migrations

from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0002_guards"),
        ("days", "0002_guards"),
    ]

    operations = [
        locked_with_its_day("disputes_dispute"),
        locked_with_its_day("disputes_ruling", through=("disputes_dispute", "dispute_id")),
    ]
