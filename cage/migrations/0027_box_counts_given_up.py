"""Two counts of a box that differ are given up before a supervisor; who has looked counts no drawer, in whatever part."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import chained, from_file, kept_for_ever

Q = models.Q


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0026_shares_taken_back"),
        ("audit", "0002_guards"),
        ("tables", "0005_dealer_pins"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="transitact",
            name="dealer",
            field=models.ForeignKey(
                help_text="of a tray: who dealt at the table then, or last since it was counted",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tables.dealer",
            ),
        ),
        migrations.AlterField(
            model_name="traycount",
            name="dealer",
            field=models.ForeignKey(
                help_text="who dealt at the table then, or last since the count before",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tables.dealer",
            ),
        ),
        migrations.AddField(
            model_name="boxpull",
            name="round",
            field=models.PositiveSmallIntegerField(
                db_default=0,
                default=0,
                help_text="the number of times that two counts were given up: those count no more",
            ),
        ),
        migrations.AddField(
            model_name="boxcount",
            name="round",
            field=models.PositiveSmallIntegerField(
                db_default=0, default=0, help_text="of the pull, when it was counted"
            ),
        ),
        migrations.RemoveConstraint(model_name="boxcount", name="box_count_once"),
        migrations.AddConstraint(
            model_name="boxcount",
            constraint=models.UniqueConstraint(fields=("pull", "part", "round"), name="box_count_once"),
        ),
        migrations.CreateModel(
            name="GivenUpBoxCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField(help_text="of the counts")),
                ("reason", models.CharField(max_length=400)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "pull",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="given_up", to="cage.boxpull"
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        help_text="the supervisor who let it be given up",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(fields=("pull", "round"), name="given_up_box_count_once"),
                    models.CheckConstraint(
                        condition=Q(("reason", ""), _negated=True), name="given_up_box_count_has_reason"
                    ),
                    models.CheckConstraint(
                        condition=Q(("second", models.F("by")), _negated=True), name="given_up_box_count_by_two"
                    ),
                ],
            },
        ),
        *kept_for_ever("cage_givenupboxcount"),
        chained("cage_boxcount"),
        *from_file(__file__, "box_counts_given_up"),
    ]
