"""Covers of corrections stand against the box into which the hand fell, in both directions."""

import django.db.models.deletion
from django.db import migrations, models

from config.audit.database import chained, from_file


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0042_award_reviews"),
        ("players", "0023_boxes_give_on"),
    ]

    operations = [
        migrations.AddField(
            model_name="boxcover",
            name="pull",
            field=models.ForeignKey(
                help_text="of the box into which the hand fell; empty where it isn’t known: the last one before it",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="covers",
                to="cage.boxpull",
            ),
        ),
        migrations.AlterField(
            model_name="boxcover",
            name="amount",
            field=models.BigIntegerField(help_text="minor units; below zero: gone on from the box"),
        ),
        migrations.RemoveConstraint(model_name="boxcover", name="box_cover_positive"),
        migrations.AddConstraint(
            model_name="boxcover",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount", 0), _negated=True), name="box_cover_is_one"
            ),
        ),
        chained("cage_boxcover"),
        *from_file(__file__, "covers_of_pulls"),
    ]
