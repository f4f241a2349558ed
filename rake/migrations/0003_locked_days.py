"""Ratings, lines and stamps of a locked gaming day stay as they are."""

from django.db import migrations

from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("rake", "0002_guards"),
        ("days", "0002_guards"),
    ]

    operations = [
        locked_with_its_day("rake_rating"),
        locked_with_its_day("rake_rakehour"),
        locked_with_its_day("rake_reportday"),
    ]
