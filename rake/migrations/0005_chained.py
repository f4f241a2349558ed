"""Ratings are links of the one chain."""

from django.db import migrations

from config.audit.database import chained


class Migration(migrations.Migration):
    dependencies = [("rake", "0004_ties"), ("audit", "0003_chain")]

    operations = [
        chained("rake_rating"),
    ]
