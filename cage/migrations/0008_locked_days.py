"""A locked gaming day takes no slip, void or variance of the cage."""

from django.db import migrations

from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0007_slip_voids"),
        ("days", "0002_guards"),
    ]

    operations = [
        locked_with_its_day("cage_buyin"),
        locked_with_its_day("cage_cashout"),
        locked_with_its_day("cage_slipvoid"),
        locked_with_its_day("cage_drawervariance"),
    ]
