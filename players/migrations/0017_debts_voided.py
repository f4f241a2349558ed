"""A payment in cash on a debt is voided; a debt is collected from every record of its person."""

import django.db.models.deletion
from django.db import migrations, models

from config.audit.database import chained, from_file

Q = models.Q


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0016_chips_wait"),
        ("audit", "0002_guards"),
    ]

    operations = [
        migrations.AlterField(
            model_name="debtentry",
            name="how",
            field=models.CharField(
                choices=[
                    ("seat", "chips on the table"),
                    ("rack", "chips off the table"),
                    ("cash", "cash at the cage"),
                    ("written_off", "paid by the house, and written off"),
                    ("set_off", "set off: who waited for it has to give it up"),
                    ("refunded", "given back, the ruling was taken back"),
                    ("restored", "the write-off was taken back with the ruling"),
                    ("voided", "cash given back: it was paid by mistake"),
                    ("taken_back", "no longer owed, the ruling was taken back"),
                ],
                max_length=11,
            ),
        ),
        migrations.AddField(
            model_name="debtentry",
            name="voids",
            field=models.OneToOneField(
                help_text="the payment in cash that is taken back",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="void",
                to="players.debtentry",
            ),
        ),
        migrations.AddConstraint(
            model_name="debtentry",
            constraint=models.CheckConstraint(
                condition=Q(
                    Q(
                        ("drawer_id__isnull", False),
                        ("how", "voided"),
                        ("voids__isnull", False),
                        Q(("reason", ""), _negated=True),
                    ),
                    Q(Q(("how", "voided"), _negated=True), ("voids", None)),
                    _connector="OR",
                ),
                name="debt_voided_with_reason",
            ),
        ),
        chained("players_debtentry"),
        *from_file(__file__, "slip_voids", "group_faults"),
    ]
