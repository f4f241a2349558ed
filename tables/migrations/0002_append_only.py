"""Rows that are only ever added."""

from django.db import migrations

from config.audit.database import append_only


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial"), ("audit", "0002_append_only")]

    operations = [
        append_only("tables_houserulesversion"),
        append_only("tables_plaqueversion"),
    ]
