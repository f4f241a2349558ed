"""Slips are only ever added, each in the chain; the ledger's rows about drawers are held to what the cage knows."""

from django.db import migrations

from config.audit.database import from_file, kept_for_ever


class Migration(migrations.Migration):
    dependencies = [("cage", "0001_initial"), ("audit", "0002_guards"), ("players", "0003_owners_and_acts")]

    operations = [
        *kept_for_ever("cage_buyin", "cage_cashout"),
        *from_file(__file__, "drawers", "closed_drawers", "slips", "barred"),
    ]
