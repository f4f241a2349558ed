"""Transfers by their amount, and names by when they left a list, without reading the others."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("players", "0013_comps")]

    operations = [
        AddIndexConcurrently(
            model_name="transfer",
            index=models.Index(fields=["room", "amount"], name="transfer_amount"),
        ),
        AddIndexConcurrently(
            model_name="listentry",
            index=models.Index(fields=["waiting_list", "ended_at"], name="list_ended"),
        ),
    ]
