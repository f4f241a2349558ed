"""Guards of chips and of people in the database itself, whoever writes (docs/INVARIANTS.md)."""

from django.db import migrations

from config.audit.database import from_file, kept_for_ever


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0001_initial"),
        ("audit", "0002_guards"),
        ("requests", "0001_initial"),
        ("rooms", "0001_initial"),
        ("tables", "0001_initial"),
    ]

    operations = [
        *kept_for_ever(
            "players_transfer",
            "players_debt",
            "players_debtentry",
            "players_moneyact",
            "players_conductwarning",
            "players_identitydecision",
        ),
        *from_file(__file__, "routes", "transfers", "seats", "groups", "worlds", "barred", "people", "exclusions"),
    ]
