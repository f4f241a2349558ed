"""The normal forms of everybody who is known already; who showed one document twice is one person."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone

from players.likeness import document_key, name_keys

BATCH = 1000


def fill(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Write both forms of every row; a document that an earlier row has links the later one to it."""
    holders: dict[tuple[str, str], int] = {}
    players = apps.get_model("players", "Player").objects.using(editor.connection.alias).order_by("pk")
    kept = []
    for player in players.iterator(BATCH):
        player.name_keys = name_keys([player.display_name, player.legal_name])
        key = document_key(player.document_number)
        holder = holders.setdefault((player.document_kind, key), player.pk) if key else player.pk
        player.document_key = key if holder == player.pk else ""
        if holder != player.pk:
            player.same_as_id, player.linked_at = holder, timezone.now()
        kept.append(player)
    players.bulk_update(kept, ["name_keys", "document_key", "same_as", "linked_at"], batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [("players", "0017_identity")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
