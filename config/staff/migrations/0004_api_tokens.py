from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

MOVED_FOR = timedelta(days=90)
"""Long enough to give each system a token of its own scope and room."""


def move_old_tokens(apps: Any, schema_editor: Any) -> None:
    """Keep the hashes of the tokens that were kept in plain, each for the first room of its user and for 90 days; then
    the table of the plain ones goes. A user who works in no room has no token any more.
    """
    database = schema_editor.connection
    if "authtoken_token" not in database.introspection.table_names():
        return
    with database.cursor() as cursor:
        cursor.execute("select key, user_id from authtoken_token")
        rows = cursor.fetchall()
    now = datetime.now(tz=UTC)
    for key, user_id in rows:
        role = (
            apps.get_model("staff", "StaffRole").objects.using(database.alias)
            .filter(user_id=user_id, ended_at=None).order_by("room__name").first()
        )  # fmt: skip
        if role is not None:
            apps.get_model("staff", "ApiToken").objects.using(database.alias).create(
                user_id=user_id, room_id=role.room_id, scope="record", token_hash=sha256(key.encode()).hexdigest(),
                given_at=now, good_until=now + MOVED_FOR,
            )  # fmt: skip
    with database.cursor() as cursor:
        cursor.execute("drop table authtoken_token")


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0004_room_second_factor"),
        ("staff", "0003_second_factor"),
    ]

    operations = [
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "scope",
                    models.CharField(choices=[("read", "reads"), ("record", "reads and records")], max_length=10),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("given_at", models.DateTimeField()),
                ("good_until", models.DateTimeField()),
                ("last_used_at", models.DateTimeField(help_text="written at most once a minute", null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "ended_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "given_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="api_tokens", to="rooms.room"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="api_tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)), fields=("user", "room"), name="api_token_one_in_a_room"
                    )
                ],
            },
        ),
        migrations.RunPython(move_old_tokens, migrations.RunPython.noop),
    ]
