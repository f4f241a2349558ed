"""Slips of players' banks and of tokes are only ever added, and no money moves there without one."""

from django.db import migrations

from config.audit.database import chained, from_file, kept_for_ever
from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0017_banks_runners_tokes"),
        ("players", "0011_banks_and_tokes"),
        ("days", "0002_guards"),
        ("audit", "0002_guards"),
    ]

    operations = [
        *kept_for_ever("cage_bankslip", "cage_tokesplit", "cage_tokeshare", "cage_tokeslip"),
        chained("cage_buyin"),
        chained("cage_cashout"),
        *from_file(__file__, "player_banks", "runners", "tokes"),
        locked_with_its_day("cage_bankslip"),
        locked_with_its_day("cage_tokeslip"),
        locked_with_its_day("cage_tokesplit"),
    ]
