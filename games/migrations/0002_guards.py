"""Hands are only ever added, each in the chain."""

from django.db import migrations

from config.audit.database import kept_for_ever


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial"), ("audit", "0002_guards")]

    operations = [
        *kept_for_ever("games_hand", "games_handseat"),
    ]
