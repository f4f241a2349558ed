"""Chips that a table had lost or found at its close are answered for by name, and investigated as all that is counted."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import chained, from_file

Q = models.Q


def _only(thing: str) -> Q:
    things = ("variance", "box_variance", "carried", "tray", "vault_variance", "felt")
    return Q(**{f"{thing}__isnull": False}) & Q(**{other: None for other in things if other != thing})


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0039_statements_by_two"),
        ("tables", "0009_chips_wait"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="feltresidual",
            name="reason",
            field=models.CharField(
                db_default="",
                default="",
                help_text="what became of them; empty: it was not asked then",
                max_length=400,
            ),
        ),
        migrations.AddField(
            model_name="feltresidual",
            name="second",
            field=models.ForeignKey(
                help_text="who confirmed it",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="feltresidual",
            constraint=models.CheckConstraint(
                condition=models.Q(("second", models.F("by")), _negated=True), name="felt_residual_by_two"
            ),
        ),
        chained("cage_feltresidual"),
        migrations.RemoveConstraint(model_name="investigation", name="investigation_of_one_thing"),
        migrations.AddField(
            model_name="investigation",
            name="felt",
            field=models.OneToOneField(
                help_text="what a table had lost or found when it was closed",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="investigation",
                to="cage.feltresidual",
            ),
        ),
        migrations.AddConstraint(
            model_name="investigation",
            constraint=models.CheckConstraint(
                condition=_only("variance")
                | _only("box_variance")
                | _only("carried")
                | _only("tray")
                | _only("vault_variance")
                | _only("felt"),
                name="investigation_of_one_thing",
            ),
        ),
        *from_file(__file__, "felts_answered_for"),
    ]
