"""One person works one drawer at a time; variances have deadlines, and a note that the regulator was told; cash paid on
a debt by mistake goes back."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import from_file, kept_for_ever

Q = models.Q


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0027_box_counts_given_up"),
        ("audit", "0002_guards"),
        ("players", "0017_debts_voided"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        *from_file(__file__, "one_drawer_each"),
        migrations.AddField(
            model_name="investigation",
            name="due_at",
            field=models.DateTimeField(
                help_text="until when it is settled; null: opened before that was asked", null=True
            ),
        ),
        migrations.AddField(
            model_name="investigation",
            name="note_due_at",
            field=models.DateTimeField(
                help_text="until when the regulator is told of it (`RegulatorNote`); null: it is not asked", null=True
            ),
        ),
        migrations.CreateModel(
            name="RegulatorNote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "text",
                    models.CharField(help_text="who was told, how, and the number of the report", max_length=400),
                ),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "investigation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="notes", to="cage.investigation"
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(("text", ""), _negated=True), name="regulator_note_says_something"
                    ),
                ],
            },
        ),
        *kept_for_ever("cage_regulatornote"),
        *from_file(__file__, "debts_voided"),
    ]
