"""The cash of two records on one day is told together once they are found to be of one person."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import kept_for_ever


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0029_trays_investigated"),
        ("players", "0018_parted_records"),
        ("rooms", "0017_variance_deadlines"),
        ("audit", "0002_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="LinkedDay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("of_day", models.DateField(help_text="the gaming day of the cash")),
                ("currency_in", models.BigIntegerField(help_text="minor units, of all records of the person together")),
                (
                    "currency_out",
                    models.BigIntegerField(help_text="minor units, of all records of the person together"),
                ),
                ("log_from", models.BigIntegerField(help_text="the room’s setting then, minor units")),
                ("identity_from", models.BigIntegerField(help_text="the room’s setting then, minor units")),
                ("at", models.DateTimeField()),
                (
                    "decision",
                    models.ForeignKey(
                        help_text="that the two records are of one person",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="linked_days",
                        to="players.identitydecision",
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="linked_days", to="rooms.room"
                    ),
                ),
            ],
            options={"ordering": ["id"]},
        ),
        migrations.CreateModel(
            name="LinkedDayAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.CharField(max_length=400)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "day",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="answer", to="cage.linkedday"
                    ),
                ),
            ],
            options={"ordering": ["id"]},
        ),
        migrations.AddIndex(model_name="linkedday", index=models.Index(fields=["room", "at"], name="linked_day_room")),
        migrations.AddConstraint(
            model_name="linkedday",
            constraint=models.UniqueConstraint(fields=("decision", "room", "of_day"), name="linked_day_once"),
        ),
        migrations.AddConstraint(
            model_name="linkedday",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("currency_in__gte", models.F("log_from")),
                    ("currency_out__gte", models.F("log_from")),
                    ("currency_in__gt", models.F("identity_from")),
                    ("currency_out__gt", models.F("identity_from")),
                    _connector="OR",
                ),
                name="linked_day_comes_to_something",
            ),
        ),
        migrations.AddConstraint(
            model_name="linkeddayanswer",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="linked_day_answer_has_reason"
            ),
        ),
        *kept_for_ever("cage_linkedday", "cage_linkeddayanswer"),
    ]
