"""Notes at a table: only ever added, each in the chain."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import kept_for_ever


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_file_imports"),
        ("tables", "0001_initial"),
        ("audit", "0002_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="TableNote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=400)),
                ("written_at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="notes", to="tables.tablesession"
                    ),
                ),
                (
                    "written_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["session", "pk"],
            },
        ),
        *kept_for_ever("games_tablenote"),
    ]
