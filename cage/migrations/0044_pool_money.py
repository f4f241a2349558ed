"""The house's seed of promotional pools, and the deposits of their money in their own bank accounts."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import from_file, kept_for_ever
from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_guards"),
        ("cage", "0043_covers_of_pulls"),
        ("days", "0002_guards"),
        ("players", "0024_seeds"),
        ("rooms", "0023_deposits_of_pools"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PoolDeposit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("amount", models.BigIntegerField(help_text="minor units")),
                ("reference", models.CharField(help_text="the number of the bank’s slip", max_length=60)),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="deposits", to="cage.promopool"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="pool_deposits", to="rooms.room"
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "indexes": [
                    models.Index(fields=["room", "gaming_day"], name="pool_deposit_day"),
                    models.Index(fields=["pool", "at"], name="pool_deposit_order"),
                ],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="pool_deposit_positive"),
                    models.CheckConstraint(
                        condition=models.Q(("reference", ""), _negated=True), name="pool_deposit_has_reference"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("by", models.F("second")), _negated=True), name="pool_deposit_by_two_people"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PoolDepositVoid",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.CharField(max_length=400)),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "deposit",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="void", to="cage.pooldeposit"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="pool_deposit_voids", to="rooms.room"
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "indexes": [models.Index(fields=["room", "gaming_day"], name="pool_deposit_void_day")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="pool_deposit_void_has_reason"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("by", models.F("second")), _negated=True), name="pool_deposit_void_by_two"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PoolSeed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("put_in", "put in"), ("recovered", "recovered")], max_length=9)),
                ("amount", models.BigIntegerField(help_text="minor units")),
                ("reason", models.CharField(max_length=400)),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seeds", to="cage.promopool"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="pool_seeds", to="rooms.room"
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        help_text="the terms in force, which announce so much",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seeds",
                        to="cage.poolversion",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "indexes": [models.Index(fields=["room", "gaming_day"], name="pool_seed_day")],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="pool_seed_positive"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["put_in", "recovered"])), name="pool_seed_kind_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="pool_seed_has_reason"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("by", models.F("second")), _negated=True), name="pool_seed_by_two_people"
                    ),
                ],
            },
        ),
        *kept_for_ever("cage_poolseed", "cage_pooldeposit", "cage_pooldepositvoid"),
        locked_with_its_day("cage_poolseed"),
        locked_with_its_day("cage_pooldeposit"),
        locked_with_its_day("cage_pooldepositvoid"),
        *from_file(__file__, "pool_money"),
    ]
