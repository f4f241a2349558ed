"""The slip of a sale beyond the plaque's limits names who confirmed it, where the books show no transfer by the house."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q

from config.audit.database import chained


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0004_bank_statements"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="buyin",
            name="approver",
            field=models.ForeignKey(
                help_text="who confirmed the exception; null where the books show it, or there is none",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="buyin",
            constraint=models.CheckConstraint(
                condition=Q(approver=None) | (~Q(exception="") & ~Q(approver=F("by"))),
                name="buy_in_exception_approved_by_another",
            ),
        ),
        chained("cage_buyin"),
    ]
