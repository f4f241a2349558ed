"""Guards of awards: rows that stay, days that are locked, and money that moves with its rows alone."""

from django.db import migrations

from config.audit.database import chained, from_file, kept_for_ever
from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_guards"),
        ("cage", "0031_awards"),
        ("days", "0002_guards"),
        ("players", "0019_awards"),
    ]

    operations = [
        *kept_for_ever("cage_poolaward", "cage_awardshare", "cage_awardvoid"),
        chained("cage_cashslip"),
        locked_with_its_day("cage_poolaward"),
        locked_with_its_day("cage_awardvoid"),
        *from_file(__file__, "awards"),
    ]
