"""A record is taken off a person again; chips that were collected on a debt by mistake go back."""

from django.db import migrations, models

from config.audit.database import from_file

Q = models.Q


class Migration(migrations.Migration):
    dependencies = [("players", "0017_debts_voided"), ("audit", "0002_guards")]

    operations = [
        migrations.AlterField(
            model_name="identitydecision",
            name="outcome",
            field=models.CharField(
                choices=[
                    ("another", "another person"),
                    ("same", "the same person"),
                    ("parted", "two people, after they were taken for one"),
                ],
                max_length=8,
            ),
        ),
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
                    ("voided", "given back: it was taken by mistake"),
                    ("taken_back", "no longer owed, the ruling was taken back"),
                ],
                max_length=11,
            ),
        ),
        migrations.AlterField(
            model_name="debtentry",
            name="voids",
            field=models.OneToOneField(
                help_text="the payment or the collection that is taken back",
                null=True,
                on_delete=models.deletion.PROTECT,
                related_name="void",
                to="players.debtentry",
            ),
        ),
        migrations.RemoveConstraint(model_name="debtentry", name="debt_voided_with_reason"),
        migrations.AddConstraint(
            model_name="debtentry",
            constraint=models.CheckConstraint(
                condition=Q(
                    Q(("how", "voided"), ("voids__isnull", False), Q(("reason", ""), _negated=True)),
                    Q(Q(("how", "voided"), _negated=True), ("voids", None)),
                    _connector="OR",
                ),
                name="debt_voided_with_reason",
            ),
        ),
        *from_file(__file__, "records_parted", "slip_voids", "group_faults"),
    ]
