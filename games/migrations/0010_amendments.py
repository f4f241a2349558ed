"""Rulings that amend another, each with its reason; one by the floor and one on appeal as before."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_void_hands"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="ruling",
            options={"ordering": ["dispute", "id"]},
        ),
        migrations.RemoveConstraint(
            model_name="ruling",
            name="dispute_ruled_once",
        ),
        migrations.RemoveConstraint(
            model_name="ruling",
            name="ruling_two_levels",
        ),
        migrations.AddField(
            model_name="ruling",
            name="amends",
            field=models.OneToOneField(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="amended_by", to="games.ruling"
            ),
        ),
        migrations.AlterField(
            model_name="ruling",
            name="level",
            field=models.PositiveSmallIntegerField(
                choices=[(1, "supervisor"), (2, "manager, on appeal"), (3, "manager, amending")]
            ),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.UniqueConstraint(
                condition=models.Q(("level__in", (1, 2))),
                fields=("dispute", "level"),
                name="dispute_ruled_once_by_level",
            ),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("amends", None), ("level__in", (1, 2))),
                    models.Q(("amends__isnull", False), ("level", 3), models.Q(("words", ""), _negated=True)),
                    _connector="OR",
                ),
                name="ruling_amends_with_a_reason",
            ),
        ),
    ]
