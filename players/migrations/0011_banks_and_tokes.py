"""Deposits and withdrawals are taken back by an act; tokes of a pool are counted and paid by groups of their own."""

from django.db import migrations

from config.audit.database import from_file


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0010_described"),
    ]

    operations = from_file(__file__, "slip_voids", "group_faults")
