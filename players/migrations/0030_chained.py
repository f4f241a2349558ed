"""Transfers, receipts, debts, acts, warnings and decisions on identity are links of the one chain."""

from django.db import migrations

from config.audit.database import chained


class Migration(migrations.Migration):
    dependencies = [("players", "0029_worlds"), ("audit", "0003_chain")]

    operations = [
        chained("players_buyin"),
        chained("players_cashout"),
        chained("players_conductwarning"),
        chained("players_debt"),
        chained("players_debtentry"),
        chained("players_identitydecision"),
        chained("players_moneyact"),
        chained("players_transfer"),
    ]
