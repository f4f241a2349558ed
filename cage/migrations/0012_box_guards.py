"""Guards of drop boxes: rows that stay, days that are locked, and chips that move with their rows alone."""

from django.db import migrations

from config.audit.database import from_file, kept_for_ever
from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_guards"),
        ("cage", "0011_boxes"),
        ("days", "0002_guards"),
        ("players", "0009_covers_of_boxes"),
    ]

    operations = [
        *kept_for_ever(
            "cage_boxcount",
            "cage_boxcover",
            "cage_boxhandover",
            "cage_boxlook",
            "cage_boxvariance",
            "cage_poolshare",
            "cage_poolversion",
        ),
        locked_with_its_day("cage_boxpull"),
        locked_with_its_day("cage_boxvariance"),
        locked_with_its_day("cage_boxcover"),
        locked_with_its_day("cage_poolshare"),
        *from_file(__file__, "boxes"),
    ]
