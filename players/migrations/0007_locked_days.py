"""A locked gaming day takes no transfer, no act, no payment of a debt and no time charge."""

from django.db import migrations

from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0006_slip_voids"),
        ("days", "0002_guards"),
    ]

    operations = [
        locked_with_its_day("players_transfer"),
        locked_with_its_day("players_moneyact"),
        locked_with_its_day("players_debtentry", through=("players_debt", "debt_id")),
        locked_with_its_day("players_timecharge", through=("tables_tablesession", "session_id")),
    ]
