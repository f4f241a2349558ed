"""Chips that a correction puts to a box that was pulled before go on to over-and-short."""

from django.db import migrations

from config.audit.database import from_file


class Migration(migrations.Migration):
    dependencies = [("players", "0022_felts_counted")]

    operations = from_file(__file__, "boxes_give_on")
