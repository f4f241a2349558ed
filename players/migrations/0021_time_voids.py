"""A time charge that was collected by mistake is voided, and due again."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import chained, from_file

Q = models.Q


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0020_employments"),
        ("audit", "0002_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="timecharge", name="time_charge_once"),
        migrations.RemoveConstraint(model_name="timecharge", name="time_charge_waived_with_reason"),
        migrations.AlterField(
            model_name="timecharge",
            name="outcome",
            field=models.CharField(
                choices=[("collected", "collected"), ("waived", "waived"), ("voided", "voided")], max_length=10
            ),
        ),
        migrations.AlterField(
            model_name="timecharge",
            name="reason",
            field=models.CharField(blank=True, help_text="why it was waived, or voided", max_length=400),
        ),
        migrations.AddField(
            model_name="timecharge",
            name="second",
            field=models.ForeignKey(
                help_text="who confirmed the void",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="timecharge",
            name="voids",
            field=models.OneToOneField(
                help_text="the charge that is taken back",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="void",
                to="players.timecharge",
            ),
        ),
        migrations.AddField(
            model_name="timecharge",
            name="again",
            field=models.PositiveIntegerField(
                default=0, help_text="how often the half hour was collected and voided before"
            ),
        ),
        migrations.AddConstraint(
            model_name="timecharge",
            constraint=models.UniqueConstraint(
                condition=Q(("voids", None)),
                fields=("session", "player", "began_at", "again"),
                name="time_charge_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="timecharge",
            constraint=models.CheckConstraint(
                condition=Q(
                    Q(("outcome", "collected"), ("reason", "")),
                    Q(("outcome__in", ["waived", "voided"]), Q(("reason", ""), _negated=True)),
                    _connector="OR",
                ),
                name="time_charge_waived_with_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="timecharge",
            constraint=models.CheckConstraint(
                condition=Q(
                    Q(("outcome", "voided"), ("voids__isnull", False)),
                    Q(Q(("outcome", "voided"), _negated=True), ("second", None), ("voids", None)),
                    _connector="OR",
                ),
                name="time_charge_void_of_one",
            ),
        ),
        chained("players_timecharge"),
        *from_file(__file__, "time_voids"),
    ]
