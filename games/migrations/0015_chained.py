"""Hands, their seats, and everything of a case are links of the one chain."""

from django.db import migrations

from config.audit.database import chained


class Migration(migrations.Migration):
    dependencies = [("games", "0014_worlds"), ("audit", "0003_chain")]

    operations = [
        chained("games_appeal"),
        chained("games_directive"),
        chained("games_directivewithdrawal"),
        chained("games_dispute"),
        chained("games_disputeparty"),
        chained("games_hand"),
        chained("games_handseat"),
        chained("games_holding"),
        chained("games_remedy"),
        chained("games_ruling"),
        chained("games_rulingnetted"),
    ]
