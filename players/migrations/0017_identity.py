"""Documents and names in a normal form beside what was written, records of one person linked, what was decided."""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.comparison
from django.conf import settings
from django.db import migrations, models

from config.audit.database import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_append_only"),
        ("players", "0016_receipts"),
        ("rooms", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="IdentityDecision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "outcome",
                    models.CharField(
                        choices=[("another", "another person"), ("same", "the same person")], max_length=8
                    ),
                ),
                (
                    "score",
                    models.PositiveSmallIntegerField(help_text="how alike they were, 0 to 100 (players.likeness)"),
                ),
                ("reason", models.CharField(max_length=400)),
                ("decided_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["-decided_at", "-pk"],
            },
        ),
        migrations.AddField(
            model_name="player",
            name="document_key",
            field=models.CharField(blank=True, editable=False, help_text="the number's normal form", max_length=60),
        ),
        migrations.AddField(
            model_name="player",
            name="name_keys",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=8),
                default=list,
                editable=False,
                help_text="finds like names",
                size=None,
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="same_as",
            field=models.ForeignKey(
                editable=False,
                help_text="the person's first record",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="linked",
                to="players.player",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="linked_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(fields=["document_key"], name="player_document_key"),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                django.db.models.functions.comparison.Coalesce("same_as_id", "id"), name="player_person"
            ),
        ),
        migrations.AddIndex(
            model_name="player",
            index=django.contrib.postgres.indexes.GinIndex(fields=["name_keys"], name="player_name_keys"),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("same_as", models.F("id")), _negated=True), name="player_linked_to_another"
            ),
        ),
        migrations.AddField(
            model_name="identitydecision",
            name="decided_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="identitydecision",
            name="entered_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="identitydecision",
            name="first",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="players.player"),
        ),
        migrations.AddField(
            model_name="identitydecision",
            name="room",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rooms.room"),
        ),
        migrations.AddField(
            model_name="identitydecision",
            name="second",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="players.player"),
        ),
        migrations.AddConstraint(
            model_name="identitydecision",
            constraint=models.CheckConstraint(
                condition=models.Q(("first__lt", models.F("second"))), name="decision_on_two"
            ),
        ),
        migrations.AddConstraint(
            model_name="identitydecision",
            constraint=models.CheckConstraint(condition=models.Q(("score__lte", 100)), name="decision_score_in_bounds"),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("linked_at", None), ("same_as", None)),
                    models.Q(("linked_at__isnull", False), ("same_as__isnull", False)),
                    _connector="OR",
                ),
                name="player_linked_at_an_instant",
            ),
        ),
        append_only("players_identitydecision"),
    ]
