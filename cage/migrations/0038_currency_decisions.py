"""Decisions about currency reports of a person's gaming day."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import kept_for_ever


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_guards"),
        ("cage", "0037_pools_of_employees"),
        ("players", "0019_awards"),
        ("rooms", "0020_report_from"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="CurrencyDecision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("of_day", models.DateField(help_text="the gaming day of the cash")),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("file", "a report is filed"),
                            ("not", "no report is due"),
                            ("carried", "carried on"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "words",
                    models.CharField(help_text="why none is due, or the name of who goes on with it", max_length=400),
                ),
                ("currency_in", models.BigIntegerField(help_text="minor units, of all records of the person together")),
                (
                    "currency_out",
                    models.BigIntegerField(help_text="minor units, of all records of the person together"),
                ),
                ("report_from", models.BigIntegerField(help_text="the room’s setting then, minor units")),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        help_text="the record that stood for the person then",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="currency_decisions",
                        to="players.player",
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="currency_decisions",
                        to="rooms.room",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("outcome", "carried"), _negated=True),
                        fields=("room", "player", "of_day", "currency_in", "currency_out"),
                        name="currency_decided_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("outcome", "carried")),
                        fields=("room", "player", "of_day", "currency_in", "currency_out"),
                        name="currency_carried_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("outcome__in", ["file", "not", "carried"])), name="currency_outcome_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("words", ""), _negated=True), name="currency_decision_has_words"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("currency_in__gte", models.F("report_from")),
                            ("currency_out__gte", models.F("report_from")),
                            _connector="OR",
                        ),
                        name="currency_decision_comes_to_something",
                    ),
                ],
            },
        ),
        *kept_for_ever("cage_currencydecision"),
    ]
