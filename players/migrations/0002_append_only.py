"""Rows that are only ever added: the ledger, buy-ins and cash-outs."""

from django.db import migrations

from config.audit.database import append_only


class Migration(migrations.Migration):
    dependencies = [("players", "0001_initial"), ("audit", "0002_append_only")]

    operations = [
        append_only("players_transfer"),
        append_only("players_buyin"),
        append_only("players_cashout"),
    ]
