"""A bank's statement is read by two people, where it covers more than one states alone."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import chained


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0038_currency_decisions"),
        ("rooms", "0022_statement_days"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="bankstatement",
            name="second",
            field=models.ForeignKey(
                help_text="who has read the statement too; none where one person stated it alone",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        chained("cage_bankstatement"),
        migrations.AddConstraint(
            model_name="bankstatement",
            constraint=models.CheckConstraint(
                condition=models.Q(("second", models.F("by")), _negated=True), name="bank_statement_by_two_people"
            ),
        ),
    ]
