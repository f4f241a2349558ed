"""Definitions of revenue, accounts of the journal and journals of locked days: only ever added, each in the chain."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import kept_for_ever


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_guards"),
        ("days", "0002_guards"),
        ("rake", "0006_lines_by_plaque_and_dealer"),
        ("rooms", "0010_shifts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="JournalAccounts",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(help_text="of the version, from 1")),
                ("accounts", models.JSONField(help_text="for each kind of place its account: [number, name]")),
                ("reason", models.CharField(max_length=400)),
                ("set_at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "room",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rooms.room"),
                ),
                (
                    "set_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["room", "number"],
            },
        ),
        migrations.CreateModel(
            name="DayJournal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("lines", models.TextField()),
                ("csv", models.TextField()),
                ("digest", models.CharField(help_text="sha256 of the file, in hexadecimal", max_length=64)),
                ("exported_at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "exported_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "lock",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="journal", to="days.daylock"
                    ),
                ),
                (
                    "accounts",
                    models.ForeignKey(
                        help_text="null: the plain names",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rake.journalaccounts",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="RevenueVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.SlugField(help_text="of the definition, the same in all its versions", max_length=40)),
                ("number", models.PositiveSmallIntegerField(help_text="of the version, from 1")),
                ("title", models.CharField(max_length=80)),
                ("terms", models.JSONField(help_text="a list of +sum and -sum, by the codes of the named sums")),
                ("source", models.CharField(help_text="the rule or the book that it follows", max_length=400)),
                (
                    "from_day",
                    models.DateField(help_text="the first gaming day; null: from the first of the books on", null=True),
                ),
                ("reason", models.CharField(max_length=400)),
                ("made_at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rooms.room"),
                ),
            ],
            options={
                "ordering": ["room", "code", "number"],
            },
        ),
        migrations.AddConstraint(
            model_name="journalaccounts",
            constraint=models.UniqueConstraint(fields=("room", "number"), name="journal_accounts_once"),
        ),
        migrations.AddConstraint(
            model_name="journalaccounts",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="journal_accounts_have_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="dayjournal",
            constraint=models.CheckConstraint(
                condition=models.Q(("digest__regex", "^[0-9a-f]{64}$")), name="journal_digest_in_hexadecimal"
            ),
        ),
        migrations.AddConstraint(
            model_name="revenueversion",
            constraint=models.UniqueConstraint(fields=("room", "code", "number"), name="revenue_version_once"),
        ),
        migrations.AddConstraint(
            model_name="revenueversion",
            constraint=models.CheckConstraint(
                condition=models.Q(models.Q(("reason", ""), _negated=True), models.Q(("source", ""), _negated=True)),
                name="revenue_version_has_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="revenueversion",
            constraint=models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="revenue_version_from_one"),
        ),
        migrations.AddConstraint(
            model_name="revenueversion",
            constraint=models.CheckConstraint(
                condition=models.Q(("number", 1), ("from_day__isnull", False), _connector="OR"),
                name="revenue_version_has_first_day",
            ),
        ),
        *kept_for_ever("rake_revenueversion", "rake_journalaccounts", "rake_dayjournal"),
    ]
