"""Counts of trays that were short or over are investigated as drawers' are; those that an alarm still tells of too."""

import django.db.models.deletion
from django.db import migrations, models

from config.audit.database import from_file

Q = models.Q


class Migration(migrations.Migration):
    dependencies = [("cage", "0028_one_drawer_each"), ("tables", "0009_chips_wait")]

    operations = [
        migrations.RemoveConstraint(model_name="investigation", name="investigation_of_one_thing"),
        migrations.AddField(
            model_name="investigation",
            name="tray",
            field=models.OneToOneField(
                help_text="the count of a table’s tray that was short or over (COMAR 36.05.03.03(F))",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="investigation",
                to="cage.traycount",
            ),
        ),
        migrations.AddConstraint(
            model_name="investigation",
            constraint=models.CheckConstraint(
                condition=Q(box_variance=None, carried=None, tray=None, variance__isnull=False)
                | Q(box_variance__isnull=False, carried=None, tray=None, variance=None)
                | Q(box_variance=None, carried__isnull=False, tray=None, variance=None)
                | Q(box_variance=None, carried=None, tray__isnull=False, variance=None),
                name="investigation_of_one_thing",
            ),
        ),
        *from_file(__file__, "trays_investigated"),
    ]
