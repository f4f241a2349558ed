"""Slips that are voided whole, with a receipt of the void, and the slip that puts the mistake right."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q

from config.audit.database import chained, from_file, kept_for_ever


def _corrects(related_name: str) -> models.OneToOneField:
    return models.OneToOneField(
        help_text="the void of the mistake that it puts right",
        null=True,
        on_delete=django.db.models.deletion.PROTECT,
        related_name=related_name,
        to="cage.slipvoid",
    )


def _person(**facts: str) -> models.ForeignKey:
    return models.ForeignKey(
        null=True,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to=settings.AUTH_USER_MODEL,
        **facts,
    )


def _slip(model: str) -> models.OneToOneField:
    return models.OneToOneField(
        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="void", to=f"cage.{model}"
    )


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0006_drawer_sessions"),
        ("players", "0006_slip_voids"),
        ("rooms", "0005_void_alone"),
        ("audit", "0002_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SlipVoid",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.CharField(max_length=400)),
                (
                    "receipt",
                    models.BigIntegerField(help_text="its receipt's number, in the one row of numbers of the room"),
                ),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                ("buy_in", _slip("buyin")),
                ("by", _person()),
                ("cash_out", _slip("cashout")),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="slip_voids", to="rooms.room"
                    ),
                ),
                ("second", _person(help_text="who confirmed it; null where one person may void it alone")),
            ],
            options={
                "ordering": ["-id"],
                "indexes": [models.Index(fields=["room", "gaming_day"], name="slip_void_day")],
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(buy_in=None, cash_out__isnull=False) | Q(buy_in__isnull=False, cash_out=None),
                        name="slip_void_of_one_slip",
                    ),
                    models.CheckConstraint(condition=~Q(reason=""), name="slip_void_has_reason"),
                    models.CheckConstraint(
                        condition=Q(second=None) | ~Q(second=F("by")), name="slip_void_by_two_people"
                    ),
                    models.UniqueConstraint(fields=["room", "receipt"], name="slip_void_receipt_once"),
                ],
            },
        ),
        migrations.AddField(model_name="buyin", name="corrects", field=_corrects("sold_anew")),
        migrations.AddField(model_name="cashout", name="corrects", field=_corrects("paid_anew")),
        *kept_for_ever("cage_slipvoid"),
        chained("cage_buyin"),
        chained("cage_cashout"),
        *from_file(__file__, "slip_voids"),
    ]
