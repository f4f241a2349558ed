"""A locked gaming day takes no table session and no dealer's shift; a table that was opened on it plays on (R42)."""

from django.db import migrations

from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0002_guards"),
        ("days", "0002_guards"),
    ]

    operations = [
        locked_with_its_day(
            "tables_tablesession", stays=("room_id", "table_id", "source", "opened_at", "opened_by_id")
        ),
        locked_with_its_day("tables_dealershift"),
    ]
