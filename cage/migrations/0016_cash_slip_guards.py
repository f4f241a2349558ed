"""Slips of other money are kept for ever, stand beside what the ledger moved, and lie in a day that isn't locked."""

from django.db import migrations

from config.audit.database import chained, from_file, kept_for_ever
from config.days.database import locked_with_its_day

KEPT = ("cage_cashslip", "cage_heldcashout", "cage_holdend")


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0015_cash_slips"),
        ("players", "0010_described"),
        ("rooms", "0008_window_limits"),
        ("audit", "0002_guards"),
        ("days", "0002_guards"),
    ]

    operations = [
        *kept_for_ever(*KEPT),
        *(locked_with_its_day(table) for table in KEPT),
        chained("cage_slipvoid"),
        chained("cage_cashout"),
        *from_file(__file__, "cash_slips"),
    ]
