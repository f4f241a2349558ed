"""The dealer of a hand looked up: the newest down of a session that had begun, without reading the others."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("tables", "0006_sections_and_causes")]

    operations = [
        AddIndexConcurrently(
            model_name="down",
            index=models.Index(fields=["session", "-started_at", "-id"], name="down_newest"),
        ),
    ]
