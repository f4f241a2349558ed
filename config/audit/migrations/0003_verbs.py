"""The trail by what was done: the verbs that occur, and the newest events of one, without reading the others."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("audit", "0002_guards")]

    operations = [
        AddIndexConcurrently(
            model_name="auditevent",
            index=models.Index(fields=["room", "verb", "-id"], name="audit_verb"),
        ),
    ]
