"""Tokes are taken back by an act that says who answers for it."""

from django.db import migrations

from config.audit.database import from_file


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0011_banks_and_tokes"),
    ]

    operations = from_file(__file__, "slip_voids", "group_faults")
