"""Cases and rulings are only ever added, each in the chain; none is about a hand from a file."""

from django.db import migrations

from config.audit.database import from_file, kept_for_ever


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0001_initial"),
        ("audit", "0002_guards"),
        ("games", "0001_initial"),
        ("players", "0001_initial"),
        ("tables", "0001_initial"),
    ]

    operations = [
        *kept_for_ever(
            "disputes_dispute",
            "disputes_disputeparty",
            "disputes_holding",
            "disputes_ruling",
            "disputes_remedy",
            "disputes_rulingnetted",
            "disputes_directive",
            "disputes_directivewithdrawal",
            "disputes_appeal",
        ),
        *from_file(__file__, "worlds"),
    ]
