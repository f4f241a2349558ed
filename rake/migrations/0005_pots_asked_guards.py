"""Draws, answers and rates are only ever added, each in the chain; a locked day takes no draw and no answer."""

from django.db import migrations

from config.audit.database import kept_for_ever
from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [("rake", "0004_pots_asked"), ("audit", "0002_guards"), ("days", "0002_guards")]

    operations = [
        *kept_for_ever("rake_samplingrate", "rake_samplingday", "rake_potanswer"),
        locked_with_its_day("rake_samplingday"),
        locked_with_its_day("rake_potanswer"),
    ]
