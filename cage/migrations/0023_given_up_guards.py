"""Counts that were given up stay as they were."""

from django.db import migrations

from config.audit.database import kept_for_ever


class Migration(migrations.Migration):
    dependencies = [("audit", "0002_guards"), ("cage", "0022_carried_and_given_up")]

    operations = [*kept_for_ever("cage_givenupcount")]
