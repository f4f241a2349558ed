"""Slips of tokes are voided by another slip: a dealer's own that were exchanged, and counts into the pool."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import chained, from_file


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0018_banks_runners_tokes_guards"),
        ("players", "0012_toke_voids"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="tokeslip",
            name="voids",
            field=models.OneToOneField(
                help_text="the slip it voids",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="void",
                to="cage.tokeslip",
            ),
        ),
        migrations.AddField(
            model_name="tokeslip",
            name="reason",
            field=models.CharField(blank=True, default="", help_text="of a void", max_length=400),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="tokeslip",
            name="second",
            field=models.ForeignKey(
                help_text="who counted them too, or confirmed the void",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="tokeslip",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("reason", ""), ("voids", None)),
                    models.Q(
                        ("voids__isnull", False),
                        models.Q(("reason", ""), _negated=True),
                        models.Q(("kind", "paid"), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="toke_slip_void_has_reason",
            ),
        ),
        chained("cage_tokeslip"),
        *from_file(__file__, "toke_voids"),
    ]
