"""House rules and plaques are links of the one chain."""

from django.db import migrations

from config.audit.database import chained


class Migration(migrations.Migration):
    dependencies = [("tables", "0007_ties"), ("audit", "0003_chain")]

    operations = [
        chained("tables_houserulesversion"),
        chained("tables_plaqueversion"),
    ]
