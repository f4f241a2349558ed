"""Even exchanges by their pieces, prints of receipts and slips, and the most cash that lies in a drawer."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import from_file, kept_for_ever
from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_guards"),
        ("days", "0002_guards"),
        ("cage", "0009_chip_sets"),
        ("rooms", "0005_void_alone"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Exchange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "side",
                    models.CharField(
                        choices=[("patron", "a patron"), ("vault", "the vault")], help_text="with whom", max_length=6
                    ),
                ),
                ("what", models.CharField(choices=[("chips", "chips"), ("cash", "cash")], max_length=5)),
                ("taken", models.JSONField(help_text="pieces into the drawer, by value in minor units")),
                ("given", models.JSONField(help_text="pieces out of the drawer, by value in minor units")),
                ("amount", models.BigIntegerField(help_text="what either side comes to, minor units")),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="PaperPrint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("receipt", models.BigIntegerField(help_text="the receipt's number in its room", null=True)),
                ("number", models.PositiveIntegerField(help_text="1 is the original, the others are copies")),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.AddField(
            model_name="drawer",
            name="credit_step",
            field=models.BigIntegerField(
                help_text="what is brought back to the vault then, minor units: always the same (house; R39)", null=True
            ),
        ),
        migrations.AddField(
            model_name="drawer",
            name="working_capital",
            field=models.BigIntegerField(
                help_text="the most cash that lies in it before a credit is due, minor units; null: none is asked for (house; cages keep such a limit for each window)",
                null=True,
            ),
        ),
        migrations.AddConstraint(
            model_name="drawer",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("credit_step", None), ("working_capital", None)),
                    models.Q(("credit_step__gte", 1), ("working_capital__gte", models.F("credit_step"))),
                    _connector="OR",
                ),
                name="drawer_credit_within_its_limit",
            ),
        ),
        migrations.AddField(
            model_name="exchange",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="exchange",
            name="room",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="exchanges", to="rooms.room"
            ),
        ),
        migrations.AddField(
            model_name="exchange",
            name="second",
            field=models.ForeignKey(
                help_text="who confirmed one with the vault",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="exchange",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="exchanges", to="cage.drawersession"
            ),
        ),
        migrations.AddField(
            model_name="paperprint",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="paperprint",
            name="chip_slip",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="prints", to="cage.chipslip"
            ),
        ),
        migrations.AddField(
            model_name="paperprint",
            name="room",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="prints", to="rooms.room"
            ),
        ),
        migrations.AddIndex(
            model_name="exchange",
            index=models.Index(fields=["room", "gaming_day"], name="exchange_day"),
        ),
        migrations.AddConstraint(
            model_name="exchange",
            constraint=models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="exchange_amount_positive"),
        ),
        migrations.AddConstraint(
            model_name="exchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("second", None), ("side", "patron")),
                    models.Q(
                        ("second__isnull", False),
                        ("side", "vault"),
                        models.Q(("second", models.F("by")), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="exchange_with_vault_by_two_people",
            ),
        ),
        migrations.AddConstraint(
            model_name="paperprint",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("chip_slip__isnull", False), ("receipt", None)),
                    models.Q(("chip_slip", None), ("receipt__isnull", False)),
                    _connector="OR",
                ),
                name="print_of_one_paper",
            ),
        ),
        migrations.AddConstraint(
            model_name="paperprint",
            constraint=models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="print_numbered_from_one"),
        ),
        migrations.AddConstraint(
            model_name="paperprint",
            constraint=models.UniqueConstraint(fields=("room", "receipt", "number"), name="print_of_receipt_once"),
        ),
        migrations.AddConstraint(
            model_name="paperprint",
            constraint=models.UniqueConstraint(fields=("chip_slip", "number"), name="print_of_chip_slip_once"),
        ),
        *from_file(__file__, "exchanges"),
        *kept_for_ever("cage_exchange", "cage_paperprint"),
        locked_with_its_day("cage_exchange"),
    ]
