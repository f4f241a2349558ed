"""Rows that are only ever added."""

from django.db import migrations

from config.audit.database import append_only


class Migration(migrations.Migration):
    dependencies = [("rake", "0001_initial"), ("audit", "0002_append_only")]

    operations = [
        append_only("rake_rating"),
    ]
